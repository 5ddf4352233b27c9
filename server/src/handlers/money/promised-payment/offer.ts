import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { namesOffForDebt } from '#server/domain/payments/payment/after-payment.ts';
import { otherwiseText } from '#server/domain/billing/promised-payment/promise.texts.ts';
import {
  afterTaking,
  toPay,
  withPromise,
  type PromiseOffer,
} from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { lasts, payable } from './lasts.ts';

/** The provider's settings for an offer; `smallest` is the smallest payment. */
export interface OfferSettings {
  readonly zone: string;
  readonly smallest: Kopecks;
}

type OfferAnswer = NonNullable<Result<typeof contract.promisedPayment.get>['offer']>;

/** A preview of taking the promised payment. */
export async function offerAnswer(
  tx: Tx,
  forecast: AccountForecast,
  offer: PromiseOffer,
  { zone, smallest }: OfferSettings,
): Promise<OfferAnswer> {
  const { amount, fee, endsOn } = offer;
  // The fee comes first; the dialog of the browser counts on it.
  const charged = [...(fee > 0 ? [{ text: 'Обещанный платёж', amount: fee }] : []), ...forecast.dueOnReturn];
  const after = afterTaking(forecast, offer);
  const sum = payable(toPay(after, offer), smallest);
  const [next] = withPromise(after, offer).upcoming;
  return {
    amount,
    fee,
    ...lasts(endsOn, zone),
    to_pay: sum,
    preview: {
      charge_now: kopecks(charged.reduce((sum, part) => sum + part.amount, 0)),
      parts: charged,
      charge_next: next ? { day: next.day, amount: next.amount } : null,
      balance_after: after.balance,
      missing: kopecks(0),
      switches_on: forecast.blocked ? await namesOffForDebt(tx, forecast.accountId) : [],
      switches_off: [],
    },
    otherwise: otherwiseText({
      toPay: sum,
      debt: kopecks(Math.max(0, 0 - after.balance)),
      endsOn,
      today: forecast.today,
    }),
  };
}
