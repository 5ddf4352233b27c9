import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { reviveWithPlan } from '#server/domain/services/price/individual.queries.ts';

/** The state of a service before a change of plan; `PlanUndo` adds the effects of the change. */
export interface StateBeforePlan {
  readonly service: object;
  readonly options: readonly object[];
  /** The charged days of the plan and its options. */
  readonly charged: readonly object[];
  /** The planned change. */
  readonly planned: number | null;
  /** Individual prices that had not ended; a change of the version before has none. */
  readonly individual: readonly number[] | null;
}

export interface PlanUndo extends StateBeforePlan {
  /** Transactions of the plan and its options: other charges of the day stay. */
  readonly transactions: readonly number[];
}

/** Fees that a change of plan affects: programs of the service do not depend on its plan. */
const ofPlan = (what: Sql, userId: Sql): Sql => sql`${what} ~ ('^' || ${userId} || ':(plan|option-)')`;

export const before = (tx: Tx, userId: number): Promise<StateBeforePlan> =>
  tx.one(sql`
    select to_json(u) as service,
      coalesce((select json_agg(uo) from user_option uo where uo.user_id = u.user_id), '[]') as options,
      coalesce((select json_agg(c) from fee_charged c
        where c.account_id = u.account_id and ${ofPlan(sql`c.what`, sql`u.user_id`)}), '[]') as charged,
      (select plan_change_id from plan_change p where p.user_id = u.user_id and p.state = 'planned') as planned,
      array(select individual_price_id from individual_price i where i.user_id = u.user_id and ended_on is null) as individual
    from (select user_id, account_id, plan_id, plan_since, promo_kopecks, promo_until from service_user) u
    where u.user_id = ${userId}`);

export async function noteUndo(
  tx: Tx,
  planChangeId: number,
  was: StateBeforePlan,
  transactions: readonly number[],
): Promise<void> {
  await tx.run(sql`
    update plan_change c
    set undo = ${JSON.stringify(was)}::jsonb
      || jsonb_build_object('marks', ${marksOf(sql`c.user_id`)}, 'transactions', (
        select coalesce(json_agg(transaction_id order by transaction_id), '[]') from ledger_transaction
        where transaction_id = any(${transactions}::bigint[])
          and reference ~ ('^(charge|give-back):' || c.user_id || ':(plan|option-)')))
    where c.plan_change_id = ${planChangeId}`);
}

/** Makes changes of the service final: they can no longer be taken back. */
export const forgetUndo = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`update plan_change set undo = null where user_id = ${userId} and undo is not null`);

/** The charged days of the plan and its options, with their charges. */
export const marksOf = (userId: number | Sql): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_array(what, charged_until, amount_kopecks, turn) order by what), '[]')
   from fee_charged where account_id = (select account_id from service_user where user_id = ${userId})
     and ${ofPlan(sql`what`, sql`${userId}`)})`;

/** The account's lines in these transactions, charges first: their return may pay for the rest. */
export const ledgerLinesOf = (
  tx: Tx,
  accountId: number,
  transactions: readonly number[],
): Promise<{ transaction_id: number; amount: Kopecks }[]> =>
  tx.rows(sql`
    select transaction_id, amount_kopecks as amount from ledger_entry
    where account_id = ${accountId} and transaction_id = any(${transactions}::bigint[]) order by amount_kopecks, transaction_id`);

export const meansOf = (tx: Tx, accountId: number): Promise<{ means: Kopecks }> =>
  tx.one(sql`
    select balance_kopecks + credit_limit_kopecks as means from account where account_id = ${accountId}`);

/** Restores the plan and the options of the service; a change planned since stays, unless it leads to the same plan. */
export async function restore(
  tx: Tx,
  userId: number,
  { service, options, charged, planned, individual }: StateBeforePlan,
): Promise<void> {
  await tx.run(sql`
    update service_user u set plan_id = was.plan_id, plan_since = was.plan_since, promo_kopecks = was.promo_kopecks, promo_until = was.promo_until
    from jsonb_populate_record(null::service_user, ${JSON.stringify(service)}::jsonb) was
    where u.user_id = ${userId}`);
  await reviveWithPlan(tx, userId, individual ?? []);
  await tx.run(sql`delete from user_option where user_id = ${userId}`);
  await tx.run(sql`
    insert into user_option select * from jsonb_populate_recordset(null::user_option, ${JSON.stringify(options)}::jsonb)`);
  await tx.run(sql`
    update plan_change set state = 'planned'
    where plan_change_id = ${planned} and state = 'cancelled'
      and not exists (select from plan_change other where other.user_id = ${userId} and other.state = 'planned')`);
  await tx.run(sql`
    update plan_change c set state = 'cancelled'
    from service_user u
    where u.user_id = ${userId} and c.user_id = u.user_id and c.state = 'planned' and c.plan_id = u.plan_id`);
  // The turn increases even if nothing was charged before, so that references of reversed charges are not reused.
  await tx.run(sql`
    with was as (
      select * from jsonb_populate_recordset(null::fee_charged, ${JSON.stringify(charged)}::jsonb)
    ), none as (
      update fee_charged c set charged_until = c.charged_from, amount_kopecks = 0, turn = c.turn + 1
      from service_user u
      where u.user_id = ${userId} and c.account_id = u.account_id and ${ofPlan(sql`c.what`, sql`u.user_id`)}
        and c.what not in (select what from was)
    )
    insert into fee_charged as c
      (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn)
    select account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn + 1 from was
    on conflict (account_id, what) do update
      set sold_id = excluded.sold_id, charged_from = excluded.charged_from, charged_until = excluded.charged_until,
        amount_kopecks = excluded.amount_kopecks, transaction_id = excluded.transaction_id, turn = c.turn + 1`);
}
