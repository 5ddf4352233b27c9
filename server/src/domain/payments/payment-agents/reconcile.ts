import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Database } from '#server/db/database.ts';
import { eachAlone } from '#server/kernel/job/one-at-fault.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import type { AgentReceipts, AgentRefusal } from './outcome.ts';
import { payThroughAgent } from './pay.ts';
import { operationOf, operationsOn } from './payment-agent.queries.ts';
import type { PaymentAgent } from './payment-agent.ts';

/** A payment in the payment agent's register of a day. */
export interface RegisterRow {
  readonly txnId: string;
  readonly account: string;
  readonly amount: Kopecks;
}

/**
 * `credited`: we had missed it; `ours_only`: missing in the register; a refusal: in the register, but we could not
 * accept it.
 */
export interface RegisterFinding extends RegisterRow {
  readonly what: 'credited' | 'ours_only' | AgentRefusal;
}

/**
 * Compares a day with the payment agent's register. A payment that only the agent has is credited once, whatever its
 * sum, because the payer has paid. Other differences need a person. Each row has its own transaction, so an interrupted
 * run can be repeated.
 */
export async function reconcileAgent(
  db: Database,
  agent: PaymentAgent,
  receipts: AgentReceipts,
  register: { readonly day: Day; readonly rows: readonly RegisterRow[] },
  at: At,
): Promise<readonly RegisterFinding[]> {
  const { day, rows } = register;
  const findings: RegisterFinding[] = [];
  const take = async (row: RegisterRow) => {
    const what = await db.write(async (tx) => {
      const known = await operationOf(tx, agent.name, row.txnId);
      const ask = { command: 'pay', ...row, day } as const;
      const outcome = await payThroughAgent(tx, { agent, receipts, foundBy: 'register' }, ask, at);
      if (outcome.kind === 'refused') return outcome.refusal;
      return known ? undefined : 'credited';
    });
    if (what) findings.push({ ...row, what });
  };
  await eachAlone(rows, take, (row) => void findings.push({ ...row, what: 'temporary' }));
  const theirs = new Set(rows.map(({ txnId }) => txnId));
  const ours = await db.read((tx) => operationsOn(tx, agent.name, day));
  for (const { txn_id, account_no, amount } of ours) {
    if (!theirs.has(txn_id)) findings.push({ txnId: txn_id, account: account_no, amount, what: 'ours_only' });
  }
  return findings;
}
