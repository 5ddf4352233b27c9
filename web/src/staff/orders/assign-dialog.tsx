import { useState, type SubmitEvent } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import type { ShownOrder } from './orders-data.ts';

const MOST_SIGNS = 100;

interface AssignDialogProps {
  order: ShownOrder;
  /** The name of whoever works here. */
  me: string;
  onClose: () => void;
}

/** Who does it; the client reads the name. */
export function AssignDialog({ order, me, onClose }: AssignDialogProps) {
  const [name, setName] = useState(me);
  const assign = useChange(contract.orders.assign);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const who = name.trim();
    if (who === '' || assign.isPending) return;
    assign.mutate(
      { body: { order_id: order.order_id, name: who, text: `Заявкой занимается ${who}` } },
      {
        onSuccess: () => {
          saySuccess('Назначили', who);
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Повторите', 'Не назначили'),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title="Кто занимается заявкой?">
      <DialogForm onSubmit={submit}>
        <Field
          label="Имя, его прочитает абонент"
          {...within(MOST_SIGNS, { value: name, error: name.trim() === '' ? 'Напишите имя' : undefined })}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" wide busy={assign.isPending}>
          Назначить
        </Button>
      </DialogForm>
    </Dialog>
  );
}
