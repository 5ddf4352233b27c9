import type { SuspensionReminder } from '#server/domain/changes/suspension/jobs.ts';
import { remindOfSuspension } from '#server/domain/changes/suspension/remind.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `remindOfSuspensionJob`, a day before its end, and before its paid days. */
export const remindOfOneSuspension = (
  { db, clock, provider: { time_zone: zone } }: World,
  reminder: SuspensionReminder,
): Promise<void> => db.write((tx) => remindOfSuspension(tx, reminder, { now: clock.now(), zone }));
