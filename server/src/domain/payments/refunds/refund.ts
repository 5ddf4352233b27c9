import { randomUUID } from 'node:crypto';
import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
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

/** Why a refund is not possible, in words for the operator. */
export class RefundRefused extends Error {}

interface Wanted {
  readonly paymentId: string;
  /** By default, everything not returned yet. */
  readonly amount?: Kopecks;
}

/**
 * Takes money for a refund from the client's account and enqueues the request to the bank in one transaction, so that
 * the money can be neither spent nor forgotten. Throws `RefundRefused`, also if the account would exceed its limit;
 * then the transaction must be rolled back.
 */
export async function orderRefund(tx: Tx, bank: Acquirer, wanted: Wanted, at: At): Promise<Kopecks> {
  try {
    return await openRefund(tx, bank, wanted, at);
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

/** Schedules the next check of a refund; replaces an earlier one. */
export const carryOutRefundAt = (tx: Tx, refundId: string, at: Date): Promise<void> =>
  addJob(tx, carryOutRefund, { refundId }, { runAt: at });

/** Much longer than the timeout of a bank: by then the process has its answer, or has died. */
const ASKING_MS = 120_000;

/** The right to ask the bank about a refund, until a moment. */
interface Turn {
  readonly refund: RefundRow;
  readonly until: Date;
}

/**
 * Takes the turn to ask the bank; one process has it at a time, because two might both order the refund. It does not
 * depend on a connection, which may break during the request. Undefined if the refund has ended, or if another process
 * asks; then a check follows when the other should be done.
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

/** Applies the bank's result, once. Money of a declined refund returns to the client's account. */
export async function settleRefund(tx: Tx, refundId: string, state: RefundState, at: At): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  if (!refund || refund.state === 'done' || refund.state === 'declined') return;
  if (state === 'requested') await setRequested(tx, refundId);
  if (state === 'done') await returned(tx, refund, at.now);
  if (state === 'declined') await giveBack(tx, refund, at);
}

/** The payer has the money: the refund gets its receipt. */
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
