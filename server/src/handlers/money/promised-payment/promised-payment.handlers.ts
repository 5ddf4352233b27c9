import type { contract } from '@kabinet/contract';
import { daysBetween } from '@kabinet/contract/kernel/day';
import type { Result } from '@kabinet/contract/kernel/call/call';
import {
  accountForecast,
  sharedForecasts,
  type AccountForecast,
} from '#server/domain/billing/forecast/forecast.queries.ts';
import { afterPayment } from '#server/domain/payments/payment/after-payment.ts';
import { payableSum } from '#server/domain/payments/payment/payment.rules.ts';
import { lockAccountOfKind } from '#server/domain/billing/promised-payment/promised-payment.queries.ts';
import {
  isOffer,
  lastDayOf,
  toPay,
  type PromisedPayment,
} from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { takePromise, termsFor } from '#server/domain/billing/promised-payment/take-promise.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Handlers, ScopeOf } from '#server/kernel/world.ts';
import { lasts, payable } from './lasts.ts';
import { offerAnswer, type OfferSettings } from './offer.ts';

type PromisedPaymentReply = Result<typeof contract.promisedPayment.get>;
type Active = NonNullable<PromisedPaymentReply['active']>;
type PromiseScope = Pick<ScopeOf<typeof contract.promisedPayment.get>, 'db' | 'provider'>;

const get: Handler<typeof contract.promisedPayment.get> = async ({ query: { p } }, scope) => {
  const forecasts = await sharedForecasts(scope.db, scope.subscriber.contractId, scope.today);
  const forecast = forecasts.find(({ kind }) => kind === p);
  if (!forecast) throw new Problem('payment_no_account');
  return termsAnswer(forecast, scope);
};

/** The home screen requests this for everybody: accounts without debt must cost nothing. */
const inDebt: Handler<typeof contract.promisedPayment.inDebt> = async (_input, scope) => {
  const forecasts = await sharedForecasts(scope.db, scope.subscriber.contractId, scope.today);
  const owing = forecasts.filter(({ blocked }) => blocked);
  return Promise.all(
    owing.map(async (forecast) => {
      const sum = payableSum(forecast.debt, scope.provider.payment);
      const [after, terms] = await Promise.all([afterPayment(scope.db, forecast, sum), termsAnswer(forecast, scope)]);
      return { p: forecast.kind, to_pay: sum, after, ...terms };
    }),
  );
};

async function termsAnswer(
  forecast: AccountForecast,
  { db, provider: { promised_payment, payment, time_zone: zone } }: PromiseScope,
): Promise<PromisedPaymentReply> {
  const settings = promised_payment[forecast.kind];
  const provided = { zone, smallest: payment.smallest };
  const { terms, last } = await termsFor(db, forecast, settings, zone);
  const isPossible = isOffer(terms);
  return {
    terms: settings ? { days: settings.days, fee: settings.fee, most: settings.most } : null,
    available: isPossible,
    reason: isPossible ? null : terms.reason,
    available_from: isPossible ? null : terms.from,
    offer: isPossible ? await offerAnswer(db, forecast, terms, provided) : null,
    active: last?.state === 'active' ? activeAnswer(last, forecast, provided) : null,
  };
}

const take: Handler<typeof contract.promisedPayment.take> = async (
  { body: { p } },
  { db, subscriber: { contractId }, now, today, provider: { promised_payment, payment, time_zone: zone } },
) => {
  const account = await lockAccountOfKind(db, contractId, p);
  if (!account) throw new Problem('payment_no_account');
  const before = await accountForecast(db, account.account_id, today);
  const { promised, broughtBack } = await takePromise(
    db,
    before,
    { settings: promised_payment[p], contractId },
    { now, zone },
  );
  const provided = { zone, smallest: payment.smallest };
  const after = await accountForecast(db, account.account_id, today);
  return {
    active: activeAnswer(promised, after, provided),
    switched_on: [...broughtBack],
    balance: after.balance,
  };
};

export const promisedPaymentHandlers: Handlers<typeof contract.promisedPayment> = { get, inDebt, take };

function activeAnswer(promised: PromisedPayment, forecast: AccountForecast, { zone, smallest }: OfferSettings): Active {
  const { amount, fee, takenAt, endsOn } = promised;
  return {
    amount,
    fee,
    taken_at: takenAt,
    ...lasts(endsOn, zone),
    days_left: daysBetween(forecast.today, lastDayOf(endsOn)),
    to_pay: payable(toPay(forecast, promised), smallest),
  };
}
