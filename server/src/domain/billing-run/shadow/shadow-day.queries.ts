import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { dueIn, type ChargeBooks } from '#server/domain/billing/charging/charging.queries.ts';
import { unusedIn } from '#server/domain/billing/charging/give-back.queries.ts';
import { FEE_RUNS } from '#server/domain/billing/fee/fee.queries.ts';
import { CALLS_TEXT } from '#server/domain/services/calls/close-calls.ts';

// What our own run would charge, by its own statements, with the marks of the shadow instead of those of the ledger. Whether an account can
// pay is not asked: the other billing decides on debts, and tells them.

/** A planned pause ends in the run; here nobody carries it out, so whoever was to return by that day has returned. */
const returned = (day: Day): Sql => sql`(${FEE_RUNS} or fee.returns_on <= ${day})`;

const SHADOW: ChargeBooks = {
  marks: sql`shadow_mark`,
  named: sql`c.text`,
  charges: () => sql`charged_outside`,
  runsOn: returned,
  stays: (day) => sql`(${returned(day)} or fee.situation = 'debt')`,
};

/** Since when another billing charges anybody; undefined if only ours does. */
export const externalSince = async (tx: Tx): Promise<Instant | undefined> =>
  (
    await tx.one<{ since: Instant | null }>(
      sql`select min(since) as since from charging_source where source = 'external'`,
    )
  ).since ?? undefined;

export const lastShadowed = async (tx: Tx): Promise<Day | undefined> =>
  (
    await tx.maybe<{ day: Day }>(sql`
      select day from shadow_night where computed_at is not null order by day desc limit 1`)
  )?.day;

export const beginShadow = (tx: Tx, day: Day, now: Date): Promise<number> =>
  tx.run(sql`insert into shadow_night (day, begun_at) values (${day}, ${now}) on conflict do nothing`);

/** Locks the night; false if it is computed already, perhaps by another process. */
export const lockShadow = async (tx: Tx, day: Day): Promise<boolean> =>
  (await tx.maybe(sql`select from shadow_night where day = ${day} and computed_at is null for update`)) !== undefined;

export const finishShadow = (tx: Tx, day: Day, now: Date): Promise<number> =>
  tx.run(sql`update shadow_night set computed_at = ${now} where day = ${day} and computed_at is null`);

/** The next accounts that another billing charges, by id. */
export const accountsAfter = async (tx: Tx, after: number, most: number): Promise<number[]> =>
  (
    await tx.rows<{ account_id: number }>(sql`
      select account_id from account where charged_outside and account_id > ${after} order by account_id limit ${most}`)
  ).map(({ account_id }) => account_id);

/** Days that an import calls paid are paid for the shadow, too. What it knows already stays: it is carried on by its own nights. */
export const adoptMarks = (tx: Tx, accounts: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into shadow_mark (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, turn, text)
    select f.account_id, f.what, f.sold_id, f.charged_from, f.charged_until, f.amount_kopecks, f.turn, coalesce((
      select e.text from ledger_entry e where e.transaction_id = f.transaction_id and e.account_id = f.account_id limit 1), f.what)
    from fee_charged f where f.account_id = any(${accounts}::bigint[])
    on conflict (account_id, what) do nothing`);

/** `giveBackUnused` of the shadow. */
export const shadowUnused = (tx: Tx, accounts: readonly number[], from: Day): Promise<number> =>
  tx.run(sql`
    with ${unusedIn(accounts, from, SHADOW)}, kept as (
      insert into shadow_line (day, account_id, what, text, amount_kopecks, service_from, service_until)
      select ${from}::date, account_id, what, text, -amount, since, charged_until from unused where amount > 0
    )
    update shadow_mark c
    set charged_until = unused.since, amount_kopecks = c.amount_kopecks - unused.amount, turn = c.turn + 1
    from unused where c.account_id = unused.account_id and c.what = unused.what`);

/** `chargeDue` of the shadow. Other one-time charges than calls are acts of people, which the other billing does not hear of: they are not compared. */
export const shadowDue = (tx: Tx, accounts: readonly number[], day: Day): Promise<number> =>
  tx.run(sql`
    with ${dueIn(accounts, day, { evenInDebt: false }, SHADOW)}, line as materialized (
      select due.*, p.period_from, p.period_until, p.promo_until, p.turns_on
      from due join priced p on (p.account_id, p.what, p.sold_id) = (due.account_id, due.what, due.sold_id)
      where due.once is null and due.amount > 0
    ), kept as (
      insert into shadow_line (day, account_id, what, text, amount_kopecks, service_from, service_until, unit, rate_kopecks,
        full_rate_kopecks, period_from, period_until, promo_until, turns_on)
      select ${day}::date, account_id, what, text, amount, service_from, service_until, unit, rate, full_rate, period_from, period_until,
        promo_until, turns_on from line
    )
    insert into shadow_mark (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, turn, text)
    select account_id, what, sold_id, service_from, service_until, amount, turn, text from line
    on conflict (account_id, what) do update
      set sold_id = excluded.sold_id, charged_from = excluded.charged_from, charged_until = excluded.charged_until,
        amount_kopecks = excluded.amount_kopecks, turn = excluded.turn, text = excluded.text`);

/** `closeCalls` of the shadow: what the other side's calls of the months before the day came to, beyond what its nights have counted. */
export const shadowCalls = (tx: Tx, accounts: readonly number[], day: Day): Promise<number> =>
  tx.run(sql`
    with line as materialized (
      select number, account_id from call_line where account_id = any(${accounts}::bigint[])
    ), due as (
      select m.phone_number, m.period, m.outside_kopecks - m.shadowed_kopecks as more, line.account_id
      from line join call_month m on m.phone_number = line.number
      where m.period < ${day.slice(0, 7)} and m.outside_kopecks > m.shadowed_kopecks
      order by m.phone_number, m.period
      for no key update of m
    ), counted as (
      update call_month m set shadowed_kopecks = m.outside_kopecks
      from due where (m.phone_number, m.period) = (due.phone_number, due.period)
    )
    insert into shadow_line (day, account_id, what, text, amount_kopecks, service_from, service_until)
    select ${day}::date, account_id, phone_number || ':calls:' || period, ${CALLS_TEXT}, more, (period || '-01')::date,
      ((period || '-01')::date + interval '1 month')::date
    from due order by period, phone_number`);

/** Whoever gives charging to another billing begins anew: with the marks of that day, and with no night behind him. */
export async function restartShadow(tx: Tx): Promise<void> {
  await tx.run(sql`delete from shadow_mark`);
  await tx.run(sql`delete from shadow_line`);
  await tx.run(sql`delete from shadow_difference`);
  await tx.run(sql`delete from shadow_night`);
  await tx.run(sql`update call_month set shadowed_kopecks = outside_kopecks where outside_kopecks <> shadowed_kopecks`);
}

/** The same of some accounts, while others stay as they are. */
export async function forgetShadowOf(tx: Tx, accounts: readonly number[]): Promise<void> {
  await tx.run(sql`delete from shadow_mark where account_id = any(${accounts}::bigint[])`);
  await tx.run(sql`delete from shadow_line where account_id = any(${accounts}::bigint[])`);
  await tx.run(sql`delete from shadow_difference where account_id = any(${accounts}::bigint[])`);
  await tx.run(sql`
    update call_month m set shadowed_kopecks = m.outside_kopecks from call_line l
    where l.account_id = any(${accounts}::bigint[]) and m.phone_number = l.number and m.outside_kopecks <> m.shadowed_kopecks`);
}

/** Days that the other billing has charged are paid when ours begins. Nothing of them is ever given back, as of those that an import marks. */
export const handOverMarks = (tx: Tx, accounts: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into fee_charged as f (account_id, what, sold_id, charged_from, charged_until, amount_kopecks)
    select account_id, what, sold_id, charged_from, charged_until, 0 from shadow_mark
    where account_id = any(${accounts}::bigint[]) and charged_from < charged_until
    on conflict (account_id, what) do update
      set sold_id = excluded.sold_id, charged_from = excluded.charged_from, charged_until = excluded.charged_until, amount_kopecks = 0,
        transaction_id = null
      where f.charged_until < excluded.charged_until`);

/** Forgets what is compared no more. */
export async function forgetShadow(tx: Tx, before: Day): Promise<void> {
  await tx.run(sql`delete from shadow_line where day < ${before}`);
  await tx.run(sql`delete from shadow_difference where day < ${before}`);
}
