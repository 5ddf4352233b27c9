import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { counted } from '#web/lib/text/format.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { canSendCode } from '#web/shared/contact/code-ways.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { refusalText, type Mailbox } from './mail-data.ts';
import styles from './mail.module.css';
import { bareCode, sixDigits } from '#web/ui/dialog/within.ts';

/** The address for copies, then the code that was sent there. */
export function ForwardDialog({ box, onClose }: { box: Mailbox; onClose: () => void }) {
  const [isAnother, setAnother] = useState(false);
  const asked = isAnother ? null : box.forward_asked;
  return (
    <Dialog open onClose={onClose} title={asked ? 'Введите код из письма' : 'Куда отправлять копии?'}>
      {asked ? (
        <Code box={box} asked={asked} onAnother={() => setAnother(true)} onClose={onClose} />
      ) : (
        <Target box={box} onAsked={() => setAnother(false)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Target({ box, onAsked, onClose }: { box: Mailbox; onAsked: () => void; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [target, setTarget] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useAction(contract.emailUser.forward);
  useEffect(() => focusFirstWrong(form.current), [error]);
  const ask = (event: SyntheticEvent): void => {
    event.preventDefault();
    setError(undefined);
    mutate(
      { body: { user_id: box.user_id, target: target.trim() } },
      { onSuccess: onAsked, onError: (failure) => setError(refusalText(failure, 'body.target')) },
    );
  };
  return (
    <DialogForm ref={form} onSubmit={ask}>
      <Field
        label="Адрес"
        type="email"
        name="target"
        autoComplete="email"
        inputMode="email"
        value={target}
        onChange={({ target: { value } }) => setTarget(value)}
        hint="Пришлём туда код: так проверим, что адрес ваш."
        error={error}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isPending} aria-disabled={target.trim() === ''}>
          Прислать код
        </Button>
        <Button look="plain" onClick={onClose}>
          Не&nbsp;пересылать
        </Button>
      </div>
    </DialogForm>
  );
}

interface CodeProps {
  box: Mailbox;
  asked: NonNullable<Mailbox['forward_asked']>;
  onAnother: () => void;
  onClose: () => void;
}

function Code({ box: { user_id }, asked, onAnother, onClose }: CodeProps) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const activate = useAction(contract.emailUser.activateForward);
  const again = useAction(contract.emailUser.forward);
  const left = (Date.parse(asked.again_at) - useNow()) / 1000;
  useEffect(() => focusFirstWrong(form.current), [error]);
  const confirm = (event: SyntheticEvent): void => {
    event.preventDefault();
    setError(undefined);
    activate.mutate(
      { body: { user_id, code: bareCode(code) } },
      {
        onSuccess: ({ target }) => {
          saySuccess('Пересылка включена', `Копии уходят на\u00a0${target}`);
          onClose();
        },
        onError: (failure) => setError(refusalText(failure, 'body.code')),
      },
    );
  };
  const resend = (): void =>
    again.mutate(
      { body: { user_id, target: asked.target } },
      {
        onSuccess: () => void saySuccess('Код отправлен', asked.target),
        onError: (failure) => setError(refusalText(failure, 'body.target')),
      },
    );
  return (
    <DialogForm ref={form} onSubmit={confirm}>
      <Field
        label={`Код отправили на\u00a0${asked.target}`}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        {...sixDigits({
          value: code,
          hint: `Действует 10\u00a0минут, ${counted(asked.tries_left, 'попытка', 'попытки', 'попыток')}.`,
          error,
        })}
        onChange={({ target }) => setCode(target.value)}
      />
      {canSendCode('email') && (
        <p className={styles.small}>
          {left > 0 ? (
            `Отправить ещё раз можно через ${clockText(left)}.`
          ) : (
            <TextButton onClick={resend}>Отправить ещё раз</TextButton>
          )}{' '}
          <TextButton onClick={onAnother}>Указать другой адрес</TextButton>
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={activate.isPending} aria-disabled={code.length < 6}>
          Включить пересылку
        </Button>
        <Button look="plain" onClick={onClose}>
          Позже
        </Button>
      </div>
    </DialogForm>
  );
}
