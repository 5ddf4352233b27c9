import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#api/api-error.ts';
import { contract } from '#api/contract.ts';
import { useAction } from '#api/use-call.ts';
import { counted } from '#lib/format.ts';
import { readable } from '#lib/readable.ts';
import { Button, ButtonRow } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { focusFirstWrong, PasswordField } from '#ui/field.tsx';
import { saySuccess } from '#ui/toast-store.ts';
import styles from './settings.module.css';

interface PasswordDialogProps {
  open: boolean;
  policy: { least: number };
  onClose: () => void;
}

export const PasswordDialog = ({ open, policy, onClose }: PasswordDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Сменить пароль кабинета">
    <PasswordForm policy={policy} onClose={onClose} />
  </Dialog>
);

interface Refusal {
  password?: string | undefined;
  fresh?: string | undefined;
  whole?: string | undefined;
}

const FAILED = 'Не получилось. Повторите через минуту';

function refusalOf(failure: Error): Refusal {
  const errors = failure instanceof ApiError ? failure.errors : {};
  const [password, fresh] = [errors['body.password'], errors['body.new_password']];
  return password === undefined && fresh === undefined
    ? { whole: readable(failure.message, FAILED) }
    : { password, fresh };
}

function PasswordForm({ policy: { least }, onClose }: Omit<PasswordDialogProps, 'open'>) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [fresh, setFresh] = useState('');
  const [refusal, setRefusal] = useState<Refusal>({});
  const { mutate, isPending } = useAction(contract.security.changePassword);
  useEffect(() => focusFirstWrong(form.current), [refusal]);

  const change = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (password === '' || fresh === '') {
      setRefusal({
        ...(password === '' && { password: 'Введите нынешний пароль' }),
        ...(fresh === '' && { fresh: 'Придумайте новый пароль' }),
      });
      return;
    }
    setRefusal({});
    mutate(
      { body: { password, new_password: fresh } },
      {
        onSuccess: ({ sessions_ended }) => {
          onClose();
          saySuccess('Пароль изменён', endedText(sessions_ended));
        },
        onError: (failure) => setRefusal(refusalOf(failure)),
      },
    );
  };

  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={change}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <PasswordField
        label="Пароль сейчас"
        name="password"
        maxLength={128}
        value={password}
        error={refusal.password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <PasswordField
        label="Новый пароль"
        hint={`От ${least} знаков, не из номера договора и имени`}
        name="new_password"
        autoComplete="new-password"
        maxLength={128}
        value={fresh}
        error={refusal.fresh}
        onChange={({ target }) => setFresh(target.value)}
      />
      <p>На других устройствах кабинет закроется, здесь вы останетесь. О смене напишем вам.</p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Сменить пароль
        </Button>
        <Button look="plain" onClick={onClose}>
          Не менять
        </Button>
      </ButtonRow>
    </form>
  );
}

const endedText = (ended: number): string =>
  ended === 0
    ? 'Кабинет был открыт только здесь'
    : `Закрыли кабинет на ${counted(ended, 'другом устройстве', 'других устройствах', 'других устройствах')}`;
