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

/** What an edit sends: only what differs. */
function editOf(house: ShownHouse, { name, served, ready, mbit }: Draft) {
  const isServed = served === 'planned' ? {} : { served: served === 'no' ? ('no' as const) : ('yes' as const) };
  return {
    ...(name.trim() !== house.house && { name: name.trim() }),
    ...(served !== servedNow(house) || house.state === 'unknown' ? isServed : {}),
    ...(served === 'planned' && ready !== '' && ready !== house.ready_on && { ready_on: ready }),
    ...(mbit.trim() !== '' && mbit.trim() !== String(house.mbit ?? '') && { mbit: mbit.trim() }),
  };
}

/** A house: its number, whether it is served, how fast. */
export function HouseDialog({ street, house, today, onClose }: HouseDialogProps) {
  const add = useChange(contract.places.addHouse);
  const edit = useChange(contract.places.editHouse);
  const [draft, setDraft] = useState<Draft>({
    name: house?.house ?? '',
    served: servedNow(house),
    ready: house?.ready_on ?? '',
    mbit: String(house?.mbit ?? ''),
  });
  const [failure, setFailure] = useState<Error>();
  const id = String(street.street_id);
  const isWhole = draft.name.trim() !== '' && (draft.served !== 'planned' || draft.ready !== '');
  const done = (): void => {
    saySuccess('Сохранили', `${street.name}, ${draft.name.trim()}`);
    onClose();
  };
  const press = (): void => {
    if (!isWhole) return;
    if (house) {
      const body = { street_id: id, house: house.house, ...editOf(house, draft) };
      edit.mutate({ body }, { onSuccess: done, onError: setFailure });
      return;
    }
    const ready = draft.served === 'planned' ? { ready_on: draft.ready } : {};
    const fast = draft.mbit.trim() === '' ? {} : { mbit: draft.mbit.trim() };
    const body = { street_id: id, house: draft.name.trim(), ...ready, ...fast };
    add.mutate(
      { body },
      {
        onSuccess: done,
        onError: setFailure,
      },
    );
  };
  const choices = house ? SERVED : SERVED.filter(({ value }) => value !== 'no');
  return (
    <Dialog
      open
      onClose={onClose}
      title={house ? `${street.name}, ${house.house}` : `Новый дом: ${street.name}`}
      actions={
        <>
          <Button busy={add.isPending || edit.isPending} aria-disabled={!isWhole || undefined} onClick={press}>
            Сохранить
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field
          label="Номер дома"
          autoComplete="off"
          {...within(20, {
            value: draft.name,
            hint:
              house && house.contracts > 0
                ? `Новый номер встанет в адресах: ${contractsText(house.contracts)}. Если такой дом есть, записи объединятся`
                : undefined,
          })}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <Chips
          label="Обслуживается ли"
          value={draft.served}
          onChange={(served) => setDraft({ ...draft, served })}
          options={choices}
        />
        {draft.served === 'planned' && (
          <DateField
            label="С какого дня подключаем"
            today={today}
            value={draft.ready}
            onChange={(ready) => setDraft({ ...draft, ready })}
          />
        )}
        <Field
          label="Наибольшая скорость, Мбит/с"
          inputMode="numeric"
          autoComplete="off"
          {...within(6, { value: draft.mbit, hint: 'Тарифы быстрее здесь не предлагаем. Пусто — любая' })}
          onChange={({ target }) => setDraft({ ...draft, mbit: target.value })}
        />
      </div>
      {draft.served === 'no' && house && house.contracts > 0 && (
        <Callout tone="info">У&nbsp;кого здесь договор, остаётся: {contractsText(house.contracts)}.</Callout>
      )}
      <Refused failure={failure} title="Не сохранили." advice="Проверьте поля" />
    </Dialog>
  );
}
