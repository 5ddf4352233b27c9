import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import {
  forgetFirstDay,
  hasCharged,
  lockFirstDay,
  moveFirstDay,
  nameFirstDay,
} from '#server/domain/billing/charging/hold.queries.ts';
import {
  lockChargingSource,
  setChargingSource,
  type ChargingSource,
} from '#server/domain/billing/charging/source.queries.ts';
import { handOverMarks, restartShadow } from './shadow/shadow-day.queries.ts';

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

export type NamedSource =
  | { readonly outcome: 'changed' | 'known' }
  | { readonly outcome: 'begun'; readonly since: Day | null };

/**
 * Says whose charging counts. Another billing may be named only before ours has begun: what was charged here is in our books, and nobody
 * else may say what it should have been. A first day that has not come is forgotten. When charging is ours again, the days that the shadow has
 * followed are paid (decision 0277).
 */
export async function nameChargingSource(
  tx: Tx,
  source: ChargingSource,
  { today, now }: { readonly today: Day; readonly now: Date },
): Promise<NamedSource> {
  if ((await lockChargingSource(tx)) === source) return { outcome: 'known' };
  if (source === 'external') {
    const first = (await lockFirstDay(tx)) ?? null;
    if ((first !== null && first <= today) || (await hasCharged(tx))) return { outcome: 'begun', since: first };
    await forgetFirstDay(tx);
    await restartShadow(tx);
  } else await handOverMarks(tx);
  await setChargingSource(tx, source, now);
  return { outcome: 'changed' };
}
