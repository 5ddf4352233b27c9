import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { counted } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from '../settings.module.css';
import { within } from '#web/ui/dialog/within.ts';

interface Policy {
  least: number;
  /** Null: the subscriber signs in by passkeys only, and has none to change. */
  changed_at: string | null;
}

interface PasswordDialogProps {
  open: boolean;
  policy: Policy;
  onClose: () => void;
}

/** Changes the password of the portal, or makes the first one. */
export const PasswordDialog = ({ open, policy, onClose }: PasswordDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={policy.changed_at === null ? 'Придумать пароль кабинета' : 'Сменить пароль кабинета'}
  >
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

interface Typed {
  /** The present one; undefined if there is none. */
  password: string | undefined;
  fresh: string;
}

/** What is missing; undefined if nothing is. */
const missing = ({ password, fresh }: Typed): Refusal | undefined =>
  password === '' || fresh === ''
    ? {
        ...(password === '' && { password: 'Введите нынешний пароль' }),
        ...(fresh === '' && { fresh: password === undefined ? 'Придумайте пароль' : 'Придумайте новый пароль' }),
      }
    : undefined;

/** Sends the change, or the first password. */
function useNewPassword() {
  const changing = useAction(contract.security.changePassword);
  const setting = useAction(contract.security.setPassword);
  const save = ({ password, fresh }: Typed, then: { onDone: () => void; onError: (failure: Error) => void }): void => {
    if (password === undefined) {
      const onSuccess = (): void => {
        then.onDone();
        saySuccess('Пароль есть', 'Теперь в кабинет можно войти и паролем, и ключом');
      };
      setting.mutate({ body: { new_password: fresh } }, { onSuccess, onError: then.onError });
      return;
    }
    const onSuccess = ({ sessions_ended }: { sessions_ended: number }): void => {
      then.onDone();
      saySuccess('Пароль изменён', endedText(sessions_ended));
    };
    changing.mutate({ body: { password, new_password: fresh } }, { onSuccess, onError: then.onError });
  };
  return { save, isPending: changing.isPending || setting.isPending };
}

const WORDS = {
  change: { note: 'О смене напишем вам.', save: 'Сменить пароль', leave: 'Не менять' },
  first: { note: 'О новом пароле напишем вам.', save: 'Сохранить пароль', leave: 'Не нужно' },
} as const;

function PasswordForm({ policy: { least, changed_at: changedAt }, onClose }: Omit<PasswordDialogProps, 'open'>) {
  const form = useRef<HTMLFormElement>(null);
  const [present, setPresent] = useState('');
  const [fresh, setFresh] = useState('');
  const [refusal, setRefusal] = useState<Refusal>({});
  const { save, isPending } = useNewPassword();
  useEffect(() => focusFirstWrong(form.current), [refusal]);
  const isFirst = changedAt === null;
  const words = WORDS[isFirst ? 'first' : 'change'];

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const typed = { password: isFirst ? undefined : present, fresh };
    const lacks = missing(typed);
    setRefusal(lacks ?? {});
    if (!lacks) save(typed, { onDone: onClose, onError: (failure) => setRefusal(refusalOf(failure)) });
  };

  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={submit}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      {!isFirst && (
        <PasswordField
          label="Пароль сейчас"
          name="password"
          {...within(128, { value: present, error: refusal.password })}
          onChange={({ target }) => setPresent(target.value)}
        />
      )}
      <PasswordField
        label="Новый пароль"
        name="new_password"
        autoComplete="new-password"
        {...within(128, {
          value: fresh,
          hint: `От ${least} знаков, не из номера договора и\u00a0имени`,
          error: refusal.fresh,
        })}
        onChange={({ target }) => setFresh(target.value)}
      />
      <p>На других устройствах кабинет закроется, здесь вы останетесь. {words.note}</p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          {words.save}
        </Button>
        <Button look="plain" onClick={onClose}>
          {words.leave}
        </Button>
      </ButtonRow>
    </form>
  );
}

const endedText = (ended: number): string =>
  ended === 0
    ? 'Кабинет был открыт только здесь'
    : `Закрыли кабинет на ${counted(ended, 'другом устройстве', 'других устройствах', 'других устройствах')}`;
