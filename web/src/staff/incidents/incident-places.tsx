import { errorLoad } from '#web/lib/text/texts.ts';
import { readable } from '#web/lib/text/readable.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, Select } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { contractsHit } from './incidents.texts.ts';
import styles from './incidents.module.css';
import type { IncidentPlaceChosen } from './use-incident-form.ts';

interface PlaceFieldsProps {
  place: IncidentPlaceChosen;
  onChoose: (next: Partial<IncidentPlaceChosen>) => void;
}

const ANYWHERE = { town: undefined, street: undefined };

interface OneOfProps {
  label: string;
  /** «Все улицы». */
  none: string;
  names: readonly string[] | undefined;
  value: string;
  onChoose: (name: string) => void;
}

const OneOf = ({ label, none, names = [], value, onChoose }: OneOfProps) => (
  <Select label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
    <option value="">{none}</option>
    {names.map((name) => (
      <option key={name}>{name}</option>
    ))}
  </Select>
);

const askedOf = ({ town, street }: IncidentPlaceChosen) =>
  town === '' ? ANYWHERE : { town, ...(street !== '' && { street }) };

/** The town, then a district or a street, then houses where there are contracts. */
export function IncidentPlaces({ place, onChoose }: PlaceFieldsProps) {
  const { data, error, refetch } = useAnswer(contract.incidents.places, { query: askedOf(place) }, { keeps: true });
  if (!data && error) {
    return (
      <ErrorBlock alone title="Города не загрузились." onRetry={() => void refetch()}>
        {readable(error.message, errorLoad)}.
      </ErrorBlock>
    );
  }
  return (
    <>
      <OneOf
        label="Город"
        none="Выберите город"
        names={data?.towns}
        value={place.town}
        onChoose={(town) => onChoose({ town, district: '', street: '', houses: '' })}
      />
      {place.town !== '' && data && <WithinTown {...{ place, onChoose, data }} />}
    </>
  );
}

function WithinTown({ place, onChoose, data }: PlaceFieldsProps & { data: Wire<typeof contract.incidents.places> }) {
  const { street, district } = place;
  return (
    <>
      <OneOf
        label="Улица"
        none="Все улицы"
        names={data.streets}
        value={street}
        onChoose={(name) => onChoose({ street: name, district: '', houses: '' })}
      />
      {street === '' && data.districts.length > 0 && (
        <OneOf
          label="Район"
          none="Весь город"
          names={data.districts}
          value={district}
          onChoose={(name) => onChoose({ district: name })}
        />
      )}
      {street !== '' && <Houses houses={data.houses} chosen={place.houses} onChoose={onChoose} />}
    </>
  );
}

const listOf = (houses: string): string[] =>
  houses
    .split(',')
    .map((house) => house.trim())
    .filter((house) => house !== '');

interface HousesProps {
  houses: Wire<typeof contract.incidents.places>['houses'];
  chosen: string;
  onChoose: PlaceFieldsProps['onChoose'];
}

const MOST_CHIPS = 60;

function Houses({ houses, chosen, onChoose }: HousesProps) {
  const list = listOf(chosen);
  const toggle = (house: string): void =>
    onChoose({ houses: (list.includes(house) ? list.filter((one) => one !== house) : [...list, house]).join(', ') });
  return (
    <>
      <Field
        label="Дома через запятую; пусто — вся улица"
        value={chosen}
        maxLength={500}
        onChange={({ target }) => onChoose({ houses: target.value })}
      />
      {houses.length > 0 && (
        <div className={styles.houses}>
          <Chips
            label="Дома с договорами"
            options={houses
              .slice(0, MOST_CHIPS)
              .map(({ house, contracts }) => ({ value: house, text: `${house}: ${contractsHit(contracts)}` }))}
            value={list}
            onChange={toggle}
          />
        </div>
      )}
    </>
  );
}
