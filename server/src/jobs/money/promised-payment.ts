import { dayIn } from '@kabinet/contract/kernel/day';
import { endPromises, remindOfPromise } from '#server/domain/billing/promised-payment/close-promise.ts';
import { endingPromises } from '#server/domain/billing/promised-payment/promised-payment.queries.ts';
import { eachAlone } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';

/**
 * The job `endPromisesJob`, at the end of each promise: ends all expired ones, account by account. A failure does not
 * affect the others; the day's charging run tries it again and shows it to the operator.
 */
export async function endPromisesNow({ db, clock, provider: { time_zone: zone }, log }: World): Promise<void> {
  const now = clock.now();
  const today = dayIn(zone, now);
  await eachAlone(
    await db.read((tx) => endingPromises(tx, today)),
    ({ account_id }) => db.write((tx) => endPromises(tx, today, { now, zone }, [account_id])),
    ({ account_id: accountId }, err) => {
      log.error({ err, accountId }, 'promised payment not ended');
    },
  );
}

/** The job `remindOfPromiseJob`, a day before a promise ends. */
export const remindOfOne = (
  { db, clock, provider: { time_zone: zone } }: World,
  { promisedPaymentId }: { promisedPaymentId: number },
): Promise<void> => db.write((tx) => remindOfPromise(tx, promisedPaymentId, { now: clock.now(), zone }));
