import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';
import { QrCode, QrPlace } from '#web/shared/page/qr-code.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { BackupCodes } from './backup-codes-dialog.tsx';
import styles from '../settings.module.css';
import { within } from '#web/ui/dialog/within.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/** Shows a key for the app, asks for a code of the app, then shows the backup codes. */
export function EnableDialog({ open, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const close = (): void => {
    setCodes(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={codes ? 'Второй шаг включён' : 'Включить второй шаг'}>
      {codes ? <BackupCodes codes={codes} onClose={close} /> : <EnableForm onDone={setCodes} onClose={close} />}
    </Dialog>
  );
}

type Key = Wire<typeof contract.security.beginSecondStep>;

/** A new key for the app, requested once when the dialog opens; if the request is refused, the dialog closes. */
function useKey(onRefused: () => void): Key | undefined {
  const { mutate } = useAction(contract.security.beginSecondStep);
  const [key, setKey] = useState<Key>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate(
      {},
      {
        onSuccess: setKey,
        onError: (failure) => {
          onRefused();
          sayError(failure, 'Второй шаг не включили. Повторите через минуту');
        },
      },
    );
  }, [mutate, onRefused]);
  return key;
}

function EnableForm({ onDone, onClose }: { onDone: (codes: readonly string[]) => void; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const key = useKey(onClose);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useAction(contract.security.enableSecondStep);
  useEffect(() => focusFirstWrong(form.current), [error]);

  const enable = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setError(code.trim() === '' ? 'Введите код' : undefined);
    if (code.trim() === '') return;
    mutate(
      { body: { code: code.trim() } },
      {
        onSuccess: ({ backup_codes }) => onDone(backup_codes),
        onError: (failure) => setError(whyNot(failure)),
      },
    );
  };
  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={enable}>
      <p>Наведите на код приложение для кодов входа, например Яндекс Ключ.</p>
      <div className={styles.key}>
        {key ? <QrCode payload={key.url} label="QR-код с ключом для приложения" /> : <QrPlace />}
      </div>
      {key && (
        <p>
          На этом же телефоне <a href={key.url}>откройте приложение</a> или впишите ключ: <code>{key.key}</code>
        </p>
      )}
      <Field
        label="Код из приложения"
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...within(16, { value: code, hint: 'Шесть цифр, меняются каждые полминуты', error })}
        onChange={({ target }) => setCode(target.value)}
      />
      <ButtonRow stacked>
        <Button type="submit" busy={isPending} aria-disabled={key === undefined || undefined}>
          Включить
        </Button>
        <Button look="plain" onClick={onClose}>
          Не включать
        </Button>
      </ButtonRow>
    </form>
  );
}

const whyNot = (failure: Error): string =>
  (failure instanceof ApiError ? failure.errors['body.code'] : undefined) ??
  readable(failure.message, 'Не получилось. Повторите через минуту');

export function DisableDialog({ open, onClose }: DialogProps) {
  const { mutate, isPending } = useAction(contract.security.disableSecondStep);
  const disable = (): void =>
    mutate(
      {},
      {
        onSuccess: () => {
          onClose();
          saySuccess('Второй шаг выключен', 'Для входа достаточно пароля');
        },
        onError: (failure) => sayError(failure, 'Выключить не получилось. Повторите через минуту'),
      },
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Выключить второй шаг?"
      actions={
        <ButtonRow stacked>
          <Button look="cut" busy={isPending} onClick={disable}>
            Выключить
          </Button>
          <Button look="plain" onClick={onClose}>
            Не выключать
          </Button>
        </ButtonRow>
      }
    >
      <p>Для входа хватит одного пароля, в том числе с чужого устройства. Запасные коды перестанут действовать.</p>
    </Dialog>
  );
}
