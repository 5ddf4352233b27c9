import { useContext, useState, type SubmitEvent } from 'react';
import { confirmation } from '#web/api/confirmation.ts';
import { useShared } from '#web/lib/page/shared-value.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sendForStaff } from '../api/client.ts';
import { contract, type Request } from '../api/contract.ts';
import { MeContext } from '../api/me.ts';
import { confirmByOpenId } from './openid.ts';
import { mayHavePasskeys, passkeyTrouble, signForStaff } from './staff-passkey.ts';

/** Asks for a code or a passkey when a call needs a fresh proof. Used once, at the top of the tree. */
export function ProveDialog() {
  const asked = useShared(confirmation, undefined);
  return (
    <Dialog open={asked !== undefined} onClose={() => asked?.answer(false)} title="Подтвердите, что это вы">
      {asked && <ProveForm onProved={() => asked.answer(true)} />}
    </Dialog>
  );
}

function ProveForm({ onProved }: { onProved: () => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const session = useContext(MeContext)?.session;
  const hasPasskey = (session?.passkeys ?? 0) > 0 && mayHavePasskeys();
  const confirm = async (body: NonNullable<Request<typeof contract.own.confirm>['body']>): Promise<void> => {
    setPending(true);
    await sendForStaff(contract.own.confirm, { body })
      .then(onProved, (failure: unknown) =>
        setError(readable((failure as Error).message, 'Проверить не получилось. Повторите через минуту')),
      )
      .finally(() => setPending(false));
  };
  const byPasskey = (): void =>
    void signForStaff().then(
      (passkey) => passkey && confirm({ passkey }),
      (failure: unknown) => setError(passkeyTrouble(failure)),
    );
  const byCompany = (): void =>
    void confirmByOpenId().then(
      (openid) => confirm({ openid }),
      (failure: unknown) => setError((failure as Error).message),
    );
  const prove = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (code.trim() === '') {
      setError('Введите код из приложения или запасной код');
      return;
    }
    void confirm({ code: code.trim() });
  };
  return (
    <DialogForm onSubmit={prove}>
      <p>После этого пять минут не будем спрашивать снова.</p>
      <Field
        label="Код"
        hint="Из приложения или запасной"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        value={code}
        error={error}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" wide busy={isPending}>
        Подтвердить
      </Button>
      {hasPasskey && (
        <Button look="line" icon="key" wide busy={isPending} onClick={byPasskey}>
          Ключом
        </Button>
      )}
      {session?.openid && (
        <Button look="line" wide busy={isPending} onClick={byCompany}>
          Учётной записью компании
        </Button>
      )}
    </DialogForm>
  );
}
