import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '../debt/debt.ts';
import { promiseClosedAt, promiseLikeClosed } from './promised-payment.queries.ts';
import { orderItsEnd } from './take-promise.ts';

/**
 * If the payment of that moment closed a promise and the payment is taken back, the same promise is owed again: until
 * its own day, without a new fee. A closed promise stays closed, so this is a new row with the old terms.
 */
export async function promiseAgain(tx: Tx, accountId: number, paidAt: Date, at: At): Promise<void> {
  const { now, zone } = at;
  const again = await promiseLikeClosed(tx, { accountId, closedAt: paidAt, today: dayIn(zone, now), now });
  if (again?.state === 'active') await orderItsEnd(tx, again.promised_payment_id, again.ends_on, at);
}

/** What the limit of the account gains by that; 0 if nothing. */
export async function promisedAgain(tx: Tx, accountId: number, paidAt: Date, { now, zone }: At): Promise<Kopecks> {
  const closed = await promiseClosedAt(tx, accountId, paidAt);
  return closed && closed.ends_on > dayIn(zone, now) ? closed.amount : kopecks(0);
}
