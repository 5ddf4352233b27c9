import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Numbers and SIP lines with their plans. */
export const linesOf = (tx: Tx, numbers: readonly string[]): Promise<{ number: string; plan_id: number }[]> =>
  tx.rows(sql`select number, plan_id from call_line where number = any(${numbers}::text[]) and plan_id is not null`);

/** The zone of each number that has one, by the longest prefix. */
export const zonesOf = (tx: Tx, numbers: readonly string[]): Promise<{ other: string; zone: string }[]> =>
  tx.rows(sql`
    select other, zone.zone from unnest(${numbers}::text[]) as g (other)
    cross join lateral (
      select p.zone from call_zone_prefix p where p.prefix in (select left(other, length) from generate_series(0, 15) length)
      order by length(p.prefix) desc limit 1) zone`);

interface CallKey {
  readonly number: string;
  readonly key: string;
}

export interface FormerCallRow extends CallKey {
  readonly start: Instant;
  readonly direction: 'in' | 'out';
  readonly other: string;
  readonly seconds: number;
  readonly amount: Kopecks;
}

export const formerCallsOf = (tx: Tx, keys: readonly CallKey[]): Promise<FormerCallRow[]> =>
  tx.rows(sql`
    select phone_number as number, g.key, started_at as start, direction, other_number as other, seconds,
      amount_kopecks as amount
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as g (number text, key text)
    join call_record c on c.phone_number = g.number and c.former_key = g.key`);

export type NewFormerCall = Omit<FormerCallRow, 'start'> & {
  readonly start: Date;
  readonly plan_id: number;
  readonly zone: string;
};

/**
 * Calls that are paid: they count as rated, and their months as charged by as much, so that nothing of them is due and no package is used.
 */
export async function insertFormerCalls(tx: Tx, calls: readonly NewFormerCall[], zone: string): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as g (number text, key text, start timestamptz, direction text,
    other text, seconds integer, amount bigint, plan_id integer, zone text)`;
  const period = sql`to_char(g.start at time zone ${zone}, 'YYYY-MM')`;
  await tx.run(sql`
    insert into call_record (phone_number, former_key, linkedid, started_at, other_number, direction, zone, seconds, amount_kopecks, period,
      plan_id, rated_seconds)
    select g.number, g.key, 'former:' || g.key, g.start, g.other, g.direction, g.zone, g.seconds, g.amount, ${period}, g.plan_id, 0
    from ${given}`);
  await tx.run(sql`
    update call_month m set charged_kopecks = m.charged_kopecks + paid.amount
    from (select g.number, ${period} as period, sum(g.amount) as amount from ${given} group by 1, 2) paid
    where m.phone_number = paid.number and m.period = paid.period and paid.amount > 0`);
}
