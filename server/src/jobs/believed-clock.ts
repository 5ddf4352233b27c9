import { doubtOfClock } from '#server/domain/billing-run/doubt.ts';
import type { JobHandler } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';

/** Whether what is old may be erased: by a clock that is ahead everything is, and it does not come back (decision 0153). */
export const isClockBelieved = async (world: World): Promise<boolean> =>
  (await world.db.read((tx) => doubtOfClock(tx, world))) === undefined;

/** Wraps work that only erases what is old: it waits until the clock is believed. */
export const onceClockIsBelieved = (handler: JobHandler): JobHandler => ({
  ...handler,
  work: async (world, stored) => {
    if (await isClockBelieved(world)) await handler.work(world, stored);
    else world.log.error({ job: handler.name }, 'nothing old is erased: is the clock right?');
  },
});
