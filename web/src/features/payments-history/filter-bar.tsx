import { useEffect, useState } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { phone } from '#web/lib/text/format.ts';
import { usePhoneNumbers, useUsers } from '#web/shared/data/frame-data.ts';
import { IconButton } from '#web/ui/button/button.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, Select } from '#web/ui/field/field.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import type { AccountLetter } from './accounts.ts';
import type { Filters } from './filters.ts';
import styles from './history.module.css';
import { isBeyond, within } from '#web/ui/dialog/within.ts';

/** Delay of the search after the last keystroke, milliseconds. */
const AFTER_TYPING_MS = 350;

const SIDES = [
  { value: 'all', text: 'Всё' },
  { value: 'in', text: 'Пополнения' },
  { value: 'out', text: 'Списания' },
] as const;

interface FilterBarProps {
  p: AccountLetter;
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}

/** Filters of the history; on a phone the search is behind a button, so that the months are in sight. */
export function FilterBar({ p, filters, onChange }: FilterBarProps) {
  const [isFinding, setFinding] = useState(filters.q !== '' || filters.service !== '');
  return (
    <div className={cx(styles.filters, isFinding && styles.finding)}>
      <div className={styles.sides}>
        <Chips label="Что показать" options={SIDES} value={filters.show} onChange={(show) => onChange({ show })} />
        <IconButton
          icon="search"
          label="Поиск по операциям"
          aria-expanded={isFinding}
          onClick={() => setFinding(!isFinding)}
        />
      </div>
      <Search q={filters.q} onChange={(q) => onChange({ q })} />
      <Services p={p} value={filters.service} onChange={(service) => onChange({ service })} />
    </div>
  );
}

const LONGEST = 100;

function Search({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(q);
  useEffect(() => {
    if (text.trim() === q || isBeyond(LONGEST, text)) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), AFTER_TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, q, onChange]);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <Field
        label="Найти операцию"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Название или сумма"
        {...within(LONGEST, { value: text })}
        onChange={({ target }) => setText(target.value)}
        trailing={
          text === '' ? (
            <Icon name="search" size="sm" />
          ) : (
            <IconButton icon="x" size="sm" label="Очистить поиск" onClick={() => setText('')} />
          )
        }
      />
    </form>
  );
}

interface ServicesProps {
  p: AccountLetter;
  value: string;
  onChange: (service: string) => void;
}

/** Services or numbers that the account pays for. */
function Services({ p, value, onChange }: ServicesProps) {
  const users = useUsers().data;
  const numbers = usePhoneNumbers().data;
  const options =
    p === 'i'
      ? users?.map(({ user_id, name }) => [String(user_id), name] as const)
      : numbers?.map(({ phone_number }) => [phone_number, phone(phone_number)] as const);
  return (
    <Select label={p === 'i' ? 'Услуга' : 'Номер'} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{p === 'i' ? 'Все услуги' : 'Все номера'}</option>
      {options?.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
