import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { blockForDebt, type At } from '../debt/debt.ts';
import { accountForecast } from '../forecast/forecast.queries.ts';
import { endedMessage, reminderMessage, repaidMessage } from './promise.texts.ts';
import {
  activePromise,
  endDue,
  insertMessages,
  markRepaid,
  openPromise,
  type OpenPromise,
} from './promised-payment.queries.ts';
import { toPay } from './promised-payment.rules.ts';
import { tell } from './take-promise.ts';

const SHOWN_MS = 7 * 86_400_000;

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
  await tell(tx, contractId, repaidMessage(forecast.kind), at);
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
  const messages = ended.map(({ contract_id, kind, is_repaid, debt }) => ({
    contract_id,
    ...(is_repaid ? repaidMessage(kind) : endedMessage(kind, debt)),
  }));
  if (messages.length > 0) await insertMessages(tx, messages, at.now, new Date(at.now.getTime() + SHOWN_MS));
  if (unpaid.length > 0)
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
  const sum = toPay(forecast, { amount: promise.amount, endsOn: promise.ends_on });
  if (sum > 0) await tell(tx, promise.contract_id, reminderMessage(promise.kind, sum, promise.ends_on, today), at);
}
