import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { endWithPlan } from '#server/domain/services/price/individual.queries.ts';
import { isChanging, optionPriceOn, planPriceOn, priceAfter } from '#server/domain/services/price/price-on.queries.ts';
import type { ComingPrice } from '#server/domain/services/price/coming.rules.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { KEPT_OPTIONS } from '#server/domain/services/service/extra-past.queries.ts';
import { marksOf, type PlanUndo } from './undo.queries.ts';

export interface PlanRow {
  readonly plan_id: number;
  readonly name: string;
  readonly summary: string;
  readonly price: Kopecks;
  readonly unit: 'month' | 'day';
  readonly speed_mbit: number | null;
  /** The next price. */
  readonly coming: ComingPrice | null;
  /** Whether some pay another price than the others. */
  readonly is_changing: boolean;
}

/** The columns of `PlanRow`, with the price of a day. */
const planOn = (day: Sql): Sql => sql`
  p.plan_id, p.name, p.summary, ${planPriceOn(sql`p`, day)} as price, p.unit, p.speed_mbit,
  ${priceAfter(sql`'plan'`, sql`p.plan_id`, day)} as coming,
  ${isChanging(sql`'plan'`, sql`p.plan_id`)} as is_changing`;

export const planById = (tx: Tx, planId: number, today: Day): Promise<PlanRow | undefined> =>
  tx.maybe(sql`select ${planOn(sql`${today}::date`)} from plan p where plan_id = ${planId}`);

/**
 * Plans of the same kind offered to such a client, the cheapest first. A mailbox keeps its plan, which fixed its size when it
 * was created, so no other mail plan is offered.
 */
export const offeredPlans = (tx: Tx, planId: number, isCompany: boolean, today: Day): Promise<PlanRow[]> =>
  tx.rows(sql`
    select ${planOn(sql`${today}::date`)} from plan p join plan own on own.plan_id = ${planId} and own.service_kind = p.service_kind
    where not p.is_archived and p.audience = ${isCompany ? 'office' : 'home'}
      and (p.plan_id = own.plan_id or not exists (select from mail_plan m where m.plan_id = p.plan_id))
    order by case p.unit when 'day' then 30 else 1 end * ${planPriceOn(sql`p`, sql`${today}::date`)}, p.plan_id`);

export interface PlannedRow extends PlanRow {
  readonly from: Day;
  readonly by: 'client' | 'operator';
}

export const plannedPlan = (tx: Tx, userId: number): Promise<PlannedRow | undefined> =>
  tx.maybe(sql`
    select ${planOn(sql`c.from_day`)}, c.from_day as from, c.made_by as by
    from plan_change c join plan p on p.plan_id = c.plan_id where c.user_id = ${userId} and c.state = 'planned'`);

/** The client's latest immediate change. */
export interface LatestRow {
  readonly plan_change_id: number;
  readonly plan_id: number;
  readonly previous_plan_id: number | null;
  readonly made_at: Instant;
  readonly undo: PlanUndo | null;
  /**
   * True if since then nothing was charged or given back for the plan and its options, and no option of the new plan was added.
   */
  readonly is_unmoved: boolean;
}

export const latestChange = (tx: Tx, userId: number): Promise<LatestRow | undefined> =>
  tx.maybe(sql`
    select plan_change_id, plan_id, previous_plan_id, made_at, undo,
      coalesce(undo -> 'marks' = ${marksOf(userId)}, false) and not exists (
        select from user_option join plan_option o using (option_id) where user_id = ${userId} and o.plan_id = c.plan_id) as is_unmoved
    from plan_change c where user_id = ${userId} and state = 'done' and made_by = 'client'
    order by made_at desc limit 1`);

/** The day on which the plan began by a change that was carried out, planned or at once; undefined if by none. */
export async function planBegunOn(tx: Tx, userId: number): Promise<Day | undefined> {
  const row = await tx.maybe<{ from_day: Day }>(sql`
    select from_day from plan_change where user_id = ${userId} and state = 'done' order by from_day desc limit 1`);
  return row?.from_day;
}

/**
 * Whether an immediate change was taken back on this day; it is the only cancelled kind that names the plan it
 * replaced.
 */
export const isPlanTakenBackOn = async (tx: Tx, userId: number, day: Day): Promise<boolean> =>
  (await tx.maybe(sql`
    select from plan_change
    where user_id = ${userId} and state = 'cancelled' and from_day = ${day} and previous_plan_id is not null`)) !==
  undefined;

/** Cancels a change that is taken back; it no longer counts as a change. */
export const cancelPlanChange = (tx: Tx, planChangeId: number): Promise<number> =>
  tx.run(sql`update plan_change set state = 'cancelled', undo = null where plan_change_id = ${planChangeId}`);

interface NewChange {
  readonly userId: number;
  readonly planId: number;
  readonly fromDay: Day;
  readonly state: 'planned' | 'done';
  readonly previousPlanId: number | null;
  readonly now: Date;
}

/** A planned change replaces an earlier planned one. */
export async function insertChange(
  tx: Tx,
  { userId, planId, fromDay, state, previousPlanId, now }: NewChange,
): Promise<number> {
  await cancelPlanned(tx, userId);
  const { id } = await tx.one<{ id: number }>(sql`
    insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at, previous_plan_id)
    values (${userId}, ${planId}, ${fromDay}, ${state}, 'client', ${now}, ${previousPlanId})
    returning plan_change_id as id`);
  return id;
}

/** Cancels the planned change of a service, if there is one. */
export const cancelPlanned = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`update plan_change set state = 'cancelled' where user_id = ${userId} and state = 'planned'`);

/** Sets the plan of the service from a day on; options, promotion and price of the old one end. Returns the names of the options. */
export async function setPlan(tx: Tx, userId: number, planId: number, since: Day, now: Date): Promise<string[]> {
  await endWithPlan(tx, userId, planId, since, now);
  await tx.run(sql`
    update service_user set plan_id = ${planId}, plan_since = ${since}, promo_kopecks = null, promo_until = null
    where user_id = ${userId}`);
  const gone = await tx.rows<{ name: string }>(sql`
    with gone as (
      delete from user_option uo using plan_option o
      where uo.user_id = ${userId} and o.option_id = uo.option_id and o.plan_id <> ${planId}
      returning uo.user_id, o.option_id as sold_id, since, status, ${since}::date as until_day, o.name
    ), past as (${KEPT_OPTIONS})
    select name from gone`);
  return gone.map(({ name }) => name);
}

/** Names of the options that the service would lose with this plan. */
export async function optionsOfOtherPlans(tx: Tx, userId: number, planId: number): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(sql`
    select o.name from user_option uo join plan_option o using (option_id)
    where uo.user_id = ${userId} and o.plan_id <> ${planId} and uo.status in ('on', 'on_pending')
    order by o.option_id`);
  return rows.map(({ name }) => name);
}

export interface OptionRow {
  readonly option_id: number;
  readonly name: string;
  readonly oferta: string;
  readonly remarks: string;
  readonly price: Kopecks;
  /** The next price. */
  readonly coming: ComingPrice | null;
  /** Whether some pay another price than the others. */
  readonly is_changing: boolean;
  readonly status: 'on' | 'on_pending' | 'off_pending' | null;
  readonly changes_on: Day | null;
}

/** Options of the plan that are sold, or that this service has, with their state in it, in catalogue order. */
export const planOptionsOf = (tx: Tx, userId: number, planId: number, today: Day): Promise<OptionRow[]> =>
  tx.rows(sql`
    select o.option_id, o.name, o.oferta, o.remarks, ${optionPriceOn(sql`o`, sql`${today}::date`)} as price,
      ${priceAfter(sql`'option'`, sql`o.option_id`, sql`${today}::date`)} as coming,
      ${isChanging(sql`'option'`, sql`o.option_id`)} as is_changing, uo.status, uo.changes_on
    from plan_option o left join user_option uo on uo.option_id = o.option_id and uo.user_id = ${userId}
    where o.plan_id = ${planId} and (not o.is_archived or uo.status is not null) order by o.option_id`);

export const switchOptionOn = (tx: Tx, userId: number, optionId: number, since: Day): Promise<number> =>
  tx.run(sql`
    insert into user_option (user_id, option_id, status, since) values (${userId}, ${optionId}, 'on', ${since})
    on conflict (user_id, option_id) do update set status = 'on', changes_on = null,
      since = case user_option.status when 'on_pending' then excluded.since else user_option.since end`);

/** From a day on; at once if that is today. */
export const switchOptionOff = (
  tx: Tx,
  { userId, optionId }: { readonly userId: number; readonly optionId: number },
  { from, today }: { readonly from: Day; readonly today: Day },
): Promise<number> =>
  from === today
    ? tx.run(sql`
        with gone as (
          delete from user_option where user_id = ${userId} and option_id = ${optionId}
          returning user_id, option_id as sold_id, since, status, ${today}::date as until_day
        ), past as (${KEPT_OPTIONS})
        select from gone`)
    : tx.run(sql`
        update user_option set status = 'off_pending', changes_on = ${from}
        where user_id = ${userId} and option_id = ${optionId} and status = 'on'`);
