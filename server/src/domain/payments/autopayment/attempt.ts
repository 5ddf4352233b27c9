import { chargeSubscription } from './effects.ts';
import { randomUUID } from 'node:crypto';
import { dayIn, periodOf } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { addJob } from '#kernel/job.ts';
import { enqueueEffect } from '#kernel/outbox.ts';
import type { At } from '#domain/billing/debt/debt.ts';
import { notify } from '#domain/messaging/notify.ts';
import { watchPaymentAt } from '../payment/watch.ts';
import { lockById, type AutopaymentRow } from './autopayment.queries.ts';
import { DAY_MS, isTime, leftOf, MOST_TRIES, needOf, nextTry, sumFor } from './autopayment.rules.ts';
import { concludeAutopayment } from './jobs.ts';
import { chargeFailed, chargeRetried, chargeSilent } from './notices.ts';
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
import { forecastFor, type Within } from './plan.ts';
import { endUnbound, ruleOf } from './subscription.ts';

/** How long a bank may say nothing of a charge before the client is told. */
const SILENCE_MS = 3 * DAY_MS;
const FIRST_LOOK_MS = 10_000;

/**
 * Asks the bank for the due of an autopayment whose moment has come: a payment and the effect owed, in one transaction. A due that
 * is needed no more, or is beyond the ceiling by now, is given up.
 */
export async function startDue(tx: Tx, autopaymentId: string, within: Within): Promise<void> {
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
  await enqueueEffect(tx, chargeSubscription, { paymentId }, { uniqueKey: `autopayment:${paymentId}` });
  await watchPaymentAt(tx, paymentId, new Date(now.getTime() + FIRST_LOOK_MS));
}

async function verdictOn(tx: Tx, autopayment: AutopaymentRow, due: DueRow, { now, zone, limits }: Within) {
  const today = dayIn(zone, now);
  const rule = ruleOf(autopayment);
  const need = needOf(await forecastFor(tx, autopayment.account_id, today));
  if (!need || !isTime(need, rule, today)) return 'not_needed';
  const spent = await spentIn(tx, autopayment.account_id, periodOf(today));
  const sum = sumFor(need, leftOf(rule, spent), limits, due.amount);
  // What was told is not enough any more, or the ceiling is in the way: it is planned, and told, anew.
  return sum.kind === 'take' ? sum : 'cancelled';
}

/** The bank has taken the money of a try: nothing more is asked for its due. Called where the money is credited. */
export async function noteCharged(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const attempt = await attemptOf(tx, paymentId);
  if (!attempt) return;
  if (await concludeAttempt(tx, paymentId, { outcome: 'paid', reason: null, now })) {
    await setDueState(tx, attempt.due_id, 'paid');
  }
}

/** The bank has refused a try: why, it is asked in a job, where no lock waits for it. */
export async function noteRefused(tx: Tx, paymentId: string): Promise<void> {
  if (await attemptOf(tx, paymentId)) await addJob(tx, concludeAutopayment, { paymentId });
}

/** Ends a try that brought no money: another one a day later, three in all; none after the bank's last word. */
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
  // It has reached the bank meanwhile: only the bank may say that it took nothing.
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
  if (reason === 'silent' || attempt.number >= MOST_TRIES) {
    await setDueState(tx, due.due_id, 'failed');
    return reason === 'silent'
      ? notify(tx, chargeSilent, contract_id, { paymentId, kind, amount }, at)
      : notify(tx, chargeFailed, contract_id, { paymentId, kind, amount, reason }, at);
  }
  const again = nextTry(at.now, at.zone);
  await planAgain(tx, due.due_id, again);
  const [day, today] = [dayIn(at.zone, again), dayIn(at.zone, at.now)];
  await notify(tx, chargeRetried, contract_id, { paymentId, amount, reason, day, today }, at);
}
