import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTheme, type Theme } from '#web/lib/page/look.ts';
import { counted } from '#web/lib/text/format.ts';
import { Button, LinkButton, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { rolesText } from '../api/role-words.ts';
import { forgetDay } from '../api/kept-day.ts';
import { forgetOpened } from '../lib/recent.ts';
import { noteUnsent, useUnsent } from '../lib/unsent.ts';
import styles from './frame.module.css';

const THEMES: readonly { value: Theme; title: string }[] = [
  { value: 'auto', title: 'Как на устройстве' },
  { value: 'light', title: 'Светлая' },
  { value: 'dark', title: 'Тёмная' },
];

/** Fewer spare codes than this are told. */
const FEW_CODES = 3;

interface MeDialogProps {
  open: boolean;
  onClose: () => void;
  /** To the list of all keys. */
  onKeys: () => void;
}

/** Who works here; the look of this device; the way out. */
export function MeDialog({ open, onClose, onKeys }: MeDialogProps) {
  const me = useMe();
  const cache = useQueryClient();
  const [theme, setTheme] = useTheme();
  const [isLeaving, setLeaving] = useState(false);
  const unsent = useUnsent();
  const [isWarned, setWarned] = useState(false);
  const leave = (): void => {
    if (unsent > 0 && !isWarned) {
      setWarned(true);
      return;
    }
    setLeaving(true);
    sendForStaff(contract.entry.signOut, { body: {} })
      .then(
        ({ leave_at: leaveAt }) => {
          forgetOpened();
          forgetDay();
          noteUnsent(0);
          cache.clear();
          window.location.assign(leaveAt ?? import.meta.env.BASE_URL);
        },
        (failure: unknown) => void sayError(failure, 'Выйти не получилось. Повторите'),
      )
      .finally(() => setLeaving(false));
  };
  const spare = me.session?.spare_codes_left ?? FEW_CODES;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={me.name}
      actions={
        <>
          <LinkButton to="/me" look="plain">
            Пароль, коды, сеансы
          </LinkButton>
          <Button look="line" icon="log-out" busy={isLeaving} onClick={leave}>
            {isWarned && unsent > 0 ? 'Всё равно выйти' : 'Выйти'}
          </Button>
        </>
      }
    >
      <p>
        Логин {me.login}, роли: {rolesText(me.roles)}.
      </p>
      {spare < FEW_CODES && (
        <Callout tone="wait" title={`Осталось ${counted(spare, 'запасной код', 'запасных кода', 'запасных кодов')}.`}>
          Попросите у администратора новое приглашение: с ним придут и новые коды.
        </Callout>
      )}
      {isWarned && unsent > 0 && (
        <Callout tone="wait" role="alert" title={`Не отправлено: ${counted(unsent, 'шаг', 'шага', 'шагов')}.`}>
          Они останутся на этом телефоне и уйдут, когда вы войдёте здесь снова. Лучше дождитесь связи.
        </Callout>
      )}
      <p className={styles.keys}>
        <TextButton onClick={onKeys}>Все клавиши</TextButton> <kbd aria-hidden="true">?</kbd>
      </p>
      <Ways legend="Тема" name="theme" options={THEMES} value={theme} onChange={setTheme} />
    </Dialog>
  );
}
