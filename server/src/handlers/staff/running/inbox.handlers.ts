import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import {
  INBOX_COSTS,
  INBOX_KINDS,
  operatorContract,
  staffContract,
  type InboxCost,
  type InboxKind,
  type OperatorContract,
} from '@kabinet/contract/staff';
import { waitingCauses, type WaitingCause } from '#server/domain/backlog/inbox.queries.ts';
import type { Operator } from '#server/kernel/world.ts';
import { effectHandlers } from '../../../effects.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { mayMakeCall } from '../identity/me.ts';
import { inboxTitle } from './inbox.texts.ts';

type Row = Result<OperatorContract['inbox']['list']>['items'][number];

/** Who may make the call that lists a kind sees it in the inbox. */
interface Part {
  readonly cost: InboxCost;
  readonly list: OperatorCall;
  readonly solve: readonly OperatorCall[];
  /** Who may make this call sees it, if that is not whoever may list it. */
  readonly seen?: OperatorCall;
}

const { approvals } = staffContract;
const {
  payments,
  refunds,
  transfers,
  reconciliation,
  paymentAgents,
  shifts,
  outbox,
  jobs,
  orders,
  receipts,
  charging,
  calls,
} = operatorContract;
const ORDERS = { cost: 'answer', list: orders.list, solve: [orders.answer, orders.assign] } as const;
const REQUESTS = { cost: 'answer', list: orders.requests, solve: [orders.take, orders.finish] } as const;

const PARTS: Readonly<Record<InboxKind, Part>> = {
  surplus: { cost: 'money', list: payments.surplus, solve: [payments.settle] },
  mismatch: { cost: 'money', list: payments.mismatch, solve: [payments.settle] },
  transfer: { cost: 'money', list: transfers.unknown, solve: [transfers.assign] },
  refund: { cost: 'money', list: refunds.list, solve: [] },
  finding: { cost: 'money', list: reconciliation.findings, solve: [reconciliation.run, reconciliation.dismiss] },
  conflict: { cost: 'money', list: paymentAgents.conflicts, solve: [paymentAgents.dismiss] },
  drawer: { cost: 'money', list: shifts.differences, solve: [shifts.settle] },
  approval: { cost: 'money', list: approvals.list, solve: [approvals.agree, approvals.refuse], seen: approvals.agree },
  effect: { cost: 'connection', list: outbox.list, solve: [outbox.retry] },
  job: { cost: 'connection', list: jobs.failed, solve: [jobs.retry] },
  late_order: ORDERS,
  order: ORDERS,
  call_back: REQUESTS,
  new_client: REQUESTS,
  receipt: { cost: 'books', list: receipts.failed, solve: [receipts.retry] },
  charge: { cost: 'books', list: charging.status, solve: [charging.run] },
  call: { cost: 'books', list: calls.held, solve: [calls.retry] },
};

const rank = ({ cost }: Row): number => INBOX_COSTS.indexOf(cost);
/** The dearest first; of one price the oldest. */
const byCost = (a: Row, b: Row): number => rank(a) - rank(b) || Date.parse(a.since) - Date.parse(b.since);

const nameOf = ({ kind, cause }: WaitingCause): string =>
  (kind === 'effect' ? effectHandlers.get(cause)?.title : undefined) ?? cause;

function rowOf(waiting: WaitingCause, operator: Operator): Row {
  const { kind, cause } = waiting;
  const { cost, list, solve } = PARTS[kind];
  return {
    ...waiting,
    cause: cause === '' ? null : cause,
    title: inboxTitle(kind, cause, nameOf(waiting)),
    cost,
    list: list.command.words,
    solve: solve.filter((call) => mayMakeCall(operator, call)).map(({ command }) => command.words),
  };
}

export const inboxHandlers: PlainHandlers<OperatorContract['inbox']> = {
  list: async ({ query: { kind } }, { db, operator, now }) => {
    const seen = INBOX_KINDS.filter(
      (one) => (kind === undefined || one === kind) && mayMakeCall(operator, PARTS[one].seen ?? PARTS[one].list),
    );
    const causes = await waitingCauses(db, seen, { now, person: operator.entry?.personId ?? null });
    return { items: causes.map((cause) => rowOf(cause, operator)).toSorted(byCost) };
  },
};
