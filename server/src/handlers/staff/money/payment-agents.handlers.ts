import { z } from 'zod';
import type { Input } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { REFUSAL_TEXTS, type AgentRefusal } from '#server/domain/payments/payment-agents/outcome.ts';
import { conflicts, dismissConflict } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import {
  reconcileAgent,
  type RegisterFinding,
  type RegisterRow,
} from '#server/domain/payments/payment-agents/reconcile.ts';
import { AccountField, readFields, SumField, TxnIdField } from '#server/http/gateways/payment-agents/fields.ts';
import { formatOf } from '#server/http/gateways/payment-agents/formats.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';

/** The agents are settings of this process, so the handlers are built for them. */
export const paymentAgentHandlers = (
  agents: readonly PaymentAgent[],
): PlainHandlers<OperatorContract['paymentAgents'], 'reconcile'> => ({
  // Each row has its own transaction.
  reconcile: withoutTransaction(async ({ body }, scope) => {
    const agent = agents.find(({ name }) => name === body.agent);
    if (!agent) throw wrongField('agent', `Такого источника нет. Есть: ${namesOf(agents)}`);
    const { rows, unread } = readRegister(body.rows);
    const register = { day: body.day, rows };
    const findings = await reconcileAgent(scope.db, agent, formatOf(agent), register, atOf(scope));
    return {
      day: body.day,
      rows: body.rows.length,
      credited: findings.filter(({ what }) => what === 'credited').length,
      unread,
      findings: findings.map(toldFinding),
    };
  }),
  conflicts: (_, { db }) => conflicts(db),
  dismiss: async ({ body }, { db, now }) => {
    if (!(await dismissConflict(db, body.conflict_id, now))) throw new Problem('finding_not_open');
    return { conflict_id: body.conflict_id };
  },
});

const namesOf = (agents: readonly PaymentAgent[]): string => agents.map(({ name }) => name).join(', ') || 'ни одного';

const Row = z.object({ txn_id: TxnIdField, account: AccountField, sum: SumField });
const REFUSALS = { txn_id: 'txn_unreadable', account: 'account_unreadable', sum: 'sum_unreadable' } as const;

/** Reports lines that cannot be parsed and returns the others. */
function readRegister(given: Input<OperatorContract['paymentAgents']['reconcile']>['body']['rows']) {
  const rows: RegisterRow[] = [];
  const unread: { line: number; reason: string }[] = [];
  for (const { line, ...cells } of given) {
    const read = readFields(Row, new Map(Object.entries(cells)), REFUSALS);
    if (typeof read === 'string') unread.push({ line, reason: reasonText(read) });
    else rows.push({ txnId: read.txn_id, account: read.account, amount: read.sum });
  }
  return { rows, unread };
}

const reasonText = (refusal: AgentRefusal): string => REFUSAL_TEXTS[refusal].toLowerCase();

function toldFinding({ txnId, account, amount, what }: RegisterFinding) {
  const known = { txn_id: txnId, account, amount };
  if (what === 'credited' || what === 'ours_only') return { ...known, what, reason: null };
  return { ...known, what: 'refused' as const, reason: reasonText(what) };
}
