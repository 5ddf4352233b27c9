import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

interface NewService {
  readonly contractId: number;
  readonly accountId: number;
  readonly planId: number;
  readonly state: 'active' | 'connecting';
  readonly name: string;
  readonly today: Day;
  readonly now: Date;
}

/** A TV service where the internet of the contract is, or else at its address. Its login tells the contract. */
export async function insertTv(tx: Tx, service: NewService): Promise<number> {
  const { contractId, accountId, planId, state, name, today, now } = service;
  const { user_id } = await tx.one<{ user_id: number }>(sql`
    insert into service_user
      (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    select ${contractId}, ${accountId}, 'tv', ${name},
      -- Of a contract that had some before, the next number.
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

/** Nothing more is charged for it; its name is answered, where it was not closed before. */
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

/** The visit by which a service is connected, as an order that the client sees. */
export async function orderVisit(tx: Tx, { contractId, goalId, userId, text, now }: VisitOrder): Promise<void> {
  await tx.run(sql`
    with filed as (
      insert into support_order (contract_id, goal_id, user_id, text, state, created_at, updated_at)
      values (${contractId}, ${goalId}, ${userId}, ${text}, 'new', ${now}, ${now}) returning order_id
    )
    insert into support_event (order_id, happened_at, state, text)
    select order_id, ${now}, 'new', 'Заявка создана' from filed`);
}

/** Nobody need come any more. */
export const cancelVisits = (tx: Tx, userId: number, now: Date): Promise<number> =>
  tx.run(sql`
    with cancelled as (
      update support_order set state = 'cancelled', updated_at = ${now}
      where user_id = ${userId} and state not in ('done', 'cancelled') returning order_id
    )
    insert into support_event (order_id, happened_at, state, text)
    select order_id, ${now}, 'cancelled', 'Услугу отключили' from cancelled`);

/** A service that was being connected works from now on; false when there is none such. */
export const markConnected = async (tx: Tx, userId: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update service_user set state = 'active', state_since = ${now}, version = version + 1
    where user_id = ${userId} and state = 'connecting'`)) > 0;
