import { dayIn } from '@kabinet/contract/kernel/day';
import { endPromises, remindOfPromise } from '#domain/promised-payment/close-promise.ts';
import type { World } from '#kernel/world.ts';

/** The job `end_promises`, at the end of each: ends all whose time is over. */
export const endPromisesNow = ({ db, clock, provider: { time_zone: zone } }: World): Promise<void> => {
  const now = clock.now();
  return db.write((tx) => endPromises(tx, dayIn(zone, now), { now, zone }));
};

/** The job `remind_of_promise`, a day before the end of one. */
export const remindOfOne = (
  { db, clock, provider: { time_zone: zone } }: World,
  { promisedPaymentId }: { promisedPaymentId: number },
): Promise<void> => db.write((tx) => remindOfPromise(tx, promisedPaymentId, { now: clock.now(), zone }));
