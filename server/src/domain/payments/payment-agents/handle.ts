import type { Database, Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { cancelAgentPayment } from './cancel.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import { refused, type AgentRequest, type AgentOutcome, type AgentReceipts } from './outcome.ts';
import { payThroughAgent, refusalOfAccount, unfitSum } from './pay.ts';
import { findAccount, operationOf } from './payment-agent.queries.ts';
import type { PaymentAgent } from './payment-agent.ts';

type AskOf<Command extends AgentRequest['command']> = Extract<AgentRequest, { command: Command }>;

/**
 * Handles every request of a payment agent, in any protocol. Throws on our own failures, which the protocol reports as
 * temporary.
 */
export function handleAgentRequest(
  db: Database,
  agent: PaymentAgent,
  receipts: AgentReceipts,
  ask: AgentRequest,
  at: At,
): Promise<AgentOutcome> {
  switch (ask.command) {
    case 'check':
      return db.read((tx) => check(tx, agent, ask));
    case 'status':
      return db.read((tx) => status(tx, agent, ask));
    case 'pay':
      return db.write((tx) => payThroughAgent(tx, { agent, receipts, foundBy: 'call' }, ask, at));
    case 'cancel':
      return db.write((tx) => cancelAgentPayment(tx, agent, receipts, ask, at));
  }
}

/** Whether the account would accept the payment. Terminals check with the sum 0.00 before the payer inserts money. */
async function check(tx: Tx, agent: PaymentAgent, { account: typed, amount }: AskOf<'check'>): Promise<AgentOutcome> {
  const account = await findAccount(tx, typed);
  const refusal = refusalOfAccount(account) ?? (amount ? unfitSum(amount, agent) : undefined);
  if (!account || refusal) return refused(refusal ?? 'account_unknown');
  const name = maskedName(account.client_name, account.is_company);
  return { kind: 'account', account: { name, balance: agent.tells_balance ? account.balance : undefined } };
}

/** The state of a payment: the reply that it got, or would have got. */
async function status(tx: Tx, agent: PaymentAgent, { txnId }: AskOf<'status'>): Promise<AgentOutcome> {
  const operation = await operationOf(tx, agent.name, txnId);
  if (!operation) return refused('operation_unknown');
  return operation.cancelled_at === null ? { kind: 'kept', answer: operation.answer } : refused('operation_cancelled');
}
