import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { columnsOf, type ImportColumn, type ImportTable } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';

/** A column in which a row that is there already differs from the table; both null for a secret. */
export interface ColumnDifference {
  readonly key: string;
  /** Its name in the file. */
  readonly column: string;
  readonly ours: string | null;
  readonly given: string | null;
}

type Value = string | number | boolean | null;
type Pair = readonly [ours: Value, given: Value];

/** By column what is there and what the table says; of a secret only whether they differ. */
export type ComparedColumns<T extends ImportTable> = Readonly<Partial<Record<ImportColumn<T>, Pair | boolean>>>;

/** The columns that differ. A column that the file lacks says nothing. */
export function differencesOf<T extends ImportTable>(
  table: T,
  compared: ComparedColumns<T>,
  cells: Readonly<Record<string, string | undefined>>,
): ColumnDifference[] {
  const named = Object.entries<Pair | boolean | undefined>(compared).filter(([key]) => cells[key] !== undefined);
  return named.flatMap(([key, pair = false]) => {
    const found = differenceOf(pair);
    return found ? [{ key, column: columnsOf(table)[key]?.name ?? key, ...found }] : [];
  });
}

function differenceOf(pair: Pair | boolean): Pick<ColumnDifference, 'ours' | 'given'> | undefined {
  if (typeof pair === 'boolean') return pair ? { ours: null, given: null } : undefined;
  const [ours, given] = [written(pair[0]), written(pair[1])];
  return ours === given ? undefined : { ours, given };
}

/** A value as a cell of the table has it. */
function written(value: Value): string {
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return String(value ?? '');
}

/** The last day that the former system has charged. Once we have charged ourselves, only a day after ours differs. */
export const paidDays = (
  ours: { readonly paid_through: Day | null; readonly is_charged: boolean },
  given: Day | null,
): Pair => (ours.is_charged && (given ?? '') <= (ours.paid_through ?? '') ? SAME : days(ours.paid_through, given));

export const days = (ours: Day | null, given: Day | null): Pair => [dayCell(ours), dayCell(given)];
export const sums = (ours: Kopecks | null, given: Kopecks | null): Pair => [sumCell(ours), sumCell(given)];

const SAME: Pair = ['', ''];

const dayCell = (day: Day | null): string => day?.split('-').toReversed().join('.') ?? '';
const sumCell = (sum: Kopecks | null): string => (sum === null ? '' : rubles(sum));
