import { randomUUID } from 'node:crypto';
import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Database, Tx } from '#db/database.ts';
import { addJob } from '#kernel/job.ts';
import type { Acquirer, RefundState } from '#integrations/acquirer/port.ts';
import { comeBack, type At } from '#domain/billing/debt/debt.ts';
import { lockAccount } from '#domain/billing/debt/debt.queries.ts';
import { post, providerAccount } from '#domain/money/ledger/ledger.ts';
import type { Notice } from '#domain/messaging/notice.ts';
import { notify } from '#domain/messaging/notify.ts';
import { oweReceipt } from '../fiscal/receipt.ts';
import { lockPayment } from '../payment/payment.queries.ts';
import {
  insertRefund,
  lockOpenRefund,
  lockRefund,
  refundsOf,
  setDeclined,
  setDone,
  setAsking,
  setRequested,
  transactionOf,
  type RefundRow,
} from './refund.queries.ts';
import { carryOutRefund } from './jobs.ts';
import { refundBegun, refundDeclined } from './notices.ts';
import { refundRefusal } from './refund.rules.ts';
import type { Refunded } from './refund.texts.ts';

/** Why no money goes back, in words for the operator. */
export class RefundRefused extends Error {}

interface Wanted {
  readonly paymentId: string;
  /** All that has not gone back yet, when absent. */
  readonly amount?: Kopecks;
}

/**
 * Takes money for a refund from the client's account and orders the bank to be asked for it, both in one transaction: it can
 * neither be spent meanwhile nor be forgotten. Throws `RefundRefused`, also when the account cannot go so low.
 */
export async function orderRefund(db: Database, bank: Acquirer, wanted: Wanted, at: At): Promise<Kopecks> {
  try {
    return await db.write((tx) => openRefund(tx, bank, wanted, at));
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'account_within_credit_limit') throw error;
    throw new RefundRefused('На счёте абонента нет таких денег: они уже потрачены на услуги');
  }
}

async function openRefund(tx: Tx, bank: Acquirer, { paymentId, amount: asked }: Wanted, at: At): Promise<Kopecks> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new RefundRefused('Такого платежа нет');
  if (payment.acquirer !== bank.name) throw new RefundRefused(`Платёж принял другой банк: ${payment.acquirer}`);
  const before = await refundsOf(tx, paymentId);
  const left = kopecks(payment.amount - before.amount);
  const amount = asked ?? left;
  const { count: refunds, is_one_open: isOneOpen } = before;
  const refusal = refundRefusal(
    { state: payment.state, refunds, isOneOpen, left, mostRefunds: bank.mostRefunds },
    amount,
  );
  if (refusal !== undefined) throw new RefundRefused(refusal);

  const refundId = randomUUID();
  const { transaction_id } = await transactionOf(tx, paymentId);
  const move = { accountId: payment.account_id, amount: kopecks(0 - amount), corrects: transaction_id };
  const transactionId = await postMove(
    tx,
    'refund',
    { ...move, reference: `refund:${refundId}`, text: 'Возврат платежа' },
    at,
  );
  await insertRefund(tx, { refundId, paymentId, amount, transactionId, now: at.now });
  await tell(tx, refundBegun, { refundId, accountId: payment.account_id, amount }, at);
  await carryOutRefundAt(tx, refundId, at.now);
  return amount;
}

/** Orders the next look at a refund, in place of one ordered before. */
export const carryOutRefundAt = (tx: Tx, refundId: string, at: Date): Promise<void> =>
  addJob(tx, carryOutRefund, { refundId }, { runAt: at });

/** A bank's silence is shorter by far: whoever asks has its answer by then, or has died. */
const ASKING_MS = 120_000;

/** The right to ask the bank about a refund, until then. */
interface Turn {
  readonly refund: RefundRow;
  readonly until: Date;
}

/**
 * Takes the turn to ask the bank, which one process has at a time: two might both order the money back. It does not hang on a
 * connection, which may break while the bank is asked. Nothing when the refund has ended, or when another asks; then it is looked at
 * again when the other should have ended.
 */
export async function takeTurn(tx: Tx, refundId: string, now: Date): Promise<Turn | undefined> {
  const refund = await lockOpenRefund(tx, refundId);
  if (!refund) return undefined;
  const others = refund.asked_until === null ? now : new Date(refund.asked_until);
  if (others > now) {
    await carryOutRefundAt(tx, refundId, others);
    return undefined;
  }
  const until = new Date(now.getTime() + ASKING_MS);
  await setAsking(tx, refundId, until);
  return { refund, until };
}

/** Notes the bank's answer, once. Money that the bank declines to send back is the client's again. */
export async function settleRefund(tx: Tx, refundId: string, state: RefundState, at: At): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  if (!refund || refund.state === 'done' || refund.state === 'declined') return;
  if (state === 'requested') await setRequested(tx, refundId);
  if (state === 'done') await returned(tx, refund, at.now);
  if (state === 'declined') await giveBack(tx, refund, at);
}

/** The money is with the payer: the receipt says so, too. */
async function returned(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  await setDone(tx, refund, now);
  const { transaction_id: transactionId, account_id: accountId, amount } = refund;
  await oweReceipt(tx, { transactionId, kind: 'sell_refund', accountId, amount, method: 'sbp' }, now);
}

async function giveBack(tx: Tx, refund: RefundRow, at: At): Promise<void> {
  const { refund_id: refundId, account_id: accountId, amount, transaction_id: corrects } = refund;
  const move = {
    accountId,
    amount,
    corrects,
    reference: `refund-declined:${refundId}`,
    text: 'Возврат не выполнен банком',
  };
  await setDeclined(tx, refundId, await postMove(tx, 'correction', move, at), at.now);
  await comeBack(tx, accountId, at);
  await tell(tx, refundDeclined, { refundId, accountId, amount }, at);
}

interface Move {
  readonly accountId: number;
  readonly amount: Kopecks;
  readonly corrects: number;
  readonly reference: string;
  readonly text: string;
}

async function postMove(tx: Tx, kind: 'refund' | 'correction', move: Move, { now, zone }: At): Promise<number> {
  const { accountId, amount, corrects, reference, text } = move;
  const bank = await providerAccount(tx, 'acquirer');
  const transactionId = await post(tx, {
    kind,
    reference,
    day: dayIn(zone, now),
    happenedAt: now,
    corrects,
    entries: [
      { accountId, amount, text, method: 'sbp' },
      { accountId: bank, amount: kopecks(0 - amount), text },
    ],
  });
  if (transactionId === undefined) throw new Error(`${reference} stands in the books already`);
  return transactionId;
}

async function tell(
  tx: Tx,
  notice: Notice<Refunded & { readonly refundId: string }>,
  { refundId, accountId, amount }: { refundId: string; accountId: number; amount: Kopecks },
  at: At,
): Promise<void> {
  const { contract_id, balance } = await lockAccount(tx, accountId);
  await notify(tx, notice, contract_id, { refundId, amount, balance }, at);
}
