import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { switchedOffForDebt } from '#server/domain/billing/debt/debt.queries.ts';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { forecastAfter } from '#server/domain/billing/forecast/forecast.rules.ts';
import { promiseOn } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { lastDayOf, withPromise } from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';

/** The balance right after a payment and the charges that follow at once, how long it lasts, and what works again. */
export async function afterPayment(tx: Tx, forecast: AccountForecast, amount: Kopecks) {
  const promise = await promiseOn(tx, forecast);
  const after = promise ? withPromise(forecast, promise, amount) : forecastAfter(forecast, amount);
  return {
    balance: after.balance,
    lasts_until: after.lastsUntil,
    days_left: after.daysLeft,
    ...(after.lastsUntil !== null &&
      after.lastsUntil === promise?.endsOn && { promise_last_day: lastDayOf(promise.endsOn) }),
    ...(forecast.isExternal
      ? { switches_on: [], charged_elsewhere: true as const }
      : { switches_on: forecast.blocked && !after.blocked ? await namesOffForDebt(tx, forecast.accountId) : [] }),
  };
}

/** Names of what is restored when the account's debt is paid; mailboxes are one thing, as in the headings of the portal. */
export async function namesOffForDebt(tx: Tx, accountId: number): Promise<string[]> {
  const off = (await switchedOffForDebt(tx, accountId)).toSorted((a, b) => rank(a.kind) - rank(b.kind));
  return [...new Set(off.map(({ name, kind }) => nameOf(name, kind)))];
}

/** As in the portal: the internet first, numbers last. */
const rank = (kind: string): number => ['tv', 'sip', 'mail', 'number'].indexOf(kind);

function nameOf(name: string, kind: string): string {
  if (kind === 'number') return phoneText(name);
  return kind === 'mail' ? 'Почта' : name;
}
