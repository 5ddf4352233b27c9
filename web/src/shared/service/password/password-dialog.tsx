import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { brokenRules, madePassword } from '@kabinet/contract/kernel/service-password';
import type { User } from '#web/shared/data/frame-data.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Checkbox, focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './password-dialog.module.css';
import { PasswordRules } from './password-rules.tsx';
import { usePassword, type PasswordPolicy } from './use-password.ts';

interface PasswordDialogProps {
  open: boolean;
  title: string;
  /** What to do after it: «Впишите новый в настройки роутера». */
  next: string;
  /** Sessions with the old password end in any case; the words say so. */
  endsAll?: string;
  user: Pick<User, 'user_id' | 'login'>;
  policy: PasswordPolicy;
  onClose: () => void;
}

/** Closing the dialog discards all input: the password is never shown again. */
export function ServicePasswordDialog({ open, title, ...form }: PasswordDialogProps) {
  return (
    <Dialog open={open} onClose={form.onClose} title={title}>
      <PasswordForm {...form} />
    </Dialog>
  );
}

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

function PasswordForm({ user, policy, next, endsAll, onClose }: Omit<PasswordDialogProps, 'open' | 'title'>) {
  const { user_id, login } = user;
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [fresh, setFresh] = useState('');
  const [made, setMade] = useState<string>();
  const [endSessions, setEndSessions] = useState(true);
  const { send, isPending, refusal } = usePassword();
  const broken = brokenRules(fresh, policy.own_words);
  useEffect(() => focusFirstWrong(form.current), [refusal]);

  const change = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (broken.length > 0) {
      form.current?.querySelector<HTMLInputElement>('[name=new_password]')?.focus();
      return;
    }
    send({ user_id, password, new_password: fresh, end_sessions: endSessions }, () => {
      onClose();
      saySuccess('Пароль изменён', next);
    });
  };
  const check = (): void => send({ user_id, password }, () => void saySuccess('Пароль верный', `Логин ${login}`));
  const invent = (): void => {
    const invented = madePassword(random);
    setFresh(invented);
    setMade(invented);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={change} noValidate>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <input type="hidden" name="username" autoComplete="username" value={login} />
      <div className={styles.field}>
        <PasswordField
          label="Пароль сейчас"
          name="password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={refusal.password}
        />
        <Button look="plain" size="sm" busy={isPending && fresh === ''} aria-disabled={password === ''} onClick={check}>
          Только проверить
        </Button>
      </div>
      <div className={styles.field}>
        <PasswordField
          label="Новый пароль"
          name="new_password"
          autoComplete="new-password"
          value={fresh}
          onChange={({ target }) => setFresh(target.value)}
          error={refusal.fresh}
        />
        <PasswordRules broken={broken} isEmpty={fresh === ''} />
        <Button look="plain" size="sm" icon="refresh" onClick={invent}>
          Придумать пароль
        </Button>
        {made !== undefined && made === fresh && <Made password={made} />}
      </div>
      {endsAll === undefined ? (
        <Checkbox checked={endSessions} onChange={({ target }) => setEndSessions(target.checked)}>
          Отключить всё, что вошло по&nbsp;старому паролю
        </Checkbox>
      ) : (
        <p>{endsAll}</p>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={isPending && fresh !== ''} aria-disabled={password === '' || fresh === ''}>
          Сменить пароль
        </Button>
        <Button look="plain" onClick={onClose}>
          Не менять
        </Button>
      </div>
    </form>
  );
}

/** A generated password, shown only until the dialog closes. */
function Made({ password }: { password: string }) {
  const copy = (): void => void copyText(password, 'Пароль скопирован');
  return (
    <div className={styles.made} role="status">
      <code>{password}</code>
      <Button look="line" size="sm" icon="copy" onClick={copy}>
        Скопировать
      </Button>
      <p>Запишите его сейчас: потом кабинет его не&nbsp;покажет.</p>
    </div>
  );
}
