import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** What the other billing says of whether a service works: `debt` and `operator` are why it does not. */
export type ToldState = 'active' | 'debt' | 'operator' | 'paused';

export interface ToldServiceRow {
  readonly user_id: number;
  readonly account_id: number;
  readonly login: string;
  readonly state: string;
  readonly reason: string | null;
  readonly plan_id: number | null;
  readonly service_kind: string | null;
  readonly version: number | null;
  readonly told_state: ToldState | null;
  readonly told_plan: number | null;
  readonly told_until: Day | null;
  readonly contract_id: number;
  readonly is_external: boolean;
}

/** Services by their logins, with their accounts locked first, as every change locks them. */
export async function lockServices(tx: Tx, logins: readonly string[]): Promise<ToldServiceRow[]> {
  await tx.run(sql`
    select from account where account_id in (select account_id from service_user where login = any(${logins}::text[]))
    order by account_id for no key update`);
  return tx.rows(sql`
    select u.user_id, u.account_id, u.login, u.state, u.reason, u.plan_id, p.service_kind, t.version, t.state as told_state,
      t.plan_id as told_plan, t.until_day as told_until, u.contract_id, a.charged_outside as is_external
    from service_user u join account a using (account_id) left join plan p using (plan_id) left join billing_told_service t using (user_id)
    where u.login = any(${logins}::text[])`);
}

/** Plans of these names, archived ones, too: people are on them. */
export const plansNamed = (
  tx: Tx,
  names: readonly string[],
): Promise<{ plan_id: number; name: string; service_kind: string }[]> =>
  tx.rows(sql`select plan_id, name, service_kind from plan where name = any(${names}::text[]) order by plan_id`);

export interface ToldService {
  readonly user_id: number;
  readonly version: number;
  readonly state: ToldState;
  readonly plan_id: number | null;
  /** Of a pause: the day of return. */
  readonly until: Day | null;
}

export const keepToldServices = (tx: Tx, told: readonly ToldService[], now: Date): Promise<number> =>
  tx.run(sql`
    insert into billing_told_service (user_id, version, state, plan_id, until_day, told_at)
    select g.user_id, g.version, g.state, g.plan_id, g.until, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as g (user_id bigint, version bigint, state text, plan_id integer, until date)
    on conflict (user_id) do update
      set version = excluded.version, state = excluded.state, plan_id = excluded.plan_id, until_day = excluded.until_day, told_at = excluded.told_at`);

/** Switches services, but for pauses; what the line itself is off for (a schedule, a repair) stays unless the other side says why it is off. */
export const switchServices = (
  tx: Tx,
  told: readonly Pick<ToldService, 'user_id' | 'state'>[],
  now: Date,
): Promise<{ user_id: number }[]> =>
  tx.rows(sql`
    update service_user u set state = case g.state when 'active' then 'active' else 'blocked' end,
      reason = case g.state when 'active' then null else g.state end, state_since = ${now}::timestamptz, returns_on = null,
      version = u.version + 1
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as g (user_id bigint, state text)
    where u.user_id = g.user_id and case g.state
      when 'active' then u.state in ('connecting', 'paused') or (u.state = 'blocked' and u.reason in ('debt', 'operator'))
      else (u.state, coalesce(u.reason, '')) <> ('blocked', g.state) end
    returning u.user_id`);

/** An account is in debt while a service of it is off for that. */
export const settleDebts = (tx: Tx, accounts: readonly number[], now: Date): Promise<number> =>
  tx.run(sql`
    update account a set debt_since = case when off.is_off then ${now}::timestamptz end
    from (
      select account_id, exists (select from service_user u where u.account_id = x.account_id and u.reason = 'debt')
        or exists (select from phone_number n where n.account_id = x.account_id and n.reason = 'debt') as is_off
      from unnest(${accounts}::bigint[]) as x (account_id)) off
    where a.account_id = off.account_id and (a.debt_since is not null) <> off.is_off`);
