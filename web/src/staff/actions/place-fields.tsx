import { within } from '#web/ui/dialog/within.ts';
import { Field } from '#web/ui/field/field.tsx';
import styles from './actions.module.css';

/** An address as it is typed. */
export interface TypedPlace {
  readonly town: string;
  readonly street: string;
  readonly house: string;
  readonly flat: string;
}

export const NO_PLACE: TypedPlace = { town: '', street: '', house: '', flat: '' };

const FIELDS = [
  ['town', 'Город', 100],
  ['street', 'Улица', 100],
  ['house', 'Дом', 20],
  ['flat', 'Квартира', 20],
] as const;

/** The address as the calls take it: whole, without empty parts; undefined until there is enough of it. */
export function placeBody(place: TypedPlace) {
  const [town, street, house, flat] = FIELDS.map(([name]) => place[name].trim());
  if (!town || !house) return undefined;
  return { town, house, ...(street && { street }), ...(flat && { flat }) };
}

interface PlaceFieldsProps {
  place: TypedPlace;
  onChange: (place: TypedPlace) => void;
}

export const PlaceFields = ({ place, onChange }: PlaceFieldsProps) => (
  <div className={styles.place}>
    {FIELDS.map(([name, label, most]) => (
      <Field
        key={name}
        label={label}
        autoComplete="off"
        {...within(most, { value: place[name] })}
        onChange={({ target }) => onChange({ ...place, [name]: target.value })}
      />
    ))}
  </div>
);
