import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { notify, notifyAll } from '#server/domain/messaging/notify.ts';
import { blockForDebt, missingSums, type At } from '../debt/debt.ts';
import { accountForecast } from '../forecast/forecast.queries.ts';
import { promiseEnded, promiseEnding, promiseRepaid } from './notices.ts';
import {
  activePromise,
  endDue,
  markRepaid,
  openPromise,
  type EndedPromise,
  type OpenPromise,
} from './promised-payment.queries.ts';
import { toPay } from './promised-payment.rules.ts';

/**
 * Closes the promise of an account after a payment if everything works through its last day without it. A promise that
 * ended unpaid is repaid when the debt is. Call it after services are restored.
 */
export async function settlePromise(tx: Tx, accountId: number, contractId: number, at: At): Promise<void> {
  const promise = await openPromise(tx, accountId);
  if (!promise) return;
  const forecast = await accountForecast(tx, accountId, dayIn(at.zone, at.now));
  if (isNeeded(promise, forecast)) return;
  await markRepaid(tx, promise.promised_payment_id, at.now);
  const { promised_payment_id: promisedPaymentId } = promise;
  await notify(tx, promiseRepaid, contractId, { promisedPaymentId, account: forecast.kind }, at);
}

const isNeeded = (
  { state, amount, ends_on }: OpenPromise,
  forecast: Awaited<ReturnType<typeof accountForecast>>,
): boolean => (state === 'ended' ? forecast.debt > 0 : toPay(forecast, { amount, endsOn: ends_on }) > 0);

/**
 * Ends the promises of the accounts whose last day is before `day`; call it before that day is charged. What then
 * exceeds the account's own limit is switched off for debt. Repeating it changes nothing.
 */
export async function endPromises(tx: Tx, day: Day, at: At, accounts: readonly number[]): Promise<void> {
  const ended = await endDue(tx, { day, accounts, now: at.now });
  const unpaid = ended.filter(({ is_repaid }) => !is_repaid);
  const repaid = ended.filter(({ is_repaid }) => is_repaid);
  const told = ({ promised_payment_id: promisedPaymentId, contract_id: contractId, kind: account }: EndedPromise) => ({
    contractId,
    data: { promisedPaymentId, account },
  });
  await notifyAll(tx, promiseRepaid, repaid.map(told), at);
  if (unpaid.length === 0) return;
  const missing = await missingSums(tx, unpaid, dayIn(at.zone, at.now));
  const owing = unpaid.map((promise) => {
    const { contractId, data } = told(promise);
    return { contractId, data: { ...data, debt: missing.get(promise.account_id) ?? kopecks(0) } };
  });
  await notifyAll(tx, promiseEnded, owing, at);
  await blockForDebt(
    tx,
    unpaid.map(({ account_id }) => account_id),
    at,
  );
}

/** Reminds the client, a day before the end of a promise, how much to pay; skips a closed promise. */
export async function remindOfPromise(tx: Tx, promisedPaymentId: number, at: At): Promise<void> {
  const promise = await activePromise(tx, promisedPaymentId);
  if (!promise) return;
  const today = dayIn(at.zone, at.now);
  const forecast = await accountForecast(tx, promise.account_id, today);
  const { kind: account, ends_on: endsOn } = promise;
  const sum = toPay(forecast, { amount: promise.amount, endsOn });
  const told = { promisedPaymentId, account, toPay: sum, endsOn, today };
  if (sum > 0) await notify(tx, promiseEnding, promise.contract_id, told, at);
}
