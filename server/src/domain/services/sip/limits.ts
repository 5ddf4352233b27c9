import { addDays, addMonths, dayIn, periodOf, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { limitNear, limitSpent } from './notices.ts';
import { limitTopic } from './topic.ts';
import { holdLine, keepLine, sipLine, type OpenZones, type SipLine } from './sip.queries.ts';

export type SipTerms = NonNullable<Provider['sip']>;

export interface LineLimits {
  readonly month: Kopecks;
  readonly day: Kopecks;
}

export const lineLimitsOf = ({ month_limit, day_limit }: SipLine, terms: SipTerms): LineLimits => ({
  month: month_limit ?? terms.month_limit,
  day: day_limit ?? terms.day_limit,
});

/** The spent share of a limit at which the client is warned. */
export const WARNED_AT = 0.8;

const firstOfNextMonth = (today: Day): Day => addMonths(`${periodOf(today)}-01` as Day, 1, 1);

/** The spent limit, and the day on which calls work again; if both are spent, the one that stops longer. */
function stopOf(line: SipLine, limits: LineLimits, today: Day) {
  if (line.month_spent >= limits.month) return { by: 'month' as const, from: firstOfNextMonth(today) };
  if (line.day_spent >= limits.day) return { by: 'day' as const, from: addDays(today, 1) };
  return null;
}

export interface LineChange {
  readonly limits?: LineLimits;
  readonly zones?: OpenZones;
}

/**
 * Stores new limits and open directions of a line, if given, and compares its spending with its limits. Orders changes from the
 * exchange; tells the client of a limit that is nearly or completely spent.
 */
export async function settleLine(
  tx: Tx,
  userId: number,
  terms: SipTerms,
  at: At,
  change: LineChange = {},
): Promise<void> {
  await holdLine(tx, userId);
  const today = dayIn(at.zone, at.now);
  const line = await sipLine(tx, userId, today, at.zone);
  const { limits = lineLimitsOf(line, terms), zones = { open: line.open_zones, closesAt: line.closes_at } } = change;
  const stop = stopOf(line, limits, today);
  await tellOfLimits(tx, line, limits, today, at);
  const isAsked = Object.keys(change).length > 0;
  if (!isAsked && stoppedBy(line, at.now) === byOf(stop)) return;
  // Limits of the provider are not written down as the client's own: the next ones of the provider hold for the line, too.
  const [monthLimit, dayLimit] = change.limits ? [limits.month, limits.day] : [line.month_limit, line.day_limit];
  await keepLine(tx, userId, { monthLimit, dayLimit, zones, stop }, at.zone);
  await serviceChanged(tx, { userId });
}

const byOf = (stop: ReturnType<typeof stopOf>): 'day' | 'month' | null => (stop ? stop.by : null);

/** Which limit stops the paid calls of the line now. */
export const stoppedBy = ({ stopped_until, stopped_by }: SipLine, now: Date): 'day' | 'month' | null =>
  stopped_until !== null && new Date(stopped_until) > now ? stopped_by : null;

async function tellOfLimits(tx: Tx, line: SipLine, limits: LineLimits, today: Day, at: At): Promise<void> {
  const { user_id: userId, login, contract_id: contractId } = line;
  for (const [by, of, spent, limit] of [
    ['month', periodOf(today), line.month_spent, limits.month],
    ['day', today, line.day_spent, limits.day],
  ] as const) {
    const told = { userId, login, by, of, spent, limit };
    if (spent >= limit) await notify(tx, limitSpent, contractId, told, at);
    else if (spent >= limit * WARNED_AT) await notify(tx, limitNear, contractId, told, at);
    // A higher limit, or a new day or month.
    else await settleMatter(tx, contractId, limitTopic(told), at.now);
  }
}
