import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { addDays } from '@kabinet/contract/kernel/day';
import {
  DEFERRABLE_KINDS,
  INBOX_COSTS,
  INBOX_KINDS,
  operatorContract,
  staffContract,
  type InboxCost,
  type InboxKind,
  type OperatorContract,
} from '@kabinet/contract/staff';
import { waitingCauses, type WaitingCause } from '#server/domain/backlog/inbox.queries.ts';
import { putOff, takeUp } from '#server/domain/backlog/deferral.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Operator, ScopeOf } from '#server/kernel/world.ts';
import { effectHandlers } from '../../../effects.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { mayMakeCall } from '../identity/me.ts';
import { wrongField } from '../refusals.ts';
import { inboxTitle } from './inbox.texts.ts';

type Scope = Pick<ScopeOf<OperatorContract['inbox']['list']>, 'db' | 'operator' | 'now' | 'today'>;
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
  webhooks,
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
  event: { cost: 'connection', list: webhooks.letters, solve: [webhooks.again] },
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

/** Whoever may solve it puts it off; if nobody can but the bank, who may list it. */
const mayDefer = (operator: Operator, kind: InboxKind): boolean => {
  const { list, solve } = PARTS[kind];
  return isDeferrable(kind) && (solve.length === 0 ? [list] : solve).some((call) => mayMakeCall(operator, call));
};
const isDeferrable = (kind: InboxKind): boolean => (DEFERRABLE_KINDS as readonly InboxKind[]).includes(kind);

function rowOf(waiting: WaitingCause, operator: Operator): Row {
  const { deferred: _, ...row } = waiting;
  const { kind, cause } = row;
  const { cost, list, solve } = PARTS[kind];
  return {
    ...row,
    cause: cause === '' ? null : cause,
    title: inboxTitle(kind, cause, nameOf(waiting)),
    cost,
    list: list.command.words,
    solve: solve.filter((call) => mayMakeCall(operator, call)).map(({ command }) => command.words),
    may_defer: mayDefer(operator, kind),
  };
}

const maySee = (operator: Operator, kind: InboxKind): boolean =>
  mayMakeCall(operator, PARTS[kind].seen ?? PARTS[kind].list);

const waitingFor = ({ db, operator, now, today }: Scope, kinds: readonly InboxKind[]) =>
  waitingCauses(db, kinds, { now, today, person: operator.entry?.personId ?? null });

/** The longest that something may be put off. */
const MOST_DAYS = 31;

export const inboxHandlers: PlainHandlers<OperatorContract['inbox']> = {
  list: async ({ query: { kind } }, scope) => {
    const { operator } = scope;
    const seen = INBOX_KINDS.filter((one) => (kind === undefined || one === kind) && maySee(operator, one));
    const causes = await waitingFor(scope, seen);
    return {
      items: causes
        .filter(({ deferred }) => deferred === null)
        .map((cause) => rowOf(cause, operator))
        .toSorted(byCost),
      deferred: causes
        .flatMap((cause) => (cause.deferred === null ? [] : [{ ...rowOf(cause, operator), ...cause.deferred }]))
        .toSorted((a, b) => a.until.localeCompare(b.until) || byCost(a, b)),
    };
  },
  defer: async ({ body }, scope) => {
    const { kind, cause = null, until, note } = body;
    const { db, operator, now, today } = scope;
    if (!mayDefer(operator, kind)) throw new Problem('role_not_allowed');
    if (until <= today || until > addDays(today, MOST_DAYS))
      throw wrongField('until', 'Отложить можно до завтра или дальше, но не больше чем на месяц');
    const waiting = await waitingFor(scope, [kind]);
    if (!waiting.some((one) => one.cause === (cause ?? ''))) throw new Problem('nothing_waits');
    await putOff(db, { kind, cause: cause ?? '', until, note, operator: operator.name }, now);
    return { kind, cause, until };
  },
  resume: async ({ body: { kind, cause = null } }, { db, operator }) => {
    if (!maySee(operator, kind)) throw new Problem('role_not_allowed');
    if (!(await takeUp(db, { kind, cause: cause ?? '' }))) throw new Problem('nothing_waits');
    return { kind, cause };
  },
};
