import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { ServicePasswordDialog } from '#web/shared/service/password/password-dialog.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import type { Mailbox } from './mail-data.ts';
import styles from './mail.module.css';

const ENDS = 'После смены почта на\u00a0всех устройствах спросит новый пароль.';

/** When the password was changed, and a button to change it. */
export function PasswordCard({ box: { user_id, address, state } }: { box: Mailbox }) {
  const [isOpen, setOpen] = useState(false);
  const policy = useCall(contract.user.passwordPolicy, { params: { id: String(user_id) } });
  const today = dayOf(now());
  if (state === 'closed') return null;
  return (
    <Card title="Пароль">
      <Loaded
        answer={policy}
        failed="Не удалось загрузить сведения о пароле."
        skeleton={<SkeletonRows label="Загружаем пароль" count={1} tile={false} />}
      >
        {(known) => (
          <div className={styles.body}>
            <p className={styles.small}>
              {known.control.status === 'locked'
                ? `${known.control.text}.`
                : `${known.changed_at === null ? '' : `Изменён ${dayText(dayOf(known.changed_at), today)}. `}${ENDS}`}
            </p>
            <Button
              look="soft"
              size="sm"
              icon="key"
              wide
              aria-disabled={known.control.status === 'locked'}
              onClick={() => setOpen(true)}
            >
              Сменить пароль
            </Button>
            <ServicePasswordDialog
              open={isOpen}
              user={{ user_id, login: address }}
              policy={known}
              title="Сменить пароль ящика"
              next={'Впишите новый в\u00a0почту на\u00a0телефоне и\u00a0компьютере'}
              endsAll={ENDS}
              onClose={() => setOpen(false)}
            />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
