import { dayIn } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { credit } from '../payment/credit.ts';
import { refused, type AgentOutcome, type AgentPayRequest, type AgentReceipts, type AgentRefusal } from './outcome.ts';
import {
  findAccount,
  insertOperation,
  noteConflict,
  operationOf,
  type PayableAccountRow,
  type AgentOperationRow,
} from './payment-agent.queries.ts';
import type { PaymentAgent } from './payment-agent.ts';

/** How a payment became known, which decides whether the agent's limits apply. */
interface Source {
  readonly agent: PaymentAgent;
  readonly receipts: AgentReceipts;
  /** `register`: the money was already taken, so the limits do not apply. */
  readonly foundBy: 'call' | 'register';
}

/**
 * Credits a payment once, for ever. The ledger's unique reference makes equal calls wait for the first; each of
 * them, and every later one, gets the same bytes. The same number with another account or sum is recorded and refused.
 */
export async function payThroughAgent(tx: Tx, told: Source, ask: AgentPayRequest, at: At): Promise<AgentOutcome> {
  const [known, account] = await Promise.all([
    operationOf(tx, told.agent.name, ask.txnId),
    findAccount(tx, ask.account),
  ]);
  if (known) return repeated(tx, known, account, ask, at);
  const refusal = refusalOfAccount(account) ?? (told.foundBy === 'call' ? unfitSum(ask.amount, told.agent) : undefined);
  if (!account || refusal) return refused(refusal ?? 'account_unknown');
  return (await first(tx, told, account, ask, at)) ?? afterAnother(tx, told.agent, account, ask, at);
}

/** Undefined if an equal concurrent call was first. */
async function first(
  tx: Tx,
  told: Source,
  account: PayableAccountRow,
  ask: AgentPayRequest,
  at: At,
): Promise<AgentOutcome | undefined> {
  const { agent, receipts, foundBy } = told;
  const { txnId, amount } = ask;
  const transactionId = await credit(
    tx,
    {
      accountId: account.account_id,
      amount,
      method: agent.method,
      reference: `teller:${agent.name}:${txnId}`,
      text: `Платёж через ${agent.title}${foundBy === 'register' ? ', по реестру' : ''}`,
      fiscalizedBy: agent.fiscalized_by,
    },
    at,
  );
  if (transactionId === undefined) return undefined;
  const answer = receipts.paid({ txnId, transactionId, amount, at: at.now, zone: at.zone });
  await insertOperation(tx, {
    transactionId,
    agent,
    txnId,
    accountId: account.account_id,
    amount,
    day: ask.day ?? dayIn(at.zone, at.now),
    at: at.now,
    foundBy,
    answer,
  });
  return { kind: 'kept', answer };
}

async function afterAnother(
  tx: Tx,
  agent: PaymentAgent,
  account: PayableAccountRow,
  ask: AgentPayRequest,
  at: At,
): Promise<AgentOutcome> {
  const known = await operationOf(tx, agent.name, ask.txnId);
  if (!known) throw new Error(`The books know payment ${ask.txnId} of ${agent.name}, the agents' operations do not`);
  return repeated(tx, known, account, ask, at);
}

async function repeated(
  tx: Tx,
  known: AgentOperationRow,
  account: PayableAccountRow | undefined,
  { txnId, account: typed, amount }: AgentPayRequest,
  { now }: At,
): Promise<AgentOutcome> {
  if (known.account_id !== account?.account_id || known.amount !== amount) {
    await noteConflict(tx, { source: known.source, txnId, account: typed, amount, now });
    return refused('conflict');
  }
  return known.cancelled_at === null ? { kind: 'kept', answer: known.answer } : refused('operation_cancelled');
}

/** Why the account accepts no payment. */
export function refusalOfAccount(account: PayableAccountRow | undefined): AgentRefusal | undefined {
  if (!account) return 'account_unknown';
  return account.is_closed ? 'account_closed' : undefined;
}

/** Why the sum is not accepted from this payment agent. */
export function unfitSum(amount: Kopecks, { smallest, largest }: PaymentAgent): AgentRefusal | undefined {
  if (amount < smallest) return 'sum_too_small';
  return amount > largest ? 'sum_too_large' : undefined;
}
