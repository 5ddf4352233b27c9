import { kopecks } from '@kabinet/contract/kernel/money';
import { latestAutopayment } from '#server/domain/payments/autopayment/autopayment.queries.ts';
import { nextCharge, type NextCharge } from '#server/domain/payments/autopayment/next-charge.ts';
import type { AutopaymentTerms } from '#server/domain/payments/autopayment/plan.ts';
import { sharedForecasts, type AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { balanceOn, forecastAfter } from '#server/domain/billing/forecast/forecast.rules.ts';
import { promiseOn } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import {
  lastDayOf,
  toPay,
  withoutPromise,
  withPromise,
} from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import type { CalendarRequest } from './asked.ts';
import { chargeEntries, type AccountOutlook, type AnnouncedCharge } from './charges.rules.ts';
import { entryOf, type CalendarEntry } from './entry.rules.ts';

type Promised = NonNullable<Awaited<ReturnType<typeof promiseOn>>>;

/** Changes of money on the contract's accounts: charges, announced autopayments, the end of a promise. */
export async function moneyEntries(asked: CalendarRequest): Promise<CalendarEntry[]> {
  const forecasts = await sharedForecasts(asked.tx, asked.contractId, asked.today);
  return (await Promise.all(forecasts.map((forecast) => accountEntries(asked, forecast)))).flat();
}

async function accountEntries(asked: CalendarRequest, forecast: AccountForecast): Promise<CalendarEntry[]> {
  const promise = await promiseOn(asked.tx, forecast);
  const own = promise ? { ...forecast, ...withoutPromise(forecast, promise.amount) } : forecast;
  const charge = await announced(asked, own);
  const ahead = { ...aheadWith(forecast, promise, charge?.next ?? null), until: asked.until };
  return [
    ...chargeEntries(ahead),
    ...(charge ? autopaymentEntries(ahead, charge) : []),
    ...(promise ? promiseEntries(forecast, promise) : []),
  ];
}

/**
 * Counts an announced sum as received. A blocked account is charged only after it arrives, so nothing is subtracted
 * there.
 */
function aheadWith(forecast: AccountForecast, promise: Promised | undefined, next: AnnouncedCharge | null) {
  const coming = forecast.blocked ? null : next;
  const paid = coming?.amount ?? kopecks(0);
  const after = promise ? withPromise(forecast, promise, paid) : paid > 0 ? forecastAfter(forecast, paid) : forecast;
  return { forecast: { ...forecast, ...after }, coming };
}

/** The next charge of the account's autopayment, if there is one. */
async function announced(asked: CalendarRequest, forecast: AccountForecast): Promise<NextCharge | undefined> {
  const autopayment = await latestAutopayment(asked.tx, forecast.accountId);
  const within: AutopaymentTerms = { now: asked.now, zone: asked.zone, limits: asked.limits };
  return autopayment?.state === 'active' ? nextCharge(asked.tx, autopayment, forecast, within) : undefined;
}

function autopaymentEntries(ahead: AccountOutlook, { next, isUnderWay }: NextCharge): CalendarEntry[] {
  if (!next) return [];
  return [
    entryOf({
      day: next.day,
      kind: 'autopayment',
      p: ahead.forecast.kind,
      title: 'Автоплатёж',
      text: 'Спишем через СБП со счёта в банке',
      amount: next.amount,
      balance_after: ahead.coming ? balanceOn(ahead.forecast, next.day) : next.balance_after,
      by: 'client',
      undo: isUnderWay ? null : { does: 'skip_autopayment', until: next.at },
      undo_reason: isUnderWay ? 'Банк уже проводит этот платёж' : null,
    }),
  ];
}

function promiseEntries(forecast: AccountForecast, promise: Promised): CalendarEntry[] {
  const sum = toPay(forecast, promise);
  return [
    entryOf({
      day: lastDayOf(promise.endsOn),
      kind: 'promise',
      p: forecast.kind,
      title: 'Закончится обещанный платёж',
      text: sum > 0 ? `Пополните счёт на ${rubles(sum)} до 23:59, иначе услуги отключатся` : '',
      by: 'client',
      undo_reason: 'Его не отменить, но можно погасить раньше',
    }),
  ];
}
