import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { addJob } from '#kernel/jobs.ts';
import { owe } from '#kernel/outbox.ts';
import type { BankFact } from '#outside/acquirer/port.ts';
import { post, providerAccount } from '../ledger/ledger.ts';
import { insertMessage } from '../message/message.queries.ts';
import { accountOf, bringNumbersBack, bringUsersBack } from './bring-back.queries.ts';
import { phoneText } from '../text/text.rules.ts';
import { creditMessage } from './credit-message.rules.ts';
import {
  conclude,
  insertNotification,
  lockIfDue,
  lockPaymentOf,
  notificationById,
  setPaid,
  setUnpaid,
  type NotificationRow,
  type PaymentRow,
} from './payment.queries.ts';
import { outcomeOf, type Outcome } from './payment.rules.ts';

interface At {
  readonly now: Date;
  /** The provider's IANA zone, whose day the money counts on. */
  readonly zone: string;
}

const MESSAGE_SHOWN_MS = 7 * 86_400_000;

/**
 * Stores what the bank said as it came and orders its application, both in this transaction: what was accepted is never
 * lost. What was stored before changes nothing.
 */
export async function acceptFact(
  tx: Tx,
  told: { acquirer: string; fact: BankFact; body: string; now: Date },
): Promise<void> {
  const notificationId = await insertNotification(tx, told);
  if (notificationId !== undefined) await addJob(tx, 'apply_notification', { notificationId });
}

/**
 * Applies a stored notification once, whatever is repeated, reordered or killed. Locks the payment first, then the
 * notification, then (in the ledger's trigger) the account.
 */
export async function settle(tx: Tx, notificationId: number, at: At): Promise<void> {
  const told = await notificationById(tx, notificationId);
  if (!told) return;
  const payment = await lockPaymentOf(tx, told.acquirer, told.qr_id);
  if (!(await lockIfDue(tx, notificationId))) return;
  await conclude(tx, notificationId, await carryOut(tx, payment, told, at), at.now);
}

async function carryOut(tx: Tx, payment: PaymentRow | undefined, told: NotificationRow, at: At): Promise<Outcome> {
  const outcome = outcomeOf(payment, told);
  if (!payment) return outcome;
  if (outcome === 'credited') return credit(tx, payment, told, at);
  if (outcome === 'rejected' || outcome === 'expired') await setUnpaid(tx, payment.payment_id, outcome);
  return outcome;
}

async function credit(tx: Tx, payment: PaymentRow, told: NotificationRow, { now, zone }: At): Promise<Outcome> {
  const text = 'Пополнение по СБП';
  const transactionId = await post(tx, {
    kind: 'payment',
    reference: `${told.acquirer}:${told.external_id}`,
    day: dayIn(zone, now),
    happenedAt: now,
    entries: [
      { accountId: await providerAccount(tx, 'acquirer'), amount: kopecks(0 - payment.amount), text },
      { accountId: payment.account_id, amount: payment.amount, text, method: 'sbp' },
    ],
  });
  // The books know this operation already, though not for this payment: a person must look at it.
  if (transactionId === undefined) return 'surplus';
  await setPaid(tx, payment.payment_id, transactionId, now);
  await welcomeMoney(tx, payment, now);
  return 'credited';
}

/** The payment that clears a debt brings the services back at once, and the client is told. */
async function welcomeMoney(tx: Tx, { account_id, amount }: PaymentRow, now: Date): Promise<void> {
  const account = await accountOf(tx, account_id);
  const broughtBack = account.balance >= 0 ? await bringBack(tx, account_id, now) : [];
  await insertMessage(tx, {
    ...creditMessage({ amount, account: account.kind, balance: kopecks(account.balance), broughtBack }),
    contractId: account.contract_id,
    kind: 'money',
    now,
    until: new Date(now.getTime() + MESSAGE_SHOWN_MS),
  });
}

async function bringBack(tx: Tx, accountId: number, now: Date): Promise<string[]> {
  const users = await bringUsersBack(tx, accountId, now);
  for (const { user_id } of users) await owe(tx, 'network.apply', { userId: user_id, access: 'open' });
  const numbers = await bringNumbersBack(tx, accountId);
  return [...users.map(({ name }) => name), ...numbers.map(({ phone_number }) => phoneText(phone_number))];
}
