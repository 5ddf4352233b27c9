import { closeOverdue } from '#server/domain/services/sip/directions.ts';
import { settleLine } from '#server/domain/services/sip/limits.ts';
import type { World } from '#server/kernel/world.ts';

/** Stops the paid calls of a SIP line whose limit is spent; a provider without SIP has no limits. */
export async function checkLineSpending({ db, clock, provider }: World, { userId }: { userId: number }): Promise<void> {
  const terms = provider.sip;
  if (!terms) return;
  await db.write((tx) => settleLine(tx, userId, terms, { now: clock.now(), zone: provider.time_zone }));
}

/** Closes a direction that was opened for some hours. */
export async function closeDirectionInTime(
  { db, clock, provider }: World,
  { userId, zone }: { userId: number; zone: string },
): Promise<void> {
  const terms = provider.sip;
  if (!terms) return;
  await db.write((tx) => closeOverdue(tx, userId, zone, terms, { now: clock.now(), zone: provider.time_zone }));
}
