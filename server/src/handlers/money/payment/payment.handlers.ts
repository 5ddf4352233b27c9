import type { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { owesNothing } from '#server/domain/billing/forecast/account.rules.ts';
import { sharedForecasts, type AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { afterPayment } from '#server/domain/payments/payment/after-payment.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { refuseBeyond } from '#server/domain/payments/payment/limits.ts';
import { orderQr } from '#server/domain/payments/payment/order-qr.ts';
import type { PartOf } from '#server/domain/payments/payment/payment.queries.ts';
import { AWAITED_MS, type PaymentLimits, type AccountPart } from '#server/domain/payments/payment/payment.rules.ts';
import { promiseOn } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { toPay, withoutPromise } from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import {
  withoutTransaction,
  type Handler,
  type Handlers,
  type RequestFacts,
  type Subscriber,
} from '#server/kernel/world.ts';
import {
  expectedPrice,
  reachOf,
  suggestions,
  usualMonth,
} from '#server/domain/payments/payment/expected-price.rules.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import { payableAccountsOf, ownPayment, pastCharges, paymentsSince, restoredBy } from './payment.queries.ts';
import { gostQr, purposeOf } from './transfer.rules.ts';

type Kind = keyof typeof ACCOUNT_NAMES;

const price: Handler<typeof contract.payment.expectedPrice> = async ({ query: { p } }, scope) => {
  const { db, subscriber, today, provider, outside } = scope;
  const forecasts = await sharedForecasts(db, subscriber.contractId, today);
  const own = forecasts.find(({ kind }) => kind === p);
  if (!own) throw new Problem('payment_no_account');
  const { amount, parts, suggested } = await priceOf(db, own, provider.payment);
  const isJoint = outside.acquirer.isConnected && forecasts.length > 1 && forecasts.every(isDue);
  const other = isJoint ? forecasts.find(({ kind }) => kind !== p) : undefined;
  return {
    amount,
    parts: [...parts],
    suggestions: suggested.map(({ lastsUntil, ...rest }) => ({ ...rest, lasts_until: lastsUntil })),
    ...provider.payment,
    other: other ? { p: other.kind, amount: (await priceOf(db, other, provider.payment)).amount } : null,
  };
};

/** What to pay to an account, and sums that last longer. */
async function priceOf(tx: Tx, whole: AccountForecast, limits: PaymentLimits) {
  if (owesNothing(whole)) return usualMonth(whole, limits);
  const promise = await promiseOn(tx, whole);
  const forecast = promise ? withoutPromise(whole, promise.amount) : whole;
  const past = forecast.debt > 0 ? await pastCharges(tx, whole.accountId) : [];
  const own = expectedPrice(forecast, past, limits);
  return { suggested: suggestions(forecast, limits), ...(promise ? closing(own, whole, promise) : own) };
}

/** An account with more days than this need not be paid yet. */
const DUE_DAYS = 7;

const isDue = (forecast: AccountForecast): boolean =>
  !owesNothing(forecast) && (forecast.blocked || (forecast.daysLeft !== null && forecast.daysLeft <= DUE_DAYS));

/** Raises the price to the sum that closes a promised payment. */
function closing(
  own: ReturnType<typeof expectedPrice>,
  forecast: AccountForecast,
  promise: NonNullable<Awaited<ReturnType<typeof promiseOn>>>,
): ReturnType<typeof expectedPrice> {
  const more = kopecks(toPay(forecast, promise) - own.amount);
  if (more <= 0) return own;
  const text = `Списания до ${dayText(promise.endsOn, forecast.today)}`;
  return { amount: kopecks(own.amount + more), parts: [...own.parts, { text, amount: more }] };
}

const options: Handler<typeof contract.payment.options> = async (
  { query: { p, amount } },
  { db, subscriber, today, provider, outside },
) => {
  const forecast = await forecastOf(db, subscriber, p, today);
  const transfer = transferTo(provider, { accountNo: forecast.accountNo, amount });
  const sbpWay = {
    way: 'sbp' as const,
    title: 'СБП',
    text: 'Из приложения любого банка, за минуту',
    fee: kopecks(0),
    ...provider.payment,
  };
  return {
    ways: [...(outside.acquirer.isConnected ? [sbpWay] : []), ...(transfer ? [transferWay(provider)] : [])],
    transfer,
    after: amount === undefined ? null : await afterPayment(db, forecast, amount),
    reach: reachOf(forecast, provider.payment),
  };
};

// The bank is called between two short transactions: no lock waits for the network.
const sbp = withoutTransaction<typeof contract.payment.sbp>(async ({ query }, scope) => {
  const { db, subscriber, now, provider, outside, request } = scope;
  refuseForeignPages(request);
  const parts = partsAsked(query);
  refuseBeyond(sumOf(parts), provider.payment);
  const { contractId } = subscriber;
  const [accounts, no] = await db.read((tx) =>
    Promise.all([payableAccountsOf(tx, contractId), contractNo(tx, contractId)]),
  );
  const [first, other] = parts.map((part) => partOf(accounts, part));
  if (!first) throw new Problem('payment_no_account');
  const ordered = await orderQr(db, outside.acquirer, {
    ordered: other ? [first, other] : [first],
    purpose: purposeOfQr(no, parts),
    now,
  });
  return { ...ordered, parts };
});

/** A payment as the client requests it. */
interface RequestedPayment extends PartOf {
  readonly other_amount?: Kopecks | undefined;
}

/** The parts of a payment, `i` first, so that the same payment is one order whichever account the client names first. */
function partsAsked({ p, amount, other_amount: more }: RequestedPayment): PartOf[] {
  if (more === undefined) return [{ p, amount }];
  if (amount === 0 || more === 0) {
    throw new Problem('payment_amount_too_small', {
      message: 'Укажите сумму для каждого счёта или пополните только один',
    });
  }
  const own = { p, amount };
  return p === 'i' ? [own, { p: 't', amount: more }] : [{ p: 'i', amount: more }, own];
}

const sumOf = (parts: PartOf[]): Kopecks => kopecks(parts.reduce((sum, { amount }) => sum + amount, 0));

function partOf(accounts: Awaited<ReturnType<typeof payableAccountsOf>>, { p, amount }: PartOf): AccountPart {
  const account = accounts.find(({ kind }) => kind === p);
  if (!account) throw new Problem('payment_no_account');
  return { accountId: account.account_id, amount };
}

/** Shown to the payer by the bank. */
function purposeOfQr(no: string, parts: PartOf[]): string {
  const [only, other] = parts;
  if (only && !other) return `Договор ${no}, счёт «${ACCOUNT_NAMES[only.p]}»`;
  const each = parts.map(({ p, amount }) => `«${ACCOUNT_NAMES[p]}» ${rubles(amount)}`);
  return `Договор ${no}, счета ${each.join(' и ')}`;
}

const status: Handler<typeof contract.payment.status> = async ({ query: { payment_id } }, { db, subscriber }) => {
  const [payment, restored] = await Promise.all([
    ownPayment(db, subscriber.contractId, payment_id),
    restoredBy(db, subscriber.contractId, payment_id),
  ]);
  return { ...payment, restored };
};

const awaited: Handler<typeof contract.payment.awaited> = (_, { db, subscriber, now }) =>
  paymentsSince(db, subscriber.contractId, new Date(now.getTime() - AWAITED_MS));

export const paymentHandlers: Handlers<typeof contract.payment> = {
  expectedPrice: price,
  options,
  sbp,
  status,
  awaited,
};

async function forecastOf(tx: Tx, { contractId }: Subscriber, kind: Kind, today: Day): Promise<AccountForecast> {
  const forecasts = await sharedForecasts(tx, contractId, today);
  const forecast = forecasts.find((one) => one.kind === kind);
  if (!forecast) throw new Problem('payment_no_account');
  return forecast;
}

const transferWay = ({ payment: limits }: Provider) => ({
  way: 'transfer' as const,
  title: 'Банковский перевод',
  text: 'По реквизитам, за 1–3 рабочих дня. Комиссию берёт ваш банк',
  fee: kopecks(0),
  ...limits,
});

/** Details of a transfer; null if the operator has not set them. */
function transferTo({ legal, bank_details: bank }: Provider, paid: Parameters<typeof gostQr>[1]) {
  if (!legal || !bank) return null;
  const { name, inn, kpp } = legal;
  return { name, inn, kpp: kpp ?? null, ...bank, purpose: purposeOf(paid), qr: gostQr({ ...legal, ...bank }, paid) };
}

/** This GET changes something, so a picture, a frame or a link of any page must not reach it. */
function refuseForeignPages({ fetchDest }: RequestFacts): void {
  if (fetchDest !== undefined && fetchDest !== 'empty') throw new Problem('forbidden_origin');
}
