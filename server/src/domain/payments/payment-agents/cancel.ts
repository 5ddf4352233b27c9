import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount } from '#server/domain/billing/debt/debt.queries.ts';
import { promiseAgain, promisedAgain } from '#server/domain/billing/promised-payment/promise-again.ts';
import { post } from '#server/domain/money/ledger/ledger.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { enqueueReceipt } from '../fiscal/receipt.ts';
import { paymentCancelled } from './notices.ts';
import {
  refused,
  type AgentCancelRequest,
  type AgentOutcome,
  type AgentReceipts,
  type AgentRefusal,
} from './outcome.ts';
import { entriesOf, lockOperation, setCancelled, type AgentOperationRow } from './payment-agent.queries.ts';
import type { PaymentAgent } from './payment-agent.ts';

/**
 * Cancels a payment on its own day, while the account still has the money; a promised payment that it closed holds again. A repeat changes
 * nothing and gets the same reply.
 */
export async function cancelAgentPayment(
  tx: Tx,
  agent: PaymentAgent,
  receipts: AgentReceipts,
  ask: AgentCancelRequest,
  at: At,
): Promise<AgentOutcome> {
  const operation = await lockOperation(tx, agent.name, ask);
  if (!operation) return refused('operation_unknown');
  if (operation.cancel_answer !== null) return { kind: 'kept', answer: operation.cancel_answer };
  const refusal = await whyNot(tx, operation, at);
  return refusal ? refused(refusal) : takeBack(tx, agent, receipts, operation, at);
}

async function whyNot(tx: Tx, operation: AgentOperationRow, at: At): Promise<AgentRefusal | undefined> {
  const { now, zone } = at;
  if (dayIn(zone, paidAt(operation)) !== dayIn(zone, now)) return 'cancel_too_late';
  const { balance, credit_limit } = await lockAccount(tx, operation.account_id);
  const promised = await promisedAgain(tx, operation.account_id, paidAt(operation), at);
  return balance + credit_limit + promised >= operation.amount ? undefined : 'cancel_spent';
}

const paidAt = ({ registered_at }: AgentOperationRow): Date => new Date(registered_at);

async function takeBack(
  tx: Tx,
  agent: PaymentAgent,
  receipts: AgentReceipts,
  operation: AgentOperationRow,
  at: At,
): Promise<AgentOutcome> {
  const { txn_id: txnId, transaction_id: transactionId, amount } = operation;
  const text = `Отмена платежа через ${agent.title}`;
  await promiseAgain(tx, operation.account_id, paidAt(operation), at);
  const entries = await entriesOf(tx, transactionId);
  const correction = await post(tx, {
    kind: 'correction',
    reference: `teller:${agent.name}:${txnId}:cancel`,
    day: dayIn(at.zone, at.now),
    happenedAt: at.now,
    corrects: transactionId,
    entries: entries.map((entry) => ({ accountId: entry.account_id, amount: kopecks(0 - entry.amount), text })),
  });
  if (correction === undefined) throw new Error(`Payment ${txnId} of ${agent.name} is cancelled in the books alone`);
  const answer = receipts.cancelled({ txnId, transactionId, amount, at: at.now, zone: at.zone });
  await setCancelled(tx, operation, { transactionId: correction, answer, now: at.now });
  await enqueueRefundReceipt(tx, agent, operation, correction, at);
  await tellClient(tx, agent, operation, at);
  return { kind: 'kept', answer };
}

/** If we issued a receipt for the payment, its return gets one too, whatever the settings say today. */
const enqueueRefundReceipt = (
  tx: Tx,
  { method }: PaymentAgent,
  operation: AgentOperationRow,
  transactionId: number,
  { now }: At,
) => {
  const { account_id: accountId, amount, fiscalized_by: fiscalizedBy } = operation;
  return enqueueReceipt(tx, { transactionId, kind: 'sell_refund', accountId, amount, method, fiscalizedBy }, now);
};

async function tellClient(
  tx: Tx,
  { title: agent }: PaymentAgent,
  { account_id, transaction_id: transactionId, amount }: AgentOperationRow,
  at: At,
): Promise<void> {
  const { contract_id, balance, kind: account } = await lockAccount(tx, account_id);
  await notify(tx, paymentCancelled, contract_id, { transactionId, agent, amount, balance, account }, at);
}
