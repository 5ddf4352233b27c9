import { compensate } from '#server/domain/support/incidents/compensate.ts';
import { forgetUnused, unusedFiles } from '#server/domain/support/files/file.queries.ts';
import { noteLateCalls } from '#server/domain/support/guests/late.ts';
import { noteLate } from '#server/domain/support/order/say.ts';
import type { World } from '#server/kernel/world.ts';

const atOf = ({ clock, provider }: World) => ({ now: clock.now(), zone: provider.time_zone });

/** The job `support_order_late`. */
export const noteLateOrder = (
  world: World,
  promised: { readonly orderId: number; readonly answerBy: string },
): Promise<void> => world.db.write((tx) => noteLate(tx, promised, atOf(world)));

const CALLS_AT_ONCE = 100;

/** The job `support_calls_late`; each page of calls is a transaction. */
export async function noteCallsLate(world: World): Promise<void> {
  const hours = world.provider.support.call_back;
  for (let noted = CALLS_AT_ONCE; noted === CALLS_AT_ONCE;) {
    noted = await world.db.write((tx) => noteLateCalls(tx, hours, atOf(world), CALLS_AT_ONCE));
  }
}

/** The job `compensate_incident`. */
export const compensateOne = (world: World, { incidentId }: { readonly incidentId: number }): Promise<void> =>
  compensate(world.db, incidentId, atOf(world));

const UNUSED_HOURS = 24;
const AT_ONCE = 500;

/** Removes uploads that were never sent: their bytes first, so that a crash leaves none behind. */
export async function removeUnusedFiles({ db, clock, outside }: World): Promise<void> {
  const before = new Date(clock.now().getTime() - UNUSED_HOURS * 3_600_000);
  const files = (await db.read((tx) => unusedFiles(tx, before, AT_ONCE))).map(({ file_id }) => file_id);
  if (files.length === 0) return;
  await outside.files.remove(files);
  await db.write((tx) => forgetUnused(tx, files));
}
