import { useState, type SubmitEvent } from 'react';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

interface TestDialogProps {
  title: string;
  text: string;
  onClose: () => void;
}

/** The message to oneself: how it looks to who gets it. */
export function TestDialog({ title, text, onClose }: TestDialogProps) {
  const [to, setTo] = useState('');
  const [error, setError] = useState<string>();
  const test = useChange(contract.campaigns.test);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (to.trim() === '') {
      setError('Напишите телефон или почту');
      return;
    }
    const where = to.includes('@') ? { email: to.trim() } : { phone: to.trim() };
    test.mutate(
      { body: { title: title.trim(), text: text.trim(), ...where } },
      {
        onSuccess: ({ way }) => {
          saySuccess('Отправили вам', way === 'sms' ? 'СМС придёт за минуту' : 'Проверьте почту');
          onClose();
        },
        onError: ({ message }) => setError(readable(message, 'Проверьте номер или адрес')),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title="Отправить себе">
      <DialogForm onSubmit={submit}>
        <Field
          label="Ваш телефон или почта"
          value={to}
          error={error}
          autoComplete="off"
          onChange={({ target }) => {
            setTo(target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" wide busy={test.isPending}>
          Отправить
        </Button>
      </DialogForm>
    </Dialog>
  );
}
