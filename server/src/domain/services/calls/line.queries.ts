import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { planPriceOn } from '../price/price-on.queries.ts';
import { sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';

/** A phone number or SIP line of the subscriber, with its plan. */
export interface CallLine {
  readonly number: string;
  readonly plan_id: number;
  readonly plan: string;
  readonly summary: string;
  readonly unit: 'month' | 'day';
}

/** The line, even if closed; another contract's is refused exactly like one that does not exist (R-25). */
export async function ownLine(tx: Tx, contractId: number, number: AskedId<'phone_number'>): Promise<CallLine> {
  const line = await tx.maybe<CallLine>(sql`
    select l.number, p.plan_id, p.name as plan, p.summary, p.unit
    from call_line l join plan p using (plan_id)
    where l.number = ${number} and l.contract_id = ${contractId}`);
  if (!line) throw new Problem('not_found');
  return line;
}

/** What the plan of a line costs on a day. */
export const linePrice = (tx: Tx, { plan_id }: Pick<CallLine, 'plan_id'>, day: Day): Promise<{ price: Kopecks }> =>
  tx.one(sql`select ${planPriceOn(sql`p`, sql`${day}::date`)} as price from plan p where plan_id = ${plan_id}`);

export interface CallRate {
  zone: string;
  zone_name: string;
  direction: 'in' | 'out';
  connection: Kopecks;
  price: Kopecks;
  unit_seconds: number;
  free_seconds: number;
  valid_from: Day;
}

/** Call rates of the plan on a day, in the order of zones. */
export const ratesOf = (tx: Tx, planId: number, day: Day): Promise<CallRate[]> =>
  tx.rows(sql`
    select zone, name as zone_name, direction, connection_kopecks as connection, unit_kopecks as price, unit_seconds,
      free_seconds, valid_from
    from (
      select distinct on (zone, direction) *
      from call_rate where plan_id = ${planId} and valid_from <= ${day}
      order by zone, direction, valid_from desc
    ) rate join call_zone using (zone)
    order by direction desc, position`);

export interface PackageUse {
  name: string;
  zones: string[];
  included_seconds: number;
  used_seconds: number;
}

/** Packages of the plan in a period, and how much of them the number's calls have used. */
export const packagesOf = (tx: Tx, { number, plan_id }: CallLine, period: string): Promise<PackageUse[]> =>
  tx.rows(sql`
    select p.name, p.included_seconds, array_agg(z.name order by z.position) as zones,
      coalesce(sum(t.covered_seconds), 0)::bigint as used_seconds
    from call_package p
    join call_package_zone using (call_package_id)
    join call_zone z using (zone)
    left join call_total t
      on t.phone_number = ${number} and t.period = ${period} and t.zone = z.zone and t.direction = 'out'
    where p.plan_id = ${plan_id} and p.call_package_id = call_package_of(p.plan_id, z.zone, ${period})
    group by p.call_package_id
    order by p.call_package_id`);
