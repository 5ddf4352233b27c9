import { Chips } from '#web/ui/field/choice.tsx';
import { Field, Select } from '#web/ui/field/field.tsx';
import { number } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import type { Direction, Total } from './call.texts.ts';
import styles from './calls-filters.module.css';
import { within } from '#web/ui/dialog/within.ts';

export interface CallsFilter {
  direction: Direction | undefined;
  zone: string | undefined;
}

interface CallsFiltersProps {
  picked: CallsFilter;
  onPick: (picked: CallsFilter) => void;
  totals: readonly Total[];
  /** Whether numbers of others are shown; only then can they be searched. */
  canSearch: boolean;
  typed: string;
  onType: (typed: string) => void;
}

const DIRECTIONS = [
  { value: 'all', text: 'Все' },
  { value: 'out', text: 'Исходящие' },
  { value: 'in', text: 'Входящие' },
] as const;

const LONGEST_NUMBER = 15;

/** «Исходящие 19»: calls of the direction in the picked zone. */
function counted(totals: readonly Total[], zone: string | undefined) {
  const inZone = totals.filter((total) => zone === undefined || total.zone === zone);
  return DIRECTIONS.map(({ value, text }) => {
    const some = inZone.filter(({ direction }) => value === 'all' || direction === value);
    return { value, text: `${text}\u00a0${number(some.reduce((sum, { calls }) => sum + calls, 0))}` };
  });
}

/** Which calls of the month are shown. */
export function CallsFilters({ picked, onPick, totals, canSearch, typed, onType }: CallsFiltersProps) {
  const zones = [...groupBy(totals, ({ zone }) => zone)];
  return (
    <div className={styles.filters}>
      <div className={styles.sides}>
        <Chips
          label="Какие звонки"
          options={counted(totals, picked.zone)}
          value={picked.direction ?? 'all'}
          onChange={(value) => onPick({ ...picked, direction: value === 'all' ? undefined : value })}
        />
      </div>
      <Select
        label="Направление"
        value={picked.zone ?? ''}
        onChange={({ target }) => onPick({ ...picked, zone: target.value || undefined })}
      >
        <option value="">Все направления</option>
        {zones.map(([zone, [first]]) => (
          <option key={zone} value={zone}>
            {first?.zone_name}
          </option>
        ))}
      </Select>
      <Field
        label="Номер или его часть"
        type="search"
        inputMode="tel"
        autoComplete="off"
        {...within(LONGEST_NUMBER + 5, {
          value: typed,
          hint: canSearch ? undefined : 'Искать можно, пока номера показаны',
          error: /[^\d\s()+-]/.test(typed) ? 'Ищем только по цифрам номера. Уберите остальное' : undefined,
        })}
        disabled={!canSearch}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}
