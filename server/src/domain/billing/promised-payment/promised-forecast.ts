import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import type { AccountForecast } from '../forecast/forecast.queries.ts';
import { promisedOf } from './promised-payment.queries.ts';
import { lastDayOf, withPromise } from './promised-payment.rules.ts';

/** The promise in force on the account; only a credit limit may hold one, so most accounts are not asked about. */
export const promiseOn = (tx: Tx, { accountId, creditLimit }: AccountForecast) =>
  creditLimit === 0 ? Promise.resolve(undefined) : promisedOf(tx, accountId);

/** What lies ahead of the account, where a promise in force ends, too. */
export async function promisedForecast(
  tx: Tx,
  forecast: AccountForecast,
): Promise<AccountForecast & { promiseLastDay?: Day }> {
  const promise = await promiseOn(tx, forecast);
  if (!promise) return forecast;
  return { ...forecast, ...withPromise(forecast, promise), promiseLastDay: lastDayOf(promise.endsOn) };
}
