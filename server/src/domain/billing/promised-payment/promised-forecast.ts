import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { AccountForecast } from '../forecast/forecast.queries.ts';
import { promisedOf } from './promised-payment.queries.ts';
import { lastDayOf, withPromise } from './promised-payment.rules.ts';

/** The active promise of the account. Only an account with a credit limit can have one, so most need no query. */
export const promiseOn = (tx: Tx, { accountId, creditLimit }: AccountForecast) =>
  creditLimit === 0 ? Promise.resolve(undefined) : promisedOf(tx, accountId);

/** The forecast of the account, limited by the end of an active promise. */
export async function promisedForecast(
  tx: Tx,
  forecast: AccountForecast,
): Promise<AccountForecast & { promiseLastDay?: Day }> {
  const promise = await promiseOn(tx, forecast);
  if (!promise) return forecast;
  return { ...forecast, ...withPromise(forecast, promise), promiseLastDay: lastDayOf(promise.endsOn) };
}
