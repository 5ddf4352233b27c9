import type { Kopecks } from '@kabinet/contract/kernel/money';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { BankFact } from '#server/integrations/acquirer/port.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { noteCharged, noteRefused } from '../autopayment/attempt.ts';
import { noteLinkPaid } from '../payment-links/payment-link.ts';
import { credit } from '../payment/credit.ts';
import {
  conclude,
  insertNotification,
  lockIfDue,
  lockPaymentOf,
  notificationById,
  paymentPartsOf,
  setPaid,
  setUnpaid,
  type NotificationRow,
  type NotificationSource,
  type PaymentRow,
} from '../payment/payment.queries.ts';
import { outcomeOf, type NotificationOutcome } from '../payment/payment.rules.ts';
import { applyNotificationJob } from './jobs.ts';

/**
 * Stores the bank's message unchanged and enqueues its application in this transaction, so an accepted message is never
 * lost. A message stored before changes nothing.
 */
export async function acceptFact(
  tx: Tx,
  told: { acquirer: string; fact: BankFact; body: string; source: NotificationSource; now: Date },
): Promise<void> {
  const notificationId = await insertNotification(tx, told);
  if (notificationId !== undefined) await addJob(tx, applyNotificationJob, { notificationId });
}

/**
 * Applies a stored notification once, even when repeated, reordered or interrupted. Locks the payment first, then the
 * notification, then (in the ledger's trigger) the account.
 */
export async function settleNotification(tx: Tx, notificationId: number, at: At): Promise<void> {
  const told = await notificationById(tx, notificationId);
  if (!told) return;
  const payment = await lockPaymentOf(tx, told);
  if (!(await lockIfDue(tx, notificationId))) return;
  await conclude(tx, notificationId, await carryOut(tx, payment, told, at), at.now);
}

async function carryOut(
  tx: Tx,
  payment: PaymentRow | undefined,
  told: NotificationRow,
  at: At,
): Promise<NotificationOutcome> {
  const outcome = outcomeOf(payment, told);
  if (!payment) return outcome;
  if (outcome === 'credited') return creditPayment(tx, payment, told, at);
  if (outcome === 'rejected' || outcome === 'expired') {
    await setUnpaid(tx, payment.payment_id, outcome);
    await noteRefused(tx, payment.payment_id);
  }
  return outcome;
}

async function creditPayment(tx: Tx, payment: PaymentRow, told: NotificationRow, at: At): Promise<NotificationOutcome> {
  const [first, other] = paymentPartsOf(payment);
  const isByLink = payment.payment_link_id !== null;
  const transactionId = await credit(
    tx,
    {
      ...first,
      other: other && { ...other, text: lineText(told, { amount: first.amount, kind: 'i' }) },
      method: 'sbp',
      reference: `${told.acquirer}:${told.external_id}`,
      text: lineText(told, other && { amount: other.amount, kind: 't' }, isByLink),
    },
    at,
  );
  // The operation is already in the ledger, but not for this payment: a person must check it.
  if (transactionId === undefined) return 'surplus';
  await setPaid(tx, payment.payment_id, { transactionId, externalId: told.external_id, now: at.now });
  await noteCharged(tx, payment.payment_id, at.now);
  if (payment.payment_link_id !== null) await noteLinkPaid(tx, payment.payment_link_id, at);
  return 'credited';
}

/** The payment's text in the history of an account; for a joint payment it also says how much the other account got. */
const lineText = (
  { source }: NotificationRow,
  beside?: { amount: Kopecks; kind: 'i' | 't' },
  isByLink = false,
): string =>
  [
    'Пополнение по СБП',
    ...(isByLink ? ['по вашей ссылке'] : []),
    ...(beside ? [`тем же платежом ${rubles(beside.amount)} на счёт «${ACCOUNT_NAMES[beside.kind]}»`] : []),
    ...(source === 'registry' ? ['найдено при сверке с банком'] : []),
  ].join(', ');
