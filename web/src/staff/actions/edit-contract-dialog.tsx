import { useState } from 'react';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { usePausedTyping } from '../lib/paused-typing.ts';
import { PrintedField, wrongPrinted } from '../look/printed-field.tsx';
import { NO_PLACE, placeBody, PlaceFields, type TypedPlace } from './place-fields.tsx';
import { RehearsedDialog } from './rehearsed-dialog.tsx';
import { useRehearsal } from './use-rehearsal.ts';

interface EditProps {
  card: {
    readonly contract_id: number;
    readonly printed_no: string | null;
    readonly name: string;
    readonly address: string;
  };
  onClose: () => void;
}

const PAUSE_MS = 300;

type Part = 'name' | 'address' | 'printed';

/** A name, an address or a number that was written wrong, corrected by a document. */
export function EditContractDialog({ card, onClose }: EditProps) {
  const [what, setWhat] = useState<Part>('name');
  const [name, setName] = useState(card.name);
  const [place, setPlace] = useState(NO_PLACE);
  const [printed, setPrinted] = useState(card.printed_no ?? '');
  const [document, setDocument] = useState('');
  const edit = useChange(contract.clients.edit);
  const changed = {
    name: () => nameBody(name, card.name),
    address: () => placeBody(place),
    printed: () => printedBody(printed, card.printed_no ?? ''),
  }[what]();
  // The document is typed last; what would be changed does not depend on it.
  const rehearsed = usePausedTyping(changed && JSON.stringify(changed), PAUSE_MS);
  const body = { contract_id: card.contract_id, ...(JSON.parse(rehearsed ?? '{}') as typeof changed) };
  const rehearsal = useRehearsal(
    contract.clients.edit,
    { ...body, document: 'Проверка' },
    { paused: edit.isPending || rehearsed === undefined },
  );
  const isWritten = document.trim() !== '' && document.length <= 100;
  return (
    <RehearsedDialog
      title="Исправить данные договора"
      verb="Исправить"
      back="Не исправлять"
      rehearsal={changed && rehearsed !== undefined ? rehearsal : undefined}
      isPossible={() => isWritten}
      isBusy={edit.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        edit.mutate(
          { body: { ...body, document, version } },
          {
            onSuccess: () => {
              saySuccess('Данные исправили', 'Абоненту написали об этом');
              onClose();
            },
            onError: refused,
          },
        )
      }
      consequences={(told) => (
        <KeyValues
          list={[
            ['Было', shown(card, what)],
            ['Станет', shown({ ...told, contract_id: card.contract_id }, what)],
          ]}
        />
      )}
    >
      <Chips
        label="Что исправляем"
        value={what}
        onChange={setWhat}
        options={[
          { value: 'name', text: 'Имя' },
          { value: 'address', text: 'Адрес' },
          { value: 'printed', text: 'Номер' },
        ]}
      />
      <Wrong {...{ what, name, place, printed }} onName={setName} onPlace={setPlace} onPrinted={setPrinted} />
      <Field
        label="По какому документу"
        autoComplete="off"
        {...within(100, { value: document, hint: 'Например: «Паспорт, последние цифры 45»' })}
        onChange={({ target }) => setDocument(target.value)}
      />
    </RehearsedDialog>
  );
}

const nameBody = (name: string, former: string) =>
  name.trim() === '' || name.trim() === former ? undefined : { name: name.trim() };

const printedBody = (printed: string, former: string) =>
  printed.trim() === former || wrongPrinted(printed) !== undefined ? undefined : { printed_no: printed.trim() };

const shown = (one: EditProps['card'], what: Part): string =>
  ({ name: one.name, address: one.address, printed: contractNo(one) })[what];

interface WrongProps {
  what: Part;
  name: string;
  place: TypedPlace;
  printed: string;
  onPrinted: (printed: string) => void;
  onName: (name: string) => void;
  onPlace: (place: TypedPlace) => void;
}

function Wrong({ what, name, place, printed, onName, onPlace, onPrinted }: WrongProps) {
  if (what === 'printed') {
    return <PrintedField value={printed} empty="внутренний номер" onChange={onPrinted} />;
  }
  if (what === 'name') {
    return (
      <Field
        label="Имя"
        autoComplete="off"
        {...within(200, { value: name })}
        onChange={({ target }) => onName(target.value)}
      />
    );
  }
  return (
    <>
      <p>Адрес пишется целиком. Если абонент переезжает, это «Переезд», а не&nbsp;исправление.</p>
      <PlaceFields place={place} onChange={onPlace} />
    </>
  );
}
