import { useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { confirmation } from '#web/api/confirmation.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';

/** Asks for a code when a call needs a fresh proof. Used once, at the top of the tree. */
export function ProveDialog() {
  const asked = useSyncExternalStore(confirmation.subscribe, confirmation.get);
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
  const prove = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (code.trim() === '') {
      setError('Введите код из приложения или запасной код');
      return;
    }
    setPending(true);
    sendForStaff(contract.own.confirm, { body: { code: code.trim() } })
      .then(onProved, (failure: unknown) =>
        setError(readable((failure as Error).message, 'Проверить не получилось. Повторите через минуту')),
      )
      .finally(() => setPending(false));
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
    </DialogForm>
  );
}
