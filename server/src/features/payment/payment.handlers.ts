import type { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sharedForecasts, type AccountForecast } from '#domain/forecast/forecast.queries.ts';
import { forecastAfter } from '#domain/forecast/forecast.rules.ts';
import { switchedOffForDebt } from '#domain/payment/bring-back.queries.ts';
import { ACCOUNT_NAMES } from '#domain/payment/credit-message.rules.ts';
import { phoneText } from '#domain/text/text.rules.ts';
import { rubles } from '#domain/text/text.rules.ts';
import { Problem } from '#kernel/problem.ts';
import { withoutTransaction, type Handler, type Handlers, type RequestFacts, type Subscriber } from '#kernel/world.ts';
import { expectedPrice, suggestions, type Limits } from './expected-price.rules.ts';
import { orderQr } from './order-qr.ts';
import { accountOfKind, ownPayment, pastCharges } from './payment.queries.ts';

type Kind = keyof typeof ACCOUNT_NAMES;

const price: Handler<typeof contract.payment.expectedPrice> = async (
  { query: { p } },
  { db, subscriber, today, provider },
) => {
  const forecast = await forecastOf(db, subscriber, p, today);
  const past = forecast.debt > 0 ? await pastCharges(db, forecast.accountId) : [];
  const limits = provider.payment;
  const { amount, parts } = expectedPrice(forecast, past, limits);
  return {
    amount,
    parts: [...parts],
    suggestions: suggestions(forecast, limits).map(({ lastsUntil, ...rest }) => ({
      ...rest,
      lasts_until: lastsUntil,
    })),
    ...limits,
  };
};

const options: Handler<typeof contract.payment.options> = async (
  { query: { p, amount } },
  { db, subscriber, today, provider, outside },
) => {
  const forecast = await forecastOf(db, subscriber, p, today);
  const sbpWay = {
    way: 'sbp' as const,
    title: 'СБП',
    text: 'Из приложения любого банка, за минуту',
    fee: kopecks(0),
    ...provider.payment,
  };
  return {
    ways: outside.acquirer.isConnected ? [sbpWay] : [],
    after: amount === undefined ? null : await afterPayment(db, forecast, amount),
  };
};

// The bank is asked between two short transactions: no lock waits for a network.
const sbp = withoutTransaction<typeof contract.payment.sbp>(async ({ query: { p, amount } }, scope) => {
  const { db, subscriber, now, provider, outside, request } = scope;
  refuseForeignPages(request);
  refuseBeyond(amount, provider.payment);
  const { contractId } = subscriber;
  const account = await db.read((tx) => accountOfKind(tx, contractId, p));
  if (!account) throw new Problem('payment_no_account');
  return orderQr(db, outside.acquirer, {
    accountId: account.account_id,
    amount,
    purpose: `Договор ${contractId}, счёт «${ACCOUNT_NAMES[p]}»`,
    now,
  });
});

const status: Handler<typeof contract.payment.status> = async ({ query: { payment_id } }, { db, subscriber }) => {
  const payment = await ownPayment(db, subscriber.contractId, payment_id);
  if (!payment) throw new Problem('not_found');
  return payment;
};

export const paymentHandlers: Handlers<typeof contract.payment> = { expectedPrice: price, options, sbp, status };

async function forecastOf(tx: Tx, { contractId }: Subscriber, kind: Kind, today: Day): Promise<AccountForecast> {
  const forecasts = await sharedForecasts(tx, contractId, today);
  const forecast = forecasts.find((one) => one.kind === kind);
  if (!forecast) throw new Problem('payment_no_account');
  return forecast;
}

async function afterPayment(tx: Tx, forecast: AccountForecast, amount: Kopecks) {
  const after = forecastAfter(forecast, amount);
  const back = forecast.blocked && !after.blocked ? await switchedOffForDebt(tx, forecast.accountId) : [];
  return {
    balance: after.balance,
    lasts_until: after.lastsUntil,
    days_left: after.daysLeft,
    switches_on: back.map(({ name, is_number }) => (is_number ? phoneText(name) : name)),
  };
}

/** It is a GET that changes something: a picture, a frame or a link of any page must not reach it. */
function refuseForeignPages({ fetchDest }: RequestFacts): void {
  if (fetchDest !== undefined && fetchDest !== 'empty') throw new Problem('forbidden_origin');
}

function refuseBeyond(amount: Kopecks, { smallest, largest }: Limits): void {
  if (amount < smallest) {
    throw new Problem('payment_amount_too_small', { message: `Наименьший платёж ${rubles(smallest)}` });
  }
  if (amount > largest) {
    throw new Problem('payment_amount_too_large', { message: `Наибольший платёж ${rubles(largest)}` });
  }
}
