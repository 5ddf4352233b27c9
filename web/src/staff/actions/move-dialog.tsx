import { useState } from 'react';
import { dayOf, momentText, rubles, range, timeText } from '#web/lib/text/format.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { Callout } from '#web/ui/card/callout.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Checkbox, Field, Select } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { usePausedTyping } from '../lib/paused-typing.ts';
import { NO_PLACE, placeBody, PlaceFields } from './place-fields.tsx';
import { RefusedForNow } from './refused-for-now.tsx';
import { RehearsedDialog } from './rehearsed-dialog.tsx';
import { useRehearsal } from './use-rehearsal.ts';

interface MoveProps {
  card: { readonly contract_id: number };
  today: string;
  onClose: () => void;
}

const PAUSE_MS = 300;
const LONGEST_DOCUMENT = 100;

/** The contract goes to another address: what can be had there, what is given back, when the technician comes. */
export function MoveDialog({ card, today, onClose }: MoveProps) {
  const [place, setPlace] = useState(NO_PLACE);
  const [isWired, setWired] = useState(false);
  const [slot, setSlot] = useState('');
  const [document, setDocument] = useState('');
  const move = useChange(contract.moves.move);
  const typed = usePausedTyping(JSON.stringify(placeBody(place) ?? null), PAUSE_MS);
  const at = JSON.parse(typed) as ReturnType<typeof placeBody> | null;
  const body = { contract_id: card.contract_id, ...at, ...(isWired && { wired: 'yes' as const }) };
  const rehearsal = useRehearsal(
    contract.moves.move,
    { ...body, document: 'Проверка' },
    { paused: move.isPending || at === null },
  );
  return (
    <RehearsedDialog
      title={`Переезд договора ${card.contract_id}`}
      verb="Перенести"
      back="Не переносить"
      rehearsal={at === null ? undefined : rehearsal}
      isPossible={({ refusal }) => refusal === null && isWritten(document)}
      isBusy={move.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        at &&
        move.mutate(
          { body: { ...body, ...at, document, version, ...(slot !== '' && { slot_id: slot }) } },
          {
            onSuccess: (moved) => {
              saySuccess('Договор переехал', nextText(moved, today));
              onClose();
            },
            onError: refused,
          },
        )
      }
      consequences={(told) => <Consequences told={told} />}
    >
      <PlaceFields place={place} onChange={setPlace} />
      {needsEngineer(rehearsal.data, isWired) && (
        <Checkbox checked={isWired} onChange={({ target }) => setWired(target.checked)}>
          Инженер подтвердил, что линия будет
        </Checkbox>
      )}
      <WindowField town={at?.town} today={today} slot={slot} onChange={setSlot} />
      <Field
        label="По какому документу"
        autoComplete="off"
        {...within(LONGEST_DOCUMENT, { value: document, hint: 'Например: «Заявление 12 от 26 ноября»' })}
        onChange={({ target }) => setDocument(target.value)}
      />
    </RehearsedDialog>
  );
}

type MovedContract = Wire<typeof contract.moves.move>;

const nextText = ({ visit }: MovedContract, today: string): string =>
  visit ? `Мастер придёт ${momentText(visit.from, today)}` : 'Назначьте визит: услуги ждут мастера';

const isWritten = (document: string): boolean => document.trim() !== '' && document.length <= LONGEST_DOCUMENT;

/** A house that is not in the list of the network. */
const needsEngineer = (told: MovedContract | undefined, isWired: boolean): boolean =>
  isWired || (told !== undefined && told.coverage !== 'connected');

interface WindowFieldProps {
  town: string | undefined;
  today: string;
  slot: string;
  onChange: (slot: string) => void;
}

/** The free windows of the town. */
function WindowField({ town, today, slot, onChange }: WindowFieldProps) {
  const { data } = useAnswer(
    contract.connect.check,
    { query: { town: town ?? '' } },
    { enabled: town !== undefined, keeps: true },
  );
  const free = data?.visits.filter(({ is_free: isFree }) => isFree) ?? [];
  if (free.length === 0) return null;
  return (
    <Select label="Когда придёт мастер" value={slot} onChange={({ target }) => onChange(target.value)}>
      <option value="">Назначим потом</option>
      {free.map(({ slot_id: id, from, to }) => (
        <option key={id} value={id}>
          {range(dayOf(from) === today ? `сегодня, ${timeText(from)}` : momentText(from, today), timeText(to))}
        </option>
      ))}
    </Select>
  );
}

function Consequences({ told }: { told: MovedContract }) {
  const { was, address, services, stays, accounts, refusal } = told;
  return (
    <>
      {refusal !== null && <RefusedForNow refusal={refusal} />}
      {services.length > 0 && refusal === null && (
        <Callout tone="wait" title="Отключатся сегодня, пока не придёт мастер:">
          {services.map(({ name, plan }) => `${name} «${plan}»`).join(', ')}. До этого не&nbsp;списываем.
        </Callout>
      )}
      <KeyValues
        list={[
          ['Было', was],
          ['Станет', address],
          stays.length > 0 && (['Не прервётся', stays.join(', ')] as const),
          ...accounts.map(
            ({ account_no: no, returned, balance }) =>
              !isZero(returned) &&
              ([`Вернём на счёт ${no}`, `${rubles(returned)}, станет ${rubles(balance)}`] as const),
          ),
        ]}
      />
    </>
  );
}
