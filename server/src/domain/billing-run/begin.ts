import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { hasCharged, lockFirstDay, moveFirstDay, nameFirstDay } from '#server/domain/billing/charging/hold.queries.ts';
import { lockChargingSource } from '#server/domain/billing/charging/source.queries.ts';

/** Days before today that may be charged first: whoever moves on the first may name it some days later. */
const MOST_LATE = 7;
/** A day further ahead is a mistyped one. */
const MOST_AHEAD = 62;

/** The days of which one may become the first. */
export const firstDays = (today: Day): { readonly from: Day; readonly until: Day } => ({
  from: addDays(today, -MOST_LATE),
  until: addDays(today, MOST_AHEAD),
});

export interface NamedFirstDay {
  /** `begun`: charging has begun, on `was` if that is known; `external`: another billing charges. */
  readonly outcome: 'named' | 'moved' | 'known' | 'begun' | 'external';
  /** The day that was named before. */
  readonly was: Day | null;
}

/** Names the first day of charging. It may be moved until it has come; naming it again changes nothing. */
export async function beginCharging(
  tx: Tx,
  day: Day,
  { today, now }: { readonly today: Day; readonly now: Date },
): Promise<NamedFirstDay> {
  if ((await lockChargingSource(tx)) === 'external') return { outcome: 'external', was: null };
  return nameOrMove(tx, day, { today, now });
}

async function nameOrMove(
  tx: Tx,
  day: Day,
  { today, now }: { readonly today: Day; readonly now: Date },
): Promise<NamedFirstDay> {
  const hasBegun = await hasCharged(tx);
  if (!hasBegun && (await nameFirstDay(tx, day, now))) return { outcome: 'named', was: null };
  const was = (await lockFirstDay(tx)) ?? null;
  if (was === day) return { outcome: 'known', was };
  if (hasBegun || (was !== null && was <= today)) return { outcome: 'begun', was };
  await moveFirstDay(tx, day, now);
  return { outcome: 'moved', was };
}
