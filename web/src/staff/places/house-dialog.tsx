import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { contractsText } from '../debtors/debtors.texts.ts';
import { type ShownHouse, type ShownStreet } from './places.texts.ts';
import styles from './places.module.css';
import { Refused } from '../catalogue/refused.tsx';

interface HouseDialogProps {
  street: ShownStreet;
  /** undefined: a new one. */
  house: ShownHouse | undefined;
  today: string;
  onClose: () => void;
}

type Served = 'now' | 'planned' | 'no';

const SERVED = [
  { value: 'now', text: 'Подключаем' },
  { value: 'planned', text: 'Будет с дня' },
  { value: 'no', text: 'Не подключаем' },
] as const;

function servedNow(house: ShownHouse | undefined): Served {
  if (house?.state === 'planned') return 'planned';
  return house?.state === 'closed' ? 'no' : 'now';
}

interface Draft {
  readonly name: string;
  readonly served: Served;
  readonly ready: string;
  readonly mbit: string;
}

/** From when and how fast, if it is said. */
const saidOf = ({ served, ready, mbit }: Draft, was: { ready: string | null; mbit: string }) => ({
  ...(served === 'planned' && ready !== '' && ready !== was.ready && { ready_on: ready }),
  ...(mbit.trim() !== '' && mbit.trim() !== was.mbit && { mbit: mbit.trim() }),
});

/** Whether it is served, if that differs; a day says it, too. */
function servedIf(house: ShownHouse, served: Served): { served?: 'yes' | 'no' } {
  const isSame = served === servedNow(house) && house.state !== 'unknown';
  if (isSame || served === 'planned') return {};
  return { served: served === 'no' ? 'no' : 'yes' };
}

/** What an edit sends: only what differs. */
const editOf = (house: ShownHouse, draft: Draft) => ({
  ...(draft.name.trim() !== house.house && { name: draft.name.trim() }),
  ...servedIf(house, draft.served),
  ...saidOf(draft, { ready: house.ready_on, mbit: String(house.mbit ?? '') }),
});

const draftOf = (house: ShownHouse | undefined): Draft => ({
  name: house?.house ?? '',
  served: servedNow(house),
  ready: house?.ready_on ?? '',
  mbit: String(house?.mbit ?? ''),
});

const isWholeDraft = ({ name, served, ready }: Draft): boolean =>
  name.trim() !== '' && (served !== 'planned' || ready !== '');

/** Sends a new house, or what differs of one that is there. */
function useSaving({ street, house, onClose }: Pick<HouseDialogProps, 'street' | 'house' | 'onClose'>) {
  const add = useChange(contract.places.addHouse);
  const edit = useChange(contract.places.editHouse);
  const [failure, setFailure] = useState<Error>();
  const id = String(street.street_id);
  const save = (draft: Draft): void => {
    const name = draft.name.trim();
    const after = {
      onSuccess: () => {
        saySuccess('Сохранили', `${street.name}, ${name}`);
        onClose();
      },
      onError: setFailure,
    };
    if (house) edit.mutate({ body: { street_id: id, house: house.house, ...editOf(house, draft) } }, after);
    else add.mutate({ body: { street_id: id, house: name, ...saidOf(draft, { ready: null, mbit: '' }) } }, after);
  };
  return { save, failure, isPending: add.isPending || edit.isPending };
}

/** A house: its number, whether it is served, how fast. */
export function HouseDialog({ street, house, today, onClose }: HouseDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(house));
  const { save, failure, isPending } = useSaving({ street, house, onClose });
  const isWhole = isWholeDraft(draft);
  return (
    <Dialog
      open
      onClose={onClose}
      title={house ? `${street.name}, ${house.house}` : `Новый дом: ${street.name}`}
      actions={
        <>
          <Button busy={isPending} aria-disabled={!isWhole || undefined} onClick={() => isWhole && save(draft)}>
            Сохранить
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <HouseFields {...{ draft, house, today }} onChange={setDraft} />
      <Refused failure={failure} title="Не сохранили." advice="Проверьте поля" />
    </Dialog>
  );
}

interface HouseFieldsProps extends Pick<HouseDialogProps, 'house' | 'today'> {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function HouseFields({ draft, house, today, onChange }: HouseFieldsProps) {
  const contracts = house?.contracts ?? 0;
  return (
    <div className={styles.fields}>
      <Field
        label="Номер дома"
        autoComplete="off"
        {...within(20, {
          value: draft.name,
          hint:
            contracts > 0
              ? `Новый номер встанет в адресах: ${contractsText(contracts)}. Если такой дом есть, записи объединятся`
              : undefined,
        })}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <Chips
        label="Обслуживается ли"
        value={draft.served}
        onChange={(served) => onChange({ ...draft, served })}
        options={house ? SERVED : SERVED.filter(({ value }) => value !== 'no')}
      />
      {draft.served === 'planned' && (
        <DateField
          label="С какого дня подключаем"
          today={today}
          value={draft.ready}
          onChange={(ready) => onChange({ ...draft, ready })}
        />
      )}
      <Field
        label="Наибольшая скорость, Мбит/с"
        inputMode="numeric"
        autoComplete="off"
        {...within(6, { value: draft.mbit, hint: 'Тарифы быстрее здесь не предлагаем. Пусто — любая' })}
        onChange={({ target }) => onChange({ ...draft, mbit: target.value })}
      />
      {draft.served === 'no' && contracts > 0 && (
        <Callout tone="info">У&nbsp;кого здесь договор, остаётся: {contractsText(contracts)}.</Callout>
      )}
    </div>
  );
}
