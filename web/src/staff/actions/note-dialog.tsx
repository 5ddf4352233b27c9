import { useState, type SubmitEvent } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

interface NoteDialogProps {
  card: { readonly contract_id: number };
  onClose: () => void;
}

const MOST_SIGNS = 1000;

/** A note for the staff, in the timeline of the contract. */
export function NoteDialog({ card, onClose }: NoteDialogProps) {
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const add = useChange(contract.notes.add);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setEmpty(text.trim() === '');
    if (text.trim() === '') return;
    add.mutate(
      { body: { contract_id: card.contract_id, text } },
      {
        onSuccess: () => {
          saySuccess('Записали', 'Заметка в ленте');
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Записать не получилось. Повторите'),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title="Заметка">
      <DialogForm onSubmit={submit}>
        <TextArea
          label="Что знать сотрудникам"
          {...within(MOST_SIGNS, {
            value: text,
            hint: 'В кабинете заметки нет, но абонент вправе её запросить (152-ФЗ)',
            error: isEmpty && text.trim() === '' ? 'Напишите заметку' : undefined,
          })}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" wide busy={add.isPending}>
          Записать
        </Button>
      </DialogForm>
    </Dialog>
  );
}
