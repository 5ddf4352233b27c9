import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

interface NewService {
  readonly contractId: number;
  readonly accountId: number;
  readonly planId: number;
  readonly state: 'active' | 'connecting';
  readonly name: string;
  readonly today: Day;
  readonly now: Date;
}

/**
 * Creates a TV service at the address of the contract's internet, or else of the contract. Its login contains the
 * contract number.
 */
export async function insertTv(tx: Tx, service: NewService): Promise<number> {
  const { contractId, accountId, planId, state, name, today, now } = service;
  const { user_id } = await tx.one<{ user_id: number }>(sql`
    insert into service_user
      (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    select ${contractId}, ${accountId}, 'tv', ${name},
      -- A contract that had some before gets the next number.
      'tv-' || ${contractId}::text || case when before.count > 0 then '-' || before.count + 1 else '' end,
      coalesce(line.address, concat_ws(', ', street.name, c.house, 'кв. ' || c.flat)), ${state}, ${now}, ${planId}, ${today}
    from contract c left join street using (street_id)
    cross join (
      select count(*) from service_user where contract_id = ${contractId} and login like 'tv-' || ${contractId}::text || '%'
    ) before
    left join lateral (
      select address from service_user u
      where u.contract_id = c.contract_id and u.user_type not in ('tv', 'sip', 'mail') and u.state <> 'closed'
      order by user_id limit 1
    ) line on true
    where c.contract_id = ${contractId}
    returning user_id`);
  return user_id;
}

export const linkService = (tx: Tx, contractId: number, programId: number, userId: number): Promise<number> =>
  tx.run(sql`
    update contract_program set user_id = ${userId} where contract_id = ${contractId} and program_id = ${programId}`);

/** Closes a service: it is no longer charged. Returns its name, undefined if it was closed already. */
export const closeService = (tx: Tx, userId: number, today: Day, now: Date): Promise<{ name: string } | undefined> =>
  tx.maybe(sql`
    update service_user
    set state = 'closed', reason = null, returns_on = null, state_since = ${now}, closed_on = ${today}, version = version + 1
    where user_id = ${userId} and state <> 'closed' returning name`);

interface VisitOrder {
  readonly contractId: number;
  readonly goalId: number;
  readonly userId: number;
  readonly text: string;
  readonly now: Date;
}

/** A line of the timeline of an order. */
export interface OrderEventRef {
  readonly order_id: number;
  readonly event_id: number;
}

/** Orders the visit that connects a service; the client sees it as an order. */
export const orderStarterVisit = (
  tx: Tx,
  { contractId, goalId, userId, text, now }: VisitOrder,
): Promise<OrderEventRef> =>
  tx.one(sql`
    with filed as (
      insert into support_order (contract_id, goal_id, user_id, text, state, created_at, updated_at)
      values (${contractId}, ${goalId}, ${userId}, ${text}, 'new', ${now}, ${now}) returning order_id
    )
    insert into support_event (order_id, happened_at, state, text)
    select order_id, ${now}, 'new', 'Заявка создана' from filed
    returning order_id, support_event_id as event_id`);

/** Cancels orders about a service that has ended. */
export const cancelOrders = (tx: Tx, userId: number, now: Date): Promise<OrderEventRef[]> =>
  endOrders(tx, userId, { state: 'cancelled', text: 'Услугу отключили', which: sql`true`, now });

/** Finishes the visits that have connected a service; other orders about it stay open. */
export const finishVisit = (tx: Tx, userId: number, now: Date): Promise<OrderEventRef[]> =>
  endOrders(tx, userId, {
    state: 'done',
    text: 'Услугу подключили',
    which: sql`(visit_from is not null or goal_id in (
      select p.visit_goal_id from contract_program cp join program p using (program_id) where cp.user_id = ${userId}))`,
    now,
  });

interface End {
  readonly state: 'done' | 'cancelled';
  readonly text: string;
  readonly which: Sql;
  readonly now: Date;
}

const endOrders = (tx: Tx, userId: number, { state, text, which, now }: End): Promise<OrderEventRef[]> =>
  tx.rows(sql`
    with ended as (
      update support_order set state = ${state}, updated_at = ${now}, answer_by = null,
        visit_from = case when visit_from > ${now} then null else visit_from end,
        visit_to = case when visit_from > ${now} then null else visit_to end,
        arrives_at = case when visit_from > ${now} then null else arrives_at end,
        arrived_at = case when visit_from > ${now} then null else arrived_at end
      where user_id = ${userId} and state not in ('done', 'cancelled') and ${which} returning order_id
    ), freed as (
      -- Other clients can choose the time of a cancelled visit again.
      update visit_slot set order_id = null where order_id in (select order_id from ended) and starts_at > ${now}
    )
    insert into support_event (order_id, happened_at, state, text)
    select order_id, ${now}, ${state}, ${text} from ended
    returning order_id, support_event_id as event_id`);

const NOBODY_COMES = 'Договор расторгнут, мастер не\u00a0приедет';

/** Cancels the visits to come of a contract that ends. The orders stay open: what they ask, as a refund, may still be owed. */
export const cancelVisits = (tx: Tx, contractId: number, now: Date): Promise<OrderEventRef[]> =>
  tx.rows(sql`
    with cancelled as (
      update support_order set updated_at = ${now}, visit_from = null, visit_to = null, arrives_at = null, arrived_at = null,
        last_author = 'portal', last_text = ${NOBODY_COMES}
      where contract_id = ${contractId} and visit_from > ${now} and state not in ('done', 'cancelled')
      returning order_id, state
    ), freed as (
      update visit_slot set order_id = null where order_id in (select order_id from cancelled)
    )
    insert into support_event (order_id, happened_at, state, kind, text)
    select order_id, ${now}, state, 'visit', ${NOBODY_COMES} from cancelled
    returning order_id, support_event_id as event_id`);

/** Whether the service is being connected; locks it and its account until the end of the transaction. */
export async function lockConnecting(tx: Tx, userId: number): Promise<boolean> {
  await tx.run(sql`
    select 1 from account where account_id = (select account_id from service_user where user_id = ${userId})
    for no key update`);
  return (
    (await tx.maybe(sql`
      select from service_user where user_id = ${userId} and state = 'connecting' for no key update`)) !== undefined
  );
}
