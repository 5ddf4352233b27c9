import { addDays, dayIn, instant, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { restoreAfterDebt, type At } from '../debt/debt.ts';
import type { AccountForecast } from '../forecast/forecast.queries.ts';
import { askedPromise } from './ask-promise.ts';
import { endPromisesJob, remindOfPromiseJob } from './jobs.ts';
import { promiseTaken } from './notices.ts';
import { insertPromise, setFee, standingOf } from './promised-payment.queries.ts';
import {
  isOffer,
  termsOf,
  type PromiseOffer,
  type PromiseQuestion,
  type PromiseSettings,
  type PromisedPayment,
  type PromisedPaymentRefusal,
} from './promised-payment.rules.ts';

export interface PromiseTerms {
  readonly terms: PromiseOffer | PromiseQuestion | PromisedPaymentRefusal;
  /** The account's latest promise. */
  readonly last: PromisedPayment | undefined;
  /** What another billing has said last: empty when there is nothing to say. */
  readonly said: string;
  /** Whether it charges. */
  readonly isElsewhere: boolean;
}

/** The terms of a promised payment for the account now, and its latest promise. */
export async function termsFor(
  tx: Tx,
  forecast: AccountForecast,
  settings: PromiseSettings | undefined,
  at: At,
): Promise<PromiseTerms> {
  const { zone } = at;
  const { opened_on, is_active, is_external, was_asked, last: stored } = await standingOf(tx, forecast.accountId);
  const last = stored
    ? {
        ...stored,
        takenAt: instant(new Date(stored.takenAt)),
        takenOn: dayIn(zone, new Date(stored.takenAt)),
      }
    : undefined;
  const asked = is_external || was_asked ? await askedPromise(tx, forecast.accountId, at) : undefined;
  const elsewhere = is_external ? asked : undefined;
  const terms = termsOf({ forecast, settings, openedOn: opened_on, isActive: is_active, elsewhere, last });
  return { terms, last, said: asked?.said ?? '', isElsewhere: is_external };
}

export interface PromiseResult {
  readonly promised: PromisedPayment;
  readonly broughtBack: readonly string[];
}

/**
 * Takes a promised payment for an account that the caller has locked: raises the limit, charges the fee, restores what
 * was switched off for debt, and tells the client. Throws `promised_payment_unavailable` with the text of the terms.
 */
export async function takePromise(
  tx: Tx,
  forecast: AccountForecast,
  { settings, contractId }: { settings: PromiseSettings | undefined; contractId: number },
  at: At,
): Promise<PromiseResult> {
  const { accountId, kind, today } = forecast;
  const { terms } = await termsFor(tx, forecast, settings, at);
  if (!isOffer(terms))
    throw new Problem('promised_payment_unavailable', 'reason' in terms ? { message: terms.reason } : {});
  const { amount, fee, endsOn } = terms;
  const promisedPaymentId = await insertPromise(tx, { accountId, amount, takenAt: at.now, endsOn });
  if (fee > 0) await chargeFee(tx, { promisedPaymentId, accountId, fee, day: today }, at);
  const broughtBack = await restoreAfterDebt(tx, accountId, at);
  const told = { promisedPaymentId, account: kind, amount, fee, endsOn, today, broughtBack };
  await notify(tx, promiseTaken, contractId, told, at);
  await orderItsEnd(tx, promisedPaymentId, endsOn, at);
  const takenAt = instant(at.now);
  return { promised: { amount, fee, endsOn, takenAt, takenOn: today, state: 'active' }, broughtBack };
}

interface Fee {
  readonly promisedPaymentId: number;
  readonly accountId: number;
  readonly fee: Kopecks;
  readonly day: Day;
}

/** The promise covers its own fee: the limit has just been raised. */
async function chargeFee(tx: Tx, { promisedPaymentId, accountId, fee, day }: Fee, at: At): Promise<void> {
  const text = 'Обещанный платёж';
  const transactionId = await post(tx, {
    kind: 'charge',
    reference: `charge:promised-payment:${promisedPaymentId}`,
    day,
    happenedAt: at.now,
    entries: [
      { accountId, amount: kopecks(0 - fee), text },
      { accountId: await providerAccount(tx, 'revenue'), amount: fee, text },
    ],
  });
  if (transactionId !== undefined) await setFee(tx, promisedPaymentId, transactionId);
}

/** One job ends it in time, and another reminds of it a day before. */
export async function orderItsEnd(tx: Tx, promisedPaymentId: number, endsOn: Day, { zone }: At): Promise<void> {
  const at = (day: Day) => new Date(dayStart(day, zone));
  await addJob(tx, endPromisesJob, {}, { key: `end-promise:${promisedPaymentId}`, runAt: at(endsOn) });
  await addJob(tx, remindOfPromiseJob, { promisedPaymentId }, { runAt: at(addDays(endsOn, -1)) });
}
