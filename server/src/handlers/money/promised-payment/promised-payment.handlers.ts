import type { contract } from '@kabinet/contract';
import { daysBetween } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Result } from '@kabinet/contract/kernel/call/call';
import {
  accountForecast,
  sharedForecasts,
  type AccountForecast,
} from '#server/domain/billing/forecast/forecast.queries.ts';
import { owesNothing } from '#server/domain/billing/forecast/account.rules.ts';
import { afterPayment } from '#server/domain/payments/payment/after-payment.ts';
import { payableSum } from '#server/domain/payments/payment/payment.rules.ts';
import { lockAccountOfKind } from '#server/domain/billing/promised-payment/promised-payment.queries.ts';
import {
  isOffer,
  isQuestion,
  lastDayOf,
  toPay,
  type PromisedPayment,
} from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { askForPromise } from '#server/domain/billing/promised-payment/ask-promise.ts';
import { takePromise, termsFor, type PromiseTerms } from '#server/domain/billing/promised-payment/take-promise.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Handlers, ScopeOf } from '#server/kernel/world.ts';
import { lasts, payable } from './lasts.ts';
import { offerAnswer, type OfferSettings } from './offer.ts';

type PromisedPaymentReply = Result<typeof contract.promisedPayment.get>;
type Active = NonNullable<PromisedPaymentReply['active']>;
type PromiseScope = Pick<ScopeOf<typeof contract.promisedPayment.get>, 'db' | 'now' | 'provider'>;

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
      const sum = owesNothing(forecast) ? kopecks(0) : payableSum(forecast.debt, scope.provider.payment);
      const [after, terms] = await Promise.all([afterPayment(scope.db, forecast, sum), termsAnswer(forecast, scope)]);
      return { p: forecast.kind, to_pay: sum, after, ...terms };
    }),
  );
};

async function termsAnswer(
  forecast: AccountForecast,
  { db, now, provider: { promised_payment, payment, time_zone: zone } }: PromiseScope,
): Promise<PromisedPaymentReply> {
  const settings = promised_payment[forecast.kind];
  const provided = { zone, smallest: payment.smallest };
  const { terms, last, said, isElsewhere } = await termsFor(db, forecast, settings, { now, zone });
  return {
    terms: settings ? { days: settings.days, fee: settings.fee, most: settings.most } : null,
    ...possibilityOf(terms, said),
    offer: isOffer(terms) ? await offerAnswer(db, forecast, terms, provided) : null,
    active: last?.state === 'active' ? activeAnswer(last, forecast, provided) : null,
    ...(isElsewhere && { charged_elsewhere: true as const }),
  };
}

/** Whether it can be taken, or another billing be asked for it: that may have refused it before. */
function possibilityOf(terms: PromiseTerms['terms'], said: string) {
  if (isOffer(terms) || isQuestion(terms))
    return { available: true, reason: said === '' ? null : said, available_from: null };
  return { available: false, reason: terms.reason, available_from: terms.from };
}

const take: Handler<typeof contract.promisedPayment.take> = async (
  { body: { p } },
  { db, subscriber: { contractId }, now, today, provider: { promised_payment, payment, time_zone: zone } },
) => {
  const account = await lockAccountOfKind(db, contractId, p);
  if (!account) throw new Problem('payment_no_account');
  const before = await accountForecast(db, account.account_id, today);
  const { terms } = await termsFor(db, before, promised_payment[p], { now, zone });
  if (isQuestion(terms)) {
    await askForPromise(db, { contractId, accountId: before.accountId }, { now, zone });
    return { active: null, handed_over: true, switched_on: [], balance: before.balance };
  }
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
