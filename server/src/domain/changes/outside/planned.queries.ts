import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/**
 * What was planned here before another billing began to charge is handed over, because nobody here would do it any more: changes of plan, ends
 * of options and programs, pauses. Until it is answered all stays as it is. Returns how many there were.
 */
export async function handPlannedOver(tx: Tx, now: Date): Promise<number> {
  const handed = [await handPlans(tx, now), await handExtras(tx, OPTIONS, now), await handExtras(tx, PROGRAMS, now)];
  return handed.reduce((sum, count) => sum + count, await handPauses(tx, now));
}

const IS_OUTSIDE = sql`user_id in (select u.user_id from service_user u join account a using (account_id) where a.charged_outside)`;

const handPlans = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    with planned as (
      update plan_change set state = 'cancelled' where state = 'planned' and ${IS_OUTSIDE} returning user_id, plan_id, from_day
    )
    insert into billing_request (contract_id, kind, user_id, plan_id, from_day, body, made_at)
    select u.contract_id, 'plan', u.user_id, p.plan_id, d.from_day, jsonb_build_object('login', u.login, 'plan', p.name,
      'former_plan', (select f.name from plan f where f.plan_id = u.plan_id), 'from_day', d.from_day), ${now}
    from planned d join service_user u using (user_id) join plan p on p.plan_id = d.plan_id order by u.user_id
    on conflict do nothing`);

/** An option or a program that was to end with its paid month. */
interface Extra {
  readonly kind: 'option' | 'program';
  readonly table: Sql;
  readonly sold: Sql;
  readonly id: Sql;
}

const OPTIONS: Extra = { kind: 'option', table: sql`user_option`, sold: sql`plan_option`, id: sql`option_id` };
const PROGRAMS: Extra = { kind: 'program', table: sql`user_program`, sold: sql`program`, id: sql`program_id` };

const handExtras = (tx: Tx, { kind, table, sold, id }: Extra, now: Date): Promise<number> =>
  tx.run(sql`
    with ending as (
      update ${table} set status = 'on', changes_on = null where status = 'off_pending' and ${IS_OUTSIDE} returning user_id, ${id} as id
    )
    insert into billing_request (contract_id, kind, subject, user_id, account_id, body, made_at)
    select u.contract_id, ${kind}, ${kind} || ':' || u.user_id || ':' || e.id, u.user_id, u.account_id,
      jsonb_build_object('account_no', a.account_no, 'login', u.login, ${kind}::text, s.name, ${`${kind}_id`}::text, e.id,
        'status', 'off'), ${now}
    from ending e join service_user u using (user_id) join account a using (account_id) join ${sold} s on s.${id} = e.id
    order by u.user_id, e.id on conflict do nothing`);

const handPauses = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    with planned as (
      update suspension set state = 'cancelled' where state = 'planned' and ${IS_OUTSIDE} returning suspension_id, user_id, from_day, until_day
    ), unpriced as (
      delete from one_time_charge c using planned p
      where c.what = 'suspension:' || p.suspension_id and c.transaction_id is null
    )
    insert into billing_request (contract_id, kind, subject, user_id, account_id, body, made_at)
    select u.contract_id, 'pause', 'pause:' || u.user_id, u.user_id, u.account_id,
      jsonb_build_object('account_no', a.account_no, 'login', u.login, 'from', p.from_day, 'until', p.until_day), ${now}
    from planned p join service_user u using (user_id) join account a using (account_id) order by u.user_id
    on conflict do nothing`);
