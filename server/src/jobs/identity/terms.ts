import { endOverdue } from '#server/domain/identity/sharing/overdue.ts';
import { remindOfEnds } from '#server/domain/identity/sharing/term.ts';
import type { World } from '#server/kernel/world.ts';

/** Shares in one transaction. */
const PART = 50;

/** The job `followTermsJob`. */
export async function followTerms({ db, clock, provider: { time_zone: zone } }: World): Promise<void> {
  const at = { now: clock.now(), zone };
  while ((await db.write((tx) => endOverdue(tx, { most: PART }, at))) === PART);
  while ((await db.write((tx) => remindOfEnds(tx, PART, at))) === PART);
}
