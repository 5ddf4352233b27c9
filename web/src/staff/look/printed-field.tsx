import { useState } from 'react';
import { MOST_PRINTED, printedText, whyNotPrinted } from '@kabinet/contract/kernel/papers/printed-no';
import { capital } from '#web/lib/text/format.ts';
import { within } from '#web/ui/dialog/within.ts';
import { Field } from '#web/ui/field/field.tsx';

/** Why what was typed cannot be the number on the papers of a contract; nothing typed is none. */
export function wrongPrinted(typed: string): string | undefined {
  const why = typed.trim() === '' ? undefined : whyNotPrinted(printedText(typed));
  return why && capital(why);
}

interface PrintedFieldProps {
  value: string;
  /** What an empty field means. */
  empty: string;
  /** What the server says of it. */
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** The number on the papers of a contract; what is wrong with it is said once it is typed. */
export function PrintedField({ value, empty, error, onChange }: PrintedFieldProps) {
  const [isLeft, setLeft] = useState(false);
  return (
    <Field
      label="Номер на бумагах"
      autoComplete="off"
      {...within(MOST_PRINTED, {
        value,
        hint: `Например: ЮЛ-30003/17. Пусто — ${empty}`,
        error: (isLeft ? wrongPrinted(value) : undefined) ?? error,
      })}
      onBlur={() => setLeft(true)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
