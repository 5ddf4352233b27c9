import { useState } from 'react';
import { useNavigate } from '#web/lib/page/router.tsx';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field, Select } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

interface AddPlaceDialogProps {
  towns: Wire<typeof contract.places.towns>;
  onClose: () => void;
}

/** A street of a town, or a town. */
export function AddPlaceDialog({ towns, onClose }: AddPlaceDialogProps) {
  const navigate = useNavigate();
  const addTown = useChange(contract.places.addTown);
  const addStreet = useChange(contract.places.addStreet);
  const [town, setTown] = useState(String(towns[0]?.town_id ?? ''));
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const isTown = town === '';
  const failed = ({ message }: Error): void => setError(readable(message, 'Проверьте название'));
  const submit = (): void => {
    if (name.trim() === '') {
      setError('Напишите название');
      return;
    }
    if (isTown) {
      const added = (): void => {
        saySuccess('Завели город', name.trim());
        onClose();
      };
      addTown.mutate({ body: { name: name.trim() } }, { onSuccess: added, onError: failed });
      return;
    }
    addStreet.mutate(
      { body: { town_id: town, name: name.trim() } },
      {
        onSuccess: ({ street_id: id }) => {
          saySuccess('Завели улицу', name.trim());
          onClose();
          navigate(`/places/${id}`);
        },
        onError: failed,
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={isTown ? 'Новый город' : 'Новая улица'}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Select label="Где" value={town} onChange={({ target }) => setTown(target.value)}>
          {towns.map(({ town_id: id, name: of }) => (
            <option key={id} value={id}>
              {of}
            </option>
          ))}
          <option value="">Новый город</option>
        </Select>
        <Field
          label="Название"
          autoComplete="off"
          {...within(100, { value: name, error })}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" wide busy={addTown.isPending || addStreet.isPending}>
          Завести
        </Button>
      </DialogForm>
    </Dialog>
  );
}
