import { useState, type SubmitEvent } from 'react';
import { range } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

/** A window of a master; a technician sees his visits by his name or login. */
export function AddWindowDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const [typed, setTyped] = useState({ town: '', master: '', from: '10:00', to: '12:00' });
  const add = useChange(contract.orders.addSlot);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (add.isPending) return;
    const { town, master, from, to } = typed;
    add.mutate(
      { body: { town: town.trim(), master: master.trim(), from: `${day} ${from}`, to: `${day} ${to}` } },
      {
        onSuccess: () => {
          saySuccess('Добавили окно', `${master}, ${range(from, to)}`);
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Проверьте поля', 'Не добавили'),
      },
    );
  };
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Dialog open onClose={onClose} title="Окно мастера">
      <DialogForm onSubmit={submit}>
        <Field label="Город" maxLength={100} {...field('town')} />
        <Field
          label="Мастер"
          maxLength={100}
          hint="Имя, как у сотрудника: по нему он видит свои визиты"
          {...field('master')}
        />
        <Field label="С" type="time" {...field('from')} />
        <Field label="До" type="time" {...field('to')} />
        <Button type="submit" wide busy={add.isPending}>
          Добавить
        </Button>
      </DialogForm>
    </Dialog>
  );
}
