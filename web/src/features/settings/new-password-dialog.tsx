import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#api/api-error.ts';
import { contract } from '#api/contract.ts';
import { useAction } from '#api/use-call.ts';
import { readable } from '#lib/readable.ts';
import { Button, ButtonRow } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { focusFirstWrong, PasswordField } from '#ui/field.tsx';
import { saySuccess } from '#ui/toast-store.ts';
import styles from './settings.module.css';

interface NewPasswordDialogProps {
  open: boolean;
  policy: { least: number };
  onClose: () => void;
}

/** For a subscriber who signs in by passkeys only. */
export const NewPasswordDialog = ({ open, policy, onClose }: NewPasswordDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Придумать пароль кабинета">
    <NewPasswordForm policy={policy} onClose={onClose} />
  </Dialog>
);

function NewPasswordForm({ policy: { least }, onClose }: Omit<NewPasswordDialogProps, 'open'>) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useAction(contract.security.setPassword);
  useEffect(() => focusFirstWrong(form.current), [error]);

  const set = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setError(password === '' ? 'Придумайте пароль' : undefined);
    if (password === '') return;
    mutate(
      { body: { new_password: password } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Пароль есть', 'Теперь в кабинет можно войти и паролем, и ключом');
        },
        onError: (failure) =>
          setError(
            (failure instanceof ApiError ? failure.errors['body.new_password'] : undefined) ??
              readable(failure.message, 'Не получилось. Повторите через минуту'),
          ),
      },
    );
  };

  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={set}>
      <PasswordField
        label="Новый пароль"
        hint={`От ${least} знаков, не из номера договора и имени`}
        name="new_password"
        autoComplete="new-password"
        maxLength={128}
        value={password}
        error={error}
        onChange={({ target }) => setPassword(target.value)}
      />
      <p>На других устройствах кабинет закроется, здесь вы останетесь. О новом пароле напишем вам.</p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Сохранить пароль
        </Button>
        <Button look="plain" onClick={onClose}>
          Не нужно
        </Button>
      </ButtonRow>
    </form>
  );
}
