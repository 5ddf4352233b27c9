import { chargeSubscriptionEffect } from './effects.ts';
import { randomUUID } from 'node:crypto';
import { dayIn, periodOf } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount } from '#server/domain/billing/debt/debt.queries.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import { watchPaymentAt } from '../payment/watch.ts';
import { lockById, type AutopaymentRow } from './autopayment.queries.ts';
import {
  DAY_MS,
  isDaylight,
  isTime,
  ceilingLeftOf,
  MOST_CHARGE_TRIES,
  needOf,
  nextTry,
  sumAtTime,
} from './autopayment.rules.ts';
import { concludeAutopaymentJob } from './jobs.ts';
import { chargeFailed, chargeRetried, chargeSilent } from './notices.ts';
import { autopaymentTopic } from './topic.ts';
import {
  attemptOf,
  concludeAttempt,
  dueById,
  giveUpPayment,
  insertAttempt,
  lockAttempt,
  openDue,
  planAgain,
  setDueState,
  spentIn,
  type AttemptRow,
  type DueRow,
} from './due.queries.ts';
import { forecastFor, type AutopaymentTerms } from './plan.ts';
import { endUnbound, ruleOf } from './subscription.ts';

/** How long a bank may stay silent about a charge before the client is told. */
const SILENCE_MS = 3 * DAY_MS;
const FIRST_LOOK_MS = 10_000;

/**
 * Starts a due charge of an autopayment: stores a payment and enqueues the effect in one transaction. A due that is no
 * longer needed, or now exceeds the ceiling, is cancelled. One that was missed by day waits for the morning.
 */
export async function startDue(tx: Tx, autopaymentId: string, within: AutopaymentTerms): Promise<void> {
  if (!isDaylight(within.now, within.zone)) return;
  const autopayment = await lockById(tx, autopaymentId);
  const due = await openDue(tx, autopaymentId);
  if (autopayment?.state !== 'active' || due?.state !== 'planned' || new Date(due.charge_at) > within.now) return;
  const verdict = await verdictOn(tx, autopayment, due, within);
  if (typeof verdict === 'string') return setDueState(tx, due.due_id, verdict);
  const paymentId = randomUUID();
  const { now, zone } = within;
  await insertAttempt(tx, {
    paymentId,
    dueId: due.due_id,
    accountId: autopayment.account_id,
    acquirer: autopayment.acquirer,
    number: due.tries + 1,
    amount: verdict.amount,
    period: periodOf(dayIn(zone, now)),
    now,
    expiresAt: new Date(now.getTime() + SILENCE_MS),
  });
  await enqueueEffect(tx, chargeSubscriptionEffect, { paymentId }, { uniqueKey: `autopayment:${paymentId}` });
  await watchPaymentAt(tx, paymentId, new Date(now.getTime() + FIRST_LOOK_MS));
}

async function verdictOn(tx: Tx, autopayment: AutopaymentRow, due: DueRow, { now, zone, limits }: AutopaymentTerms) {
  const today = dayIn(zone, now);
  const rule = ruleOf(autopayment);
  const need = needOf(await forecastFor(tx, autopayment.account_id, today));
  if (!need || !isTime(need, rule, today)) return 'not_needed';
  const spent = await spentIn(tx, autopayment.account_id, periodOf(today));
  const sum = sumAtTime(need, ceilingLeftOf(rule, spent), limits, due.amount);
  // A debt is larger than announced, or the ceiling blocks it: the due is planned and announced again.
  return sum.kind === 'take' ? sum : 'cancelled';
}

/** Records that the bank has charged an attempt; its due is then paid. Call it where the money is credited. */
export async function noteCharged(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const attempt = await attemptOf(tx, paymentId);
  if (!attempt) return;
  if (await concludeAttempt(tx, paymentId, { outcome: 'paid', reason: null, now })) {
    await setDueState(tx, attempt.due_id, 'paid');
    const { contract_id: contractId, kind } = await lockAccount(tx, attempt.account_id);
    await settleMatter(tx, contractId, autopaymentTopic(kind), now);
  }
}

/** Records that the bank has refused an attempt. A job asks for the reason, so that no lock waits for the bank. */
export async function noteRefused(tx: Tx, paymentId: string): Promise<void> {
  if (await attemptOf(tx, paymentId)) await addJob(tx, concludeAutopaymentJob, { paymentId });
}

/**
 * Ends an attempt that brought no money. Another follows a day later, three in all; none if the account was unbound or
 * the bank stayed silent.
 */
export async function concludeUnpaid(
  tx: Tx,
  paymentId: string,
  { outcome, reason }: { outcome: 'refused' | 'not_sent'; reason: string },
  at: At,
): Promise<void> {
  const known = await attemptOf(tx, paymentId);
  const autopayment = known && (await lockById(tx, known.autopayment_id));
  await lockAttempt(tx, paymentId);
  const attempt = await attemptOf(tx, paymentId);
  if (!attempt || !autopayment) return;
  // It has reached the bank meanwhile: only the bank may say that it charged nothing.
  if (outcome === 'not_sent' && attempt.charge_id !== null) return;
  if (!(await concludeAttempt(tx, paymentId, { outcome, reason, now: at.now }))) return;
  if (outcome === 'not_sent') await giveUpPayment(tx, paymentId);
  await goOn(tx, autopayment, attempt, reason, at);
}

async function goOn(tx: Tx, autopayment: AutopaymentRow, attempt: AttemptRow, reason: string, at: At): Promise<void> {
  const due = await dueById(tx, attempt.due_id);
  if (due?.state !== 'charging') return;
  if (autopayment.state !== 'active') return setDueState(tx, due.due_id, 'cancelled');
  if (reason === 'unsubscribed') {
    await setDueState(tx, due.due_id, 'cancelled');
    return endUnbound(tx, autopayment, at);
  }
  const { kind, contract_id } = autopayment;
  const { payment_id: paymentId, amount } = attempt;
  if (reason === 'silent' || attempt.number >= MOST_CHARGE_TRIES) {
    await setDueState(tx, due.due_id, 'failed');
    await settleMatter(tx, contract_id, autopaymentTopic(kind), at.now);
    return reason === 'silent'
      ? notify(tx, chargeSilent, contract_id, { paymentId, kind, amount }, at)
      : notify(tx, chargeFailed, contract_id, { paymentId, kind, amount, reason }, at);
  }
  const again = nextTry(at.now, at.zone);
  await planAgain(tx, due.due_id, again);
  const [day, today] = [dayIn(at.zone, again), dayIn(at.zone, at.now)];
  await notify(tx, chargeRetried, contract_id, { paymentId, kind, amount, reason, day, today }, at);
}
