import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';

/** A VAT rate and its first day; null: without VAT. */
export interface VatRate {
  readonly from: Day;
  readonly percent: number | null;
}

/** The VAT rate of a day in percent; null before the first rate, and where no VAT is paid. */
export function vatOn(rates: readonly VatRate[], day: Day): number | null {
  const begun = rates.filter(({ from }) => from <= day).sort((a, b) => (a.from < b.from ? 1 : -1));
  return begun[0]?.percent ?? null;
}

/** The days from the first to the last, inclusive, split by rate, oldest first. */
export function vatWithinDays(
  rates: readonly VatRate[],
  first: Day,
  last: Day,
): { from: Day; until: Day; percent: number | null }[] {
  const starts = rates.map(({ from }) => from).filter((from) => from > first && from <= last);
  const froms = [first, ...starts.sort()];
  return froms.map((from, index) => {
    const next = froms[index + 1];
    return { from, until: next === undefined ? last : addDays(next, -1), percent: vatOn(rates, from) };
  });
}

/** The VAT included in a sum, rounded to the nearest kopeck, half away from zero (НК РФ, ст. 164 п. 4). */
export function vatWithin(amount: Kopecks, percent: number | null): Kopecks {
  if (percent === null) return kopecks(0);
  const exact = (2 * Math.abs(amount) * percent + 100 + percent) / (2 * (100 + percent));
  return kopecks(Math.sign(amount) * Math.floor(exact));
}
