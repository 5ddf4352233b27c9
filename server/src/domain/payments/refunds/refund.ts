import { randomUUID } from 'node:crypto';
import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { Acquirer, RefundState } from '#server/integrations/acquirer/port.ts';
import { restoreAfterDebt, type At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount, lockAccounts } from '#server/domain/billing/debt/debt.queries.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { enqueueReceipt } from '../fiscal/receipt.ts';
import { lockPayment } from '../payment/payment.queries.ts';
import type { AccountPart } from '../payment/payment.rules.ts';
import {
  insertRefund,
  lockOpenRefund,
  lockRefund,
  refundsOf,
  returnable,
  setDeclined,
  setDone,
  setAsking,
  setRequested,
  takenBy,
  transactionOf,
  type RefundRow,
} from './refund.queries.ts';
import { carryOutRefundJob } from './jobs.ts';
import { refundBegun, refundDeclined } from './notices.ts';
import { refundParts, refundRefusal } from './refund.rules.ts';
import type { RefundedMoney } from './refund.texts.ts';

/** Why a refund is not possible, in words for the operator. */
export class RefundRefused extends Error {}

interface RefundRequest {
  readonly paymentId: string;
  /** By default, everything not returned yet. */
  readonly amount?: Kopecks | undefined;
  /** For a joint payment: the account that the money is taken from; by default both. */
  readonly account?: 'i' | 't' | undefined;
  /** Who does it without a second person. */
  readonly aloneBy?: string | undefined;
}

/**
 * Takes money for a refund from the client's account and enqueues the request to the bank in one transaction, so that
 * the money can be neither spent nor forgotten. Throws `RefundRefused`, also if the account would exceed its limit;
 * then the transaction must be rolled back.
 */
export async function orderRefund(tx: Tx, bank: Acquirer, wanted: RefundRequest, at: At): Promise<Kopecks> {
  try {
    return await openRefund(tx, bank, wanted, at);
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'account_within_credit_limit') throw error;
    throw new RefundRefused('На счёте абонента нет таких денег: они уже потрачены на услуги');
  }
}

async function openRefund(
  tx: Tx,
  bank: Acquirer,
  { paymentId, aloneBy, ...asked }: RefundRequest,
  at: At,
): Promise<Kopecks> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new RefundRefused('Такого платежа нет');
  if (payment.acquirer !== bank.name) throw new RefundRefused(`Платёж принял другой банк: ${payment.acquirer}`);
  const { count: refunds, is_one_open: isOneOpen } = await refundsOf(tx, paymentId);
  const now = { state: payment.state, refunds, isOneOpen, mostRefunds: bank.mostRefunds };
  const refusal = refundRefusal(now, asked.amount);
  if (refusal !== undefined) throw new RefundRefused(refusal);
  const parts = refundParts(await returnable(tx, paymentId), asked);
  if (typeof parts === 'string') throw new RefundRefused(parts);
  const amount = sumOf(parts);

  const refundId = randomUUID();
  const { transaction_id } = await transactionOf(tx, paymentId);
  const move = { parts: parts.map(negative), corrects: transaction_id };
  const transactionId = await postMove(
    tx,
    'refund',
    { ...move, reference: `refund:${refundId}`, text: 'Возврат платежа' },
    at,
  );
  await insertRefund(tx, { refundId, paymentId, amount, transactionId, aloneBy: aloneBy ?? null, now: at.now });
  await tell(tx, refundBegun, { refundId, parts, amount }, at);
  await carryOutRefundAt(tx, refundId, at.now);
  return amount;
}

const sumOf = (parts: readonly AccountPart[]): Kopecks => kopecks(parts.reduce((sum, { amount }) => sum + amount, 0));
const negative = ({ accountId, amount }: AccountPart): AccountPart => ({ accountId, amount: kopecks(0 - amount) });

/** Schedules the next check of a refund; replaces an earlier one. */
export const carryOutRefundAt = (tx: Tx, refundId: string, at: Date): Promise<void> =>
  addJob(tx, carryOutRefundJob, { refundId }, { runAt: at });

/** Much longer than the timeout of a bank: by then the process has its answer, or has died. */
const ASKING_MS = 120_000;

/** The right to ask the bank about a refund, until a moment. */
interface Turn {
  readonly refund: RefundRow;
  /** Whether the bank cannot know the refund yet. */
  readonly isFirst: boolean;
  readonly until: Date;
}

/**
 * Takes the turn to ask the bank; one process has it at a time, because two might both order the refund. It does not
 * depend on a connection, which may break during the request. Undefined if the refund has ended, or if another process
 * asks; then a check follows when the other should be done.
 */
export async function takeRefundTurn(tx: Tx, refundId: string, now: Date): Promise<Turn | undefined> {
  const refund = await lockOpenRefund(tx, refundId);
  if (!refund) return undefined;
  const others = refund.asked_until === null ? now : new Date(refund.asked_until);
  if (others > now) {
    await carryOutRefundAt(tx, refundId, others);
    return undefined;
  }
  const until = new Date(now.getTime() + ASKING_MS);
  await setAsking(tx, refundId, until);
  return { refund, isFirst: !refund.was_asked, until };
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
  await enqueueReceipt(tx, { transactionId, kind: 'sell_refund', accountId, amount, method: 'sbp' }, now);
}

/** Each account gets back what the refund has taken from it. */
async function giveBack(tx: Tx, refund: RefundRow, at: At): Promise<void> {
  const { refund_id: refundId, amount, transaction_id: corrects } = refund;
  const parts = await takenBy(tx, refund);
  const move = {
    parts,
    corrects,
    reference: `refund-declined:${refundId}`,
    text: 'Возврат не выполнен банком',
  };
  await setDeclined(tx, refundId, await postMove(tx, 'correction', move, at), at.now);
  for (const { accountId } of parts) await restoreAfterDebt(tx, accountId, at);
  await tell(tx, refundDeclined, { refundId, parts, amount }, at);
}

interface Move {
  readonly parts: readonly AccountPart[];
  readonly corrects: number;
  readonly reference: string;
  readonly text: string;
}

async function postMove(tx: Tx, kind: 'refund' | 'correction', move: Move, { now, zone }: At): Promise<number> {
  const { parts, corrects, reference, text } = move;
  await lockAccounts(
    tx,
    parts.map(({ accountId }) => accountId),
  );
  const bank = await providerAccount(tx, 'acquirer');
  const transactionId = await post(tx, {
    kind,
    reference,
    day: dayIn(zone, now),
    happenedAt: now,
    corrects,
    entries: [
      ...parts.map((part) => ({ ...part, text, method: 'sbp' as const })),
      { accountId: bank, amount: kopecks(0 - sumOf(parts)), text },
    ],
  });
  if (transactionId === undefined) throw new Error(`${reference} stands in the books already`);
  return transactionId;
}

async function tell(
  tx: Tx,
  notice: Notice<RefundedMoney & { readonly refundId: string }>,
  { refundId, parts, amount }: { refundId: string; parts: readonly AccountPart[]; amount: Kopecks },
  at: At,
): Promise<void> {
  const accounts = [];
  for (const { accountId } of parts) accounts.push(await lockAccount(tx, accountId));
  const balances = accounts.map(({ kind: account, balance }) => ({ account, balance }));
  const [first] = accounts;
  if (first) await notify(tx, notice, first.contract_id, { refundId, amount, balances }, at);
}
