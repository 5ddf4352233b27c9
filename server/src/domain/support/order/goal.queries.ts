import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';

export interface Goal {
  goal_id: number;
  name: string;
  service_kind: 'internet' | 'tv' | 'sip' | 'mail' | 'telephone' | null;
  asks_visit: boolean;
  question: string;
  answer_minutes: number;
}

/** The goals that clients choose from. */
export const goals = (tx: Tx): Promise<Goal[]> =>
  tx.rows(sql`
    select goal_id, name, service_kind, asks_visit, question, answer_minutes
    from support_goal where retired_at is null order by position, goal_id`);

/** The goal of an order about a broken service: of its kind; for a phone number also that of SIP; else the last one for any kind. */
export const goalAbout = (tx: Tx, kind: NonNullable<Goal['service_kind']>): Promise<Goal | undefined> =>
  tx.maybe(sql`
    select goal_id, name, service_kind, asks_visit, question, answer_minutes
    from support_goal
    where retired_at is null and (service_kind is null or service_kind = ${kind}
      or (service_kind = 'sip' and ${kind} = 'telephone'))
    order by service_kind is null, service_kind = ${kind} desc,
      case when service_kind is null then -position else position end, goal_id
    limit 1`);

/** The goal of a visit that the office agrees upon: the first one for any kind that asks for a visit. */
export const goalOfVisit = (tx: Tx): Promise<Pick<Goal, 'goal_id' | 'answer_minutes'> | undefined> =>
  tx.maybe(sql`
    select goal_id, answer_minutes from support_goal where retired_at is null and asks_visit
    order by service_kind is not null, position, goal_id limit 1`);

/** A goal that may be chosen; refuses a retired one, which a browser may still offer because it keeps the list for a day. */
export async function goalById(tx: Tx, goalId: number): Promise<Goal> {
  const goal = await tx.maybe<Goal & { retired_at: Instant | null }>(sql`
    select goal_id, name, service_kind, asks_visit, question, answer_minutes, retired_at
    from support_goal where goal_id = ${goalId}`);
  if (!goal) throw new Problem('not_found');
  if (goal.retired_at !== null) throw new Problem('order_goal_retired');
  return goal;
}

export interface KeptGoal extends Goal {
  position: number;
  is_retired: boolean;
  open_orders: number;
}

/** All goals for operators: those that clients choose from first. */
export const keptGoals = (tx: Tx): Promise<KeptGoal[]> =>
  tx.rows(sql`
    select g.goal_id, g.name, g.service_kind, g.asks_visit, g.question, g.answer_minutes, g.position,
      g.retired_at is not null as is_retired, count(o.order_id) as open_orders
    from support_goal g
    left join support_order o on o.goal_id = g.goal_id and o.state not in ('done', 'cancelled')
    group by g.goal_id order by g.retired_at is not null, g.position, g.goal_id`);

/** All goals, locked, so that two operators do not retire the last two or give one name twice. */
export async function lockGoals(tx: Tx): Promise<KeptGoal[]> {
  await tx.run(sql`lock table support_goal in share row exclusive mode`);
  return keptGoals(tx);
}

export type NewGoal = Omit<Goal, 'goal_id'> & { readonly position: number };

export async function insertGoal(tx: Tx, goal: NewGoal): Promise<number> {
  const { goal_id } = await tx.one<{ goal_id: number }>(sql`
    insert into support_goal (name, service_kind, asks_visit, question, answer_minutes, position)
    values (${goal.name}, ${goal.service_kind}, ${goal.asks_visit}, ${goal.question}, ${goal.answer_minutes},
      ${goal.position})
    returning goal_id`);
  return goal_id;
}

/** Changes a goal; a retired one can be chosen again. */
export const updateGoal = (tx: Tx, goalId: number, goal: NewGoal): Promise<number> =>
  tx.run(sql`
    update support_goal set name = ${goal.name}, service_kind = ${goal.service_kind}, asks_visit = ${goal.asks_visit},
      question = ${goal.question}, answer_minutes = ${goal.answer_minutes}, position = ${goal.position},
      retired_at = null
    where goal_id = ${goalId}`);

export const retireGoal = (tx: Tx, goalId: number, now: Date): Promise<number> =>
  tx.run(sql`update support_goal set retired_at = ${now} where goal_id = ${goalId}`);
