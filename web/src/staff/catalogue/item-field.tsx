import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, TextArea } from '#web/ui/field/field.tsx';
import { AUDIENCES, FIELDS, LONG_FIELDS } from './catalogue.texts.ts';

interface ItemFieldProps {
  field: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A field of a thing of the catalogue, by its name. */
export function ItemField({ field, value, error, onChange }: ItemFieldProps) {
  const { label, hint, most } = FIELDS[field] ?? { label: field, hint: undefined, most: 100 };
  if (field === 'audience') {
    return (
      <Chips
        label={label}
        value={value}
        onChange={onChange}
        options={Object.entries(AUDIENCES).map(([key, text]) => ({ value: key, text }))}
      />
    );
  }
  const typed = within(most, { value, hint, error });
  return LONG_FIELDS.includes(field) ? (
    <TextArea label={label} rows={5} {...typed} onChange={({ target }) => onChange(target.value)} />
  ) : (
    <Field label={label} autoComplete="off" {...typed} onChange={({ target }) => onChange(target.value)} />
  );
}
