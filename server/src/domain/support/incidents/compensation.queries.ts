import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { chargedRate, FEE_RUNS, feesIn, individualOn } from '#server/domain/billing/fee/fee.queries.ts';
import { AT_PLACE } from './incident.queries.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

export interface UncompensatedIncident {
  incident_id: number;
  cause: string;
  began_at: Instant;
  services: ServiceKind[];
}

/** An ended incident whose time has not been given back yet, locked; undefined if it has. */
export const lockUncompensated = (tx: Tx, incidentId: number): Promise<UncompensatedIncident | undefined> =>
  tx.maybe(sql`
    select incident_id, cause, began_at, services from incident
    where incident_id = ${incidentId} and ended_at is not null and free_minutes is not null and compensated_at is null
    for no key update`);

export const markCompensated = (tx: Tx, incidentId: number, now: Date): Promise<number> =>
  tx.run(sql`update incident set compensated_at = ${now} where incident_id = ${incidentId}`);

/** Contracts at the incident, by number. */
export const contractsAt = (
  tx: Tx,
  incidentId: number,
  after: number,
  most: number,
): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`
    select distinct c.contract_id
    from incident_place p join contract c on c.town_id = p.town_id and ${AT_PLACE}
    where p.incident_id = ${incidentId} and c.contract_id > ${after} and c.state <> 'closed'
    order by c.contract_id limit ${most}`);

/** Locks the accounts of a contract by id, so that what incidents give back to it is counted one after another. */
export const lockAccountsOf = (tx: Tx, contractId: number): Promise<number> =>
  tx.run(sql`select from account where contract_id = ${contractId} order by account_id for no key update`);

/** A service, or a telephone number of the exchange. */
export type Lost = { readonly userId: number } | { readonly phoneNumber: string };

export interface LostService {
  user_id: number | null;
  phone_number: string | null;
  account_id: number;
  account_kind: 'i' | 't';
  name: string;
  kind: ServiceKind;
  /** What it costs a month, and what is paid by day. */
  monthly: Kopecks;
  daily: Kopecks;
}

const costOf = (unit: 'month' | 'day', day: string): Sql => sql`
  coalesce(sum(${chargedRate(sql`${day}::date`, sql`period_start(${day}::date, c.billing_day)`)}) filter (where fee.unit = ${unit}), 0)::bigint`;

/** Services and numbers of the contract whose fees run here and not in another billing, with their prices. The price of a pause is none. */
export const runningFees = (tx: Tx, contractId: number, day: string): Promise<LostService[]> =>
  tx.rows(sql`
    with ${feesIn({ contract: sql`${contractId}::bigint` })}
    select u.user_id, n.phone_number, a.account_id, a.kind as account_kind, coalesce(u.name, '') as name,
      case when n.phone_number is not null then 'telephone' when u.user_type in ('tv', 'sip', 'mail') then u.user_type else 'internet' end as kind,
      ${costOf('month', day)} as monthly, ${costOf('day', day)} as daily
    from fee left join ${individualOn(sql`${day}::date`)}
    left join service_user u on u.user_id = fee.user_id left join phone_number n on n.phone_number = fee.phone_number
    join account a on a.account_id = fee.account_id and not a.charged_outside join contract c on c.contract_id = a.contract_id
    where num_nonnulls(u.user_id, n.phone_number) = 1 and ${FEE_RUNS} and fee.sold_kind is not null
      and (fee.from_day is null or fee.from_day <= ${day}::date) and (fee.until_day is null or ${day}::date < fee.until_day)
    group by u.user_id, n.phone_number, a.account_id order by u.user_id, n.phone_number`);

/** Whole minutes of a multirange. */
const minutes = (time: Sql): Sql => sql`(
  select coalesce(floor(extract(epoch from sum(upper(part) - lower(part))) / 60), 0)::int from unnest(${time}) part)`;

/** Minutes of one billing period. */
export interface OfPeriod {
  readonly days: number;
  /** Given back by other incidents. */
  readonly before: number;
  /** Given back by all, with this one. */
  readonly after: number;
}

/** Where the time of a service, or of a number, is recorded. */
const ofService = ({ userId }: { readonly userId: number }) => ({
  kept: sql`incident_compensation`,
  column: sql`user_id`,
  owner: sql`service_user`,
  key: sql`${userId}::bigint`,
  userId,
});

/** A number is never suspended. */
const ofNumber = ({ phoneNumber }: { readonly phoneNumber: string }) => ({
  kept: sql`incident_number_compensation`,
  column: sql`phone_number`,
  owner: sql`phone_number`,
  key: sql`${phoneNumber}::text`,
  userId: null,
});

/**
 * Records the time of the service that the incident gives back, and returns it by billing periods; nothing if it is recorded already.
 *
 * Each incident promises its time without its free minutes. These are counted from the moment when the service was lost: if incidents
 * follow each other without a gap, from the first of them. What another incident has given back is not given again. So the order in
 * which incidents are compensated changes nothing. Days on which the service rests, or no fee of it runs, are never given back: they are
 * not charged.
 */
export function takeTime(tx: Tx, incidentId: number, lost: Lost, zone: string): Promise<OfPeriod[]> {
  const { kept, column, owner, key, userId } = 'userId' in lost ? ofService(lost) : ofNumber(lost);
  return tx.rows(sql`
    with recursive counted as (
      select i.began_at, i.ended_at, i.free_minutes
      from ${kept} g join incident i using (incident_id) where g.${column} = ${key}
      union all
      select began_at, ended_at, free_minutes from incident where incident_id = ${incidentId}
    ), lost as (
      select unnest(range_agg(tstzrange(began_at, ended_at, '[]'))) as time from counted
    ), promised as (
      select range_agg(tstzrange(least(paid_from, ended_at), ended_at)) as time
      from counted join lost on lost.time @> began_at
      cross join lateral (
        select greatest(began_at, lower(lost.time) + make_interval(mins => free_minutes)) as paid_from) promise
    ), earlier as (
      select coalesce(range_agg(part), '{}') as time
      from ${kept} g cross join unnest(g.given) part where g.${column} = ${key}
    ), resting as (
      select from_day, until_day from suspension where user_id = ${userId}::bigint and state in ('active', 'ended')
      union all
      -- A pause made by the support, a debt, or a closing by the provider: the day of the return is charged.
      select (since_at at time zone ${zone})::date, (until_at at time zone ${zone})::date
      from service_past past
      cross join lateral (select case when state = 'blocked' then reason else state end as situation) fee
      where past.${column} = ${key} and since_at < until_at and not ${FEE_RUNS}
    ), rested as (
      select coalesce(range_agg(tstzrange(
        from_day::timestamp at time zone ${zone}, until_day::timestamp at time zone ${zone})), '{}') as time
      from resting
    ), made as (
      insert into ${kept} (incident_id, ${column}, given)
      select ${incidentId}, ${key}, promised.time - earlier.time - rested.time from promised, earlier, rested
      on conflict (${column}, incident_id) do nothing
      returning given
    ), period as (
      select billing_day, period_start(day, billing_day) as starts_on, period_end(day, billing_day) as ends_on
      from made, ${owner} u join contract c using (contract_id)
      cross join lateral (select (lower(given) at time zone ${zone})::date as day) first
      where u.${column} = ${key} and not isempty(given)
      union all
      select billing_day, ends_on, period_end(ends_on, billing_day)
      from period, made where ends_on::timestamp at time zone ${zone} < upper(given)
    )
    select ends_on - starts_on as days, ${minutes(sql`earlier.time * whole`)} as before,
      ${minutes(sql`(earlier.time + made.given) * whole`)} as after
    from period cross join earlier cross join made
    cross join lateral (select tstzmultirange(tstzrange(
      starts_on::timestamp at time zone ${zone}, ends_on::timestamp at time zone ${zone})) as whole) bounds
    order by starts_on`);
}
