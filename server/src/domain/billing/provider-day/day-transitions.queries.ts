import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { endedWithPlans } from '#server/domain/services/price/individual.queries.ts';
import { planPriceOn } from '#server/domain/services/price/price-on.queries.ts';
import { sql } from '#server/db/sql.ts';
import {
  KEPT_CONTRACT_PROGRAMS,
  KEPT_OPTIONS,
  KEPT_PROGRAMS,
} from '#server/domain/services/service/extra-past.queries.ts';
import type { ChangedPlan } from './day.texts.ts';

/** A planned change of plan that has been applied. */
export interface AppliedPlan extends Omit<ChangedPlan, 'from' | 'today'> {
  readonly plan_change_id: number;
  readonly user_id: number;
  readonly contract_id: number;
  readonly service_kind: 'internet' | 'tv' | 'sip' | 'mail';
}

/**
 * Applies planned changes of plan whose day has come: the new plan without the options and the promotion of the old
 * one. It is never refused, not even if money is missing or the new plan is archived.
 */
export const changePlans = (tx: Tx, accounts: readonly number[], day: Day, now: Date): Promise<AppliedPlan[]> =>
  tx.rows(sql`
    with done as (
      update plan_change c set state = 'done', previous_plan_id = u.plan_id
      from service_user u
      where u.user_id = c.user_id and u.account_id = any(${accounts}::bigint[]) and c.state = 'planned' and c.from_day <= ${day}
      returning c.plan_change_id, c.user_id, c.plan_id, c.from_day, c.made_by as by, u.contract_id
    ), changed as (
      update service_user u set plan_id = done.plan_id, plan_since = done.from_day, promo_kopecks = null, promo_until = null
      from done where u.user_id = done.user_id
    ), gone as (
      delete from user_option uo using done, plan_option o
      where uo.user_id = done.user_id and o.option_id = uo.option_id and o.plan_id <> done.plan_id
      returning uo.user_id, o.option_id as sold_id, since, status, done.from_day as until_day, o.name
    ), past as (${KEPT_OPTIONS}), unpriced as (${endedWithPlans(now)})
    select plan_change_id, done.user_id, contract_id, p.service_kind, p.name, p.speed_mbit, ${planPriceOn(sql`p`, sql`done.from_day`)} as price, p.unit, by,
      array(select gone.name from gone where gone.user_id = done.user_id order by sold_id) as ended
    from done join plan p using (plan_id) order by plan_change_id`);

/**
 * Begins and ends options and programs planned by this day; returns the services whose options or programs have
 * changed.
 */
export async function switchPending(tx: Tx, accounts: readonly number[], day: Day): Promise<{ user_id: number }[]> {
  const ofUsers = sql`user_id in (select user_id from service_user where account_id = any(${accounts}::bigint[]))`;
  const ofContracts = sql`contract_id in (
    select contract_id from account where account_id = any(${accounts}::bigint[]) and kind = 'i')`;
  const ends = sql`status = 'off_pending' and changes_on <= ${day}`;
  const begins = sql`status = 'on_pending' and changes_on <= ${day}`;
  const begun = sql`status = 'on', since = changes_on, changes_on = null`;
  const switched = await Promise.all(
    [
      sql`with gone as (
          delete from user_option where ${ends} and ${ofUsers}
          returning user_id, option_id as sold_id, since, status, changes_on as until_day
        ), past as (${KEPT_OPTIONS})
        select user_id from gone`,
      sql`update user_option set ${begun} where ${begins} and ${ofUsers} returning user_id`,
      sql`with gone as (
          delete from user_program where ${ends} and ${ofUsers}
          returning user_id, program_id as sold_id, since, status, changes_on as until_day
        ), past as (${KEPT_PROGRAMS})
        select user_id from gone`,
      sql`update user_program set ${begun} where ${begins} and ${ofUsers} returning user_id`,
      // A program of the contract belongs to no service.
      sql`with gone as (
          delete from contract_program where ${ends} and ${ofContracts}
          returning contract_id, program_id as sold_id, since, status, changes_on as until_day
        ), past as (${KEPT_CONTRACT_PROGRAMS})
        select null::bigint as user_id from gone`,
      sql`update contract_program set ${begun} where ${begins} and ${ofContracts} returning null::bigint as user_id`,
    ].map((statement) => tx.rows<{ user_id: number | null }>(statement)),
  );
  return switched.flat().flatMap(({ user_id }) => (user_id === null ? [] : { user_id }));
}

/**
 * Ends pauses due by this day. Returns each service with its suspension, if the client had asked for one, and whether the
 * service works now: on an account in debt it waits for a payment.
 */
export const endPauses = (
  tx: Tx,
  accounts: readonly number[],
  day: Day,
  now: Date,
): Promise<{ user_id: number; works: boolean; contract_id: number; suspension_id: number | null }[]> =>
  tx.rows(sql`
    with returned as (
      update service_user u
      set state = case when a.debt_since is null then 'active' else 'blocked' end,
        reason = case when a.debt_since is not null then 'debt' end, state_since = ${now}, returns_on = null
      from account a
      where a.account_id = u.account_id and u.account_id = any(${accounts}::bigint[])
        and u.state = 'paused' and u.returns_on <= ${day}
      returning u.user_id, u.contract_id, u.state = 'active' as works
    ), ended as (
      update suspension s set state = 'ended' from returned where s.user_id = returned.user_id and s.state = 'active'
      returning s.user_id, s.suspension_id
    )
    select user_id, works, contract_id, suspension_id from returned left join ended using (user_id) order by user_id`);
