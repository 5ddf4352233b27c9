import { addDays } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { isAnyChargedOutside } from '#server/domain/billing/charging/source.queries.ts';
import { latestNights, type NightRow } from './nights.queries.ts';

/** So many nights without a difference make a switch safe: every contract has had its billing day. */
export const NIGHTS_NEEDED = 30;
/** Nights that are looked at: those that still wait stand before the thirty. */
const MOST_NIGHTS = 40;

/** How many nights in a row had no difference that nobody has accepted. The latest, of which lines are still awaited, do not count yet. */
function agreedNights(latestFirst: readonly NightRow[]): number {
  const isOpen = ({ is_judged, waiting, different }: NightRow) => different === 0 && (!is_judged || waiting > 0);
  const first = latestFirst.findIndex((night) => !isOpen(night));
  if (first < 0) return 0;
  const judged = latestFirst.slice(first);
  const end = judged.findIndex(
    ({ day, is_judged, waiting, different }, nth) =>
      !is_judged || waiting > 0 || different > 0 || (nth > 0 && judged[nth - 1]?.day !== addDays(day, 1)),
  );
  return end < 0 ? judged.length : end;
}

export interface ShadowState {
  readonly nights: readonly NightRow[];
  /** At most `NIGHTS_NEEDED`. */
  readonly agreed: number;
}

/** Of all accounts that another billing charges, or of some. */
export async function shadowState(tx: Tx, accounts?: readonly number[]): Promise<ShadowState> {
  const nights = await latestNights(tx, MOST_NIGHTS, accounts);
  return { nights, agreed: Math.min(NIGHTS_NEEDED, agreedNights(nights)) };
}

/** Nights in a row without a difference; undefined while we charge. */
export const agreedBeside = async (tx: Tx): Promise<number | undefined> =>
  (await isAnyChargedOutside(tx)) ? (await shadowState(tx)).agreed : undefined;
