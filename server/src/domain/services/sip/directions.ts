import { dayIn, instant, type Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { closeDirectionJob } from './jobs.ts';
import { settleLine, type SipTerms } from './limits.ts';
import { holdLine, sipLine, type OpenZones, type SipLine } from './sip.queries.ts';

const HOUR_MS = 3_600_000;

const without = ({ open_zones: open, closes_at: closesAt }: SipLine, zone: string): OpenZones => {
  const { [zone]: _, ...others } = closesAt;
  return { open: open.filter((one) => one !== zone), closesAt: others };
};

/** Opens a direction of a line, for its `open_hours` if it has any. Returns when it closes by itself. */
export async function openZone(
  tx: Tx,
  line: SipLine,
  { zone, hours }: { zone: string; hours: number | null },
  terms: SipTerms,
  at: At,
): Promise<Instant | null> {
  const { open, closesAt } = without(line, zone);
  const until = hours === null ? null : new Date(at.now.getTime() + hours * HOUR_MS);
  const zones = { open: [...open, zone], closesAt: until ? { ...closesAt, [zone]: instant(until) } : closesAt };
  await settleLine(tx, line.user_id, terms, at, { zones });
  if (until) await addJob(tx, closeDirectionJob, { userId: line.user_id, zone }, { runAt: until });
  return until && instant(until);
}

export const closeZone = (tx: Tx, line: SipLine, zone: string, terms: SipTerms, at: At): Promise<void> =>
  settleLine(tx, line.user_id, terms, at, { zones: without(line, zone) });

/** Closes a direction whose hours are over; does nothing if it was closed or opened again meanwhile. */
export async function closeOverdue(tx: Tx, userId: number, zone: string, terms: SipTerms, at: At): Promise<void> {
  if ((await holdLine(tx, userId)) === 0) return;
  const line = await sipLine(tx, userId, dayIn(at.zone, at.now), at.zone);
  const until = line.closes_at[zone];
  if (until === undefined || new Date(until) > at.now) return;
  await closeZone(tx, line, zone, terms, at);
}
