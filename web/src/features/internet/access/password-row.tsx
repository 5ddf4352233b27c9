import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { openSheet } from '#web/lib/page/sheet.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { AccessRow } from './access-row.tsx';
import { ServicePasswordDialog } from '#web/shared/service/password/password-dialog.tsx';
import type { PasswordPolicy } from '#web/shared/service/password/use-password.ts';

/** The last change of the password, and a button to change it. The password itself is never shown. */
export function PasswordRow({ user, policy }: { user: User; policy: PasswordPolicy }) {
  const [open, setOpen] = useState(false);
  const { control, changed_at: changedAt } = policy;
  const isLocked = control.status === 'locked';
  return (
    <AccessRow
      name="Пароль"
      action={
        !isLocked && (
          <ButtonRow>
            <Button
              look="plain"
              size="sm"
              icon="key"
              aria-label="Сменить пароль входа в сеть"
              onClick={() => setOpen(true)}
            >
              Сменить
            </Button>
            <Button look="plain" size="sm" onClick={() => openSheet({ name: 'entry', userId: user.user_id })}>
              Не&nbsp;помню
            </Button>
          </ButtonRow>
        )
      }
    >
      <b aria-hidden="true">••••••••</b>
      <p>{isLocked ? `${control.text}.` : changedText(changedAt, dayOf(now()))}</p>
      <ServicePasswordDialog
        open={open}
        user={user}
        policy={policy}
        title="Сменить пароль для входа в сеть"
        next={'Впишите новый в\u00a0настройки роутера'}
        onClose={() => setOpen(false)}
      />
    </AccessRow>
  );
}

const changedText = (changedAt: string | null, today: string): string =>
  changedAt === null ? 'Показать нельзя, можно сменить.' : `Изменён ${dayText(dayOf(changedAt), today)}.`;
