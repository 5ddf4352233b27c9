import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { confirmation } from '#web/api/confirmation.ts';
import { contract } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useShared } from '#web/lib/page/shared-value.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { focusFirstWrong, PasswordField } from '#web/ui/field/field.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';

const FAILED = 'Проверить пароль не получилось. Повторите через минуту';

/** Asks for the password when a call needs a confirmation. Used once, at the top of the tree. */
export function ConfirmDialog() {
  const asked = useShared(confirmation, undefined);
  return (
    <Dialog open={asked !== undefined} onClose={() => asked?.answer(false)} title="Подтвердите, что это вы">
      {asked && <ConfirmForm onAnswer={asked.answer} />}
    </Dialog>
  );
}

function ConfirmForm({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useAction(contract.auth.confirm);
  const { data: ways } = useCall(contract.security.get, {});
  const hasPassword = ways?.password.changed_at !== null;
  const byPasskey = async (): Promise<void> => {
    const { signByPasskey, isDeclined } = await import('#web/api/passkey.ts');
    try {
      const passkey = await signByPasskey();
      mutate({ body: { passkey } }, { onSuccess: () => onAnswer(true), onError: (failure) => refuse(whyNot(failure)) });
    } catch (failure) {
      if (!isDeclined(failure)) refuse('Ключ не подошёл. Повторите или отмените');
    }
  };

  const refuse = (text: string): void => {
    setError(text);
    setTimeout(() => focusFirstWrong(form.current));
  };
  const confirm = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (password === '') {
      refuse('Введите пароль');
      return;
    }
    mutate({ body: { password } }, { onSuccess: () => onAnswer(true), onError: (failure) => refuse(whyNot(failure)) });
  };

  return (
    <DialogForm ref={form} onSubmit={confirm}>
      <p>После этого пять минут не будем спрашивать снова.</p>
      {hasPassword ? (
        <PasswordField
          label="Пароль от кабинета"
          name="password"
          value={password}
          error={error}
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : (
        error !== undefined && <Callout tone="bad" role="alert" title={`${error}.`} />
      )}
      <ButtonRow stacked>
        {hasPassword && (
          <Button type="submit" busy={isPending}>
            Подтвердить
          </Button>
        )}
        {ways !== undefined && ways.passkeys.length > 0 && (
          <Button look={hasPassword ? 'line' : 'solid'} busy={isPending} onClick={() => void byPasskey()}>
            Подтвердить ключом
          </Button>
        )}
        <Button look="plain" onClick={() => onAnswer(false)}>
          Отмена
        </Button>
      </ButtonRow>
    </DialogForm>
  );
}

const whyNot = (failure: Error): string =>
  (failure instanceof ApiError ? failure.errors['body.password'] : undefined) ?? readable(failure.message, FAILED);
