import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { CallLeg } from './records/cdr.rules.ts';
import type { ChangedMonth } from './rating.queries.ts';

/**
 * An arbitrary number, the same in every process: one process imports at a time, so that a month is rated as a whole.
 */
const LOCK = 7_482_016;

export const takeIntakeTurn = (tx: Tx): Promise<number> => tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);

const given = (legs: readonly CallLeg[]) => sql`
  jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) as given
    (line integer, uniqueid text, sequence integer, linkedid text, payer text, src text, dst text, start timestamptz,
     billsec integer, answered boolean)`;

export interface NewLeg {
  readonly linkedid: string;
  readonly uniqueid: string;
  readonly sequence: number;
}

/** Stores the legs; returns those that are new. */
export const keepLegs = (tx: Tx, legs: readonly CallLeg[], now: Date): Promise<NewLeg[]> =>
  tx.rows(sql`
    insert into call_leg
      (uniqueid, sequence, linkedid, payer, src, dst, started_at, billsec, answered, received_at)
    select uniqueid, sequence, linkedid, payer, src, dst, start, billsec, answered, ${now}
    from ${given(legs)}
    on conflict (uniqueid, sequence) do nothing
    returning linkedid, uniqueid, sequence`);

/** Keeps records whose data differ from the stored leg, each once; returns their lines. */
export const keepDiffering = (tx: Tx, legs: readonly CallLeg[], now: Date): Promise<{ line: number }[]> =>
  tx.rows(sql`
    with differing as (
      select given.*
      from ${given(legs)} join call_leg l using (uniqueid, sequence)
      where (l.payer, l.src, l.dst, l.billsec, l.answered, l.started_at) is distinct from
        (given.payer, given.src, given.dst, given.billsec, given.answered, given.start)
    ), kept as (
      insert into call_leg_difference
        (uniqueid, sequence, payer, src, dst, started_at, billsec, answered, received_at)
      select uniqueid, sequence, payer, src, dst, start, billsec, answered, ${now} from differing
      on conflict do nothing
    )
    select line from differing order by line`);

export interface DifferingLeg {
  readonly uniqueid: string;
  readonly sequence: number;
  readonly received_at: Instant;
  /** The number whose calls it concerns, as the exchange has it. */
  readonly src: string;
  readonly dst: string;
  readonly billsec: number;
  readonly started_at: Instant;
  readonly former_dst: string;
  readonly former_billsec: number;
  readonly former_started_at: Instant;
}

/** Records that came again with other data, newest first, each with the stored leg. */
export const differingLegs = (tx: Tx): Promise<DifferingLeg[]> =>
  tx.rows(sql`
    select d.uniqueid, d.sequence, d.received_at, d.src, d.dst, d.started_at,
      case when d.answered then d.billsec else 0 end as billsec,
      l.dst as former_dst, case when l.answered then l.billsec else 0 end as former_billsec,
      l.started_at as former_started_at
    from call_leg_difference d join call_leg l using (uniqueid, sequence)
    order by d.call_leg_difference_id desc
    limit 100`);

/** A leg that waits for a person. */
export const HELD_LEG = sql`held is not null`;

/** The next calls with legs that wait for a person, after one of them. */
export const heldCalls = (tx: Tx, after: string, most: number): Promise<{ linkedid: string }[]> =>
  tx.rows(sql`
    select distinct linkedid from call_leg where ${HELD_LEG} and linkedid > ${after} order by linkedid limit ${most}`);

export const countHeld = async (tx: Tx): Promise<number> =>
  (await tx.one<{ calls: number }>(sql`select count(distinct linkedid) as calls from call_leg where ${HELD_LEG}`))
    .calls;

/**
 * Builds the calls from all legs of the given ones; returns the months that changed. A leg is one call for each of our
 * lines in it: outgoing for the line that the exchange charges, or the caller; incoming for the called line. Legs of
 * one call with the same two parties are one call, as long as all of them together, so a leg written twice counts once.
 * A call keeps the plan of its first record. What cannot be rated is held. `zone` is the provider's: it decides the
 * month and the day.
 *
 * A call that is not there is only made if it cannot have been made before: all of its legs are among the `fresh`
 * ones, or no call of its number is missing from the months of the others. Otherwise it may be in the archive, and
 * what waits of it waits until the month is back (decision 291).
 */
export const makeCalls = (
  tx: Tx,
  linkedids: readonly string[],
  fresh: readonly NewLeg[],
  zone: string,
): Promise<ChangedMonth[]> =>
  tx.rows(sql`
    with leg as materialized (
      select l.*, coalesce(p.number, s.number) as caller,
        case when (l.uniqueid, l.sequence) not in (
          select * from unnest(${fresh.map(({ uniqueid }) => uniqueid)}::text[], ${fresh.map(({ sequence }) => sequence)}::integer[])
        ) then to_char(l.started_at at time zone ${zone}, 'YYYY-MM') end as known_in
      from call_leg l
      left join call_line p on p.number = l.payer and p.number <> l.dst
      left join call_line s on s.number = l.src
      where l.linkedid = any(${linkedids})
    ), side as (
      select linkedid, caller as number, 'out' as direction, dst as other, started_at, billsec, answered, known_in
      from leg where caller is not null
      union all
      select linkedid, dst, 'in', src, started_at, billsec, answered, known_in from leg
    ), joined as (
      select side.linkedid, side.number, side.direction, side.other, line.plan_id, min(side.started_at) as started_at,
        range_agg(tstzrange(side.started_at, side.started_at + make_interval(secs => billsec)))
          filter (where answered) as talk,
        array_agg(distinct known_in) filter (where known_in is not null) as former_months
      from side join call_line line using (number)
      group by side.linkedid, side.number, side.direction, side.other, line.plan_id
    ), call as materialized (
      select joined.*, zone.zone,
        (select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)::integer from unnest(talk) part) as seconds,
        to_char(started_at at time zone ${zone}, 'YYYY-MM') as period,
        direction = 'in' or exists (
          select from call_rate r
          where r.plan_id = joined.plan_id and r.zone = zone.zone and r.direction = 'out'
            and r.valid_from <= (started_at at time zone ${zone})::date) as has_rate
      from joined
      left join lateral (
        select p.zone from call_zone_prefix p
        where p.prefix in (select left(joined.other, length) from generate_series(0, 15) length)
        order by length(p.prefix) desc limit 1
      ) zone on true
    ), near as (
      -- Months in which a part of these calls may be: not all partitions are looked at.
      select to_char(min(started_at) at time zone ${zone} - interval '1 month', 'YYYY-MM') as first,
        to_char(max(started_at) at time zone ${zone} + interval '1 month', 'YYYY-MM') as last
      from leg
    ), was as materialized (
      select * from call_record
      where linkedid = any(${linkedids}) and period >= (select first from near) and period <= (select last from near)
    ), ready as materialized (
      select call.*, was.call_record_id as known_id, was.period as known_period
      from call left join was on (was.linkedid, was.phone_number, was.direction, was.other_number)
        = (call.linkedid, call.number, call.direction, call.other)
      where call.zone is not null and call.has_rate
    ), away as materialized (
      -- The totals of a month count all of its calls, also those that have gone into the archive.
      select number, period
      from (select distinct number, unnest(former_months) as period from ready where known_id is null) month
      where (select sum(calls) from call_total t where t.phone_number = month.number and t.period = month.period)
        > (select count(*) from call_record c where c.phone_number = month.number and c.period = month.period)
    ), rated as materialized (
      select ready.*, known_id is null and exists (
        select from away where away.number = ready.number and away.period = any(former_months)) as is_away
      from ready
    ), moved as (
      -- Another leg has put it into another month, which is another partition.
      update call_record c set period = rated.period, started_at = rated.started_at, seconds = rated.seconds
      from rated
      where c.call_record_id = rated.known_id and c.period = rated.known_period and rated.period <> rated.known_period
      returning c.phone_number, c.period, c.started_at
    ), made as (
      insert into call_record as c
        (linkedid, phone_number, direction, other_number, plan_id, period, started_at, zone, seconds, amount_kopecks)
      select linkedid, number, direction, other, plan_id, period, started_at, zone, seconds, 0
      from rated where not is_away and (known_period is null or known_period = period)
      on conflict (linkedid, phone_number, direction, other_number, period) do update
        set started_at = excluded.started_at, seconds = excluded.seconds
        where (c.started_at, c.seconds) is distinct from (excluded.started_at, excluded.seconds)
      returning phone_number, period, started_at
    ), changed as (
      select * from made union all select * from moved
    ), judged as (
      select l.uniqueid, l.sequence, case
        when count(call.number) = 0 then 'unknown_number'
        when bool_or(call.zone is null) then 'unknown_zone'
        when not bool_and(call.has_rate) then 'no_rate'
        when bool_or(rated.is_away) then 'archived' end as held
      from leg l
      left join call on call.linkedid = l.linkedid
        and (call.number, call.direction, call.other) in ((l.caller, 'out', l.dst), (l.dst, 'in', l.src))
      left join rated on (rated.linkedid, rated.number, rated.direction, rated.other)
        = (call.linkedid, call.number, call.direction, call.other)
      where l.known_in is null or l.held is not null
      group by l.uniqueid, l.sequence
    ), flagged as (
      update call_leg l set held = judged.held
      from judged
      where (l.uniqueid, l.sequence) = (judged.uniqueid, judged.sequence) and l.held is distinct from judged.held
    )
    select phone_number, period, min(started_at) as since
    from (
      select * from changed
      union all
      select phone_number, period, started_at from was where exists (select from changed)
    ) either
    group by phone_number, period`);

export interface HeldNumber {
  readonly held: 'unknown_number' | 'unknown_zone' | 'no_rate' | 'archived';
  readonly src: string;
  readonly dst: string;
  readonly legs: number;
  readonly seconds: number;
  readonly first: Instant;
}

/** Held calls by the two numbers, the most frequent first. */
export const heldNumbers = (tx: Tx): Promise<HeldNumber[]> =>
  tx.rows(sql`
    select held, src, dst, count(*)::integer as legs, coalesce(sum(billsec) filter (where answered), 0)::integer as seconds,
      min(started_at) as first
    from call_leg where ${HELD_LEG}
    group by held, src, dst
    order by legs desc, held, src, dst
    limit 100`);
