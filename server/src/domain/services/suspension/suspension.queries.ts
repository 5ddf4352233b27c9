import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Situation } from '../service/situation.rules.ts';
import type { AgreedSuspension, SuspensionSpan } from './suspension.rules.ts';

export interface SuspensionRow extends AgreedSuspension {
  readonly suspension_id: number;
  readonly user_id: number;
  readonly state: 'planned' | 'active' | 'ended' | 'cancelled';
}

const SUSPENSION = sql`
  suspension_id, s.user_id, s.state, s.from_day as from, s.until_day as until, day_kopecks as day_price, start_kopecks as start_price,
  case when return_kopecks is not null then json_build_object('price', return_kopecks) end as early_return,
  coalesce((select json_agg(json_build_object('from', lower(days), 'until', upper(days)) order by days) from unnest(paid_days) days),
    '[]') as paid`;

/** The planned or active suspension. */
export const currentSuspension = (
  tx: Tx,
  userId: number,
): Promise<(SuspensionRow & { readonly state: 'planned' | 'active' }) | undefined> =>
  tx.maybe(sql`select ${SUSPENSION} from suspension s where user_id = ${userId} and state in ('planned', 'active')`);

export const suspensionById = (tx: Tx, suspensionId: number): Promise<SuspensionRow | undefined> =>
  tx.maybe(sql`select ${SUSPENSION} from suspension s where suspension_id = ${suspensionId}`);

/** The day of return of the last finished suspension. */
export async function lastReturn(tx: Tx, userId: number): Promise<Day | null> {
  const last = await tx.maybe<{ until: Day }>(sql`
    select until_day as until from suspension where user_id = ${userId} and state = 'ended'
    order by until_day desc limit 1`);
  return last?.until ?? null;
}

/** Free days by calendar year, including those of a planned suspension. */
export async function freeDaysUsed(tx: Tx, userId: number): Promise<ReadonlyMap<number, number>> {
  const years = await tx.rows<{ year: number; days: number }>(sql`
    select extract(year from free)::integer as year, count(*)::integer as days
    from suspension cross join lateral generate_series(from_day, until_day - 1, interval '1 day') free
    where user_id = ${userId} and state <> 'cancelled' and not paid_days @> free::date
    group by 1`);
  return new Map(years.map(({ year, days }) => [year, days]));
}

export async function insertSuspension(
  tx: Tx,
  userId: number,
  { from, until, paid, day_price, start_price, early_return }: AgreedSuspension,
  { state, now }: { state: 'planned' | 'active'; now: Date },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into suspension
      (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks, return_kopecks)
    values (${userId}, ${from}, ${until}, ${state}, ${now}, ${rangesOf(paid)}::datemultirange, ${day_price}, ${start_price},
      ${early_return?.price ?? null})
    returning suspension_id as id`);
  return id;
}

const rangesOf = (spans: readonly SuspensionSpan[]): string =>
  `{${spans.map(({ from, until }) => `[${from},${until})`).join()}}`;

export const pauseService = (tx: Tx, userId: number, until: Day, now: Date): Promise<number> =>
  tx.run(sql`
    update service_user set state = 'paused', reason = null, state_since = ${now}, returns_on = ${until}
    where user_id = ${userId}`);

/** The service works again from this day. */
export async function endSuspension(tx: Tx, suspensionId: number, day: Day, now: Date): Promise<void> {
  await tx.run(sql`
    with ended as (
      update suspension set state = 'ended', until_day = ${day} where suspension_id = ${suspensionId} returning user_id
    )
    update service_user u set state = 'active', state_since = ${now}, returns_on = null from ended where u.user_id = ended.user_id`);
}

const START_CHARGE = 'suspension:';
const RETURN_CHARGE = 'suspension-return:';

interface Price {
  readonly userId: number;
  readonly suspensionId: number;
  readonly amount: Kopecks;
  readonly day: Day;
}

/** The price of the suspension itself, charged on its first day. */
export const orderStartCharge = (tx: Tx, price: Price): Promise<void> =>
  orderCharge(tx, price, START_CHARGE, sql`'Приостановление «' || u.name || '»: начало'`);

export const orderReturnCharge = (tx: Tx, price: Price): Promise<void> =>
  orderCharge(tx, price, RETURN_CHARGE, sql`'Приостановление «' || u.name || '»: досрочный возврат'`);

async function orderCharge(
  tx: Tx,
  { userId, suspensionId, amount, day }: Price,
  what: string,
  text: ReturnType<typeof sql>,
): Promise<void> {
  if (amount === 0) return;
  await tx.run(sql`
    insert into one_time_charge (account_id, what, text, amount_kopecks, day, user_id)
    select u.account_id, ${what + String(suspensionId)}, ${text}, ${amount}, ${day}, u.user_id
    from service_user u where u.user_id = ${userId}`);
}

/** Cancels a suspension that has not begun; nothing is charged. */
export async function cancelSuspension(tx: Tx, suspensionId: number): Promise<void> {
  await tx.run(sql`update suspension set state = 'cancelled' where suspension_id = ${suspensionId}`);
  await tx.run(sql`
    delete from one_time_charge
    where what = ${START_CHARGE + String(suspensionId)} and transaction_id is null
      and user_id = (select user_id from suspension where suspension_id = ${suspensionId})`);
}

export interface DueSuspension {
  readonly suspension_id: number;
  readonly user_id: number;
  readonly contract_id: number;
  readonly name: string;
  readonly until: Day;
  readonly situation: Situation;
  readonly in_debt: boolean;
}

/** Suspensions of the accounts that must begin by this day. */
export const dueSuspensions = (tx: Tx, accounts: readonly number[], day: Day): Promise<DueSuspension[]> =>
  tx.rows(sql`
    select s.suspension_id, u.user_id, u.contract_id, u.name, s.until_day as until, coalesce(u.reason, u.state) as situation,
      a.debt_since is not null as in_debt
    from suspension s join service_user u using (user_id) join account a using (account_id)
    where u.account_id = any(${accounts}::bigint[]) and s.state = 'planned' and s.from_day <= ${day}
    order by s.suspension_id`);

export const markBegun = (tx: Tx, suspensionId: number): Promise<number> =>
  tx.run(sql`update suspension set state = 'active' where suspension_id = ${suspensionId}`);
