import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { OwingAccount } from './debtors.rules.ts';

const OWING = sql`
  select a.account_id, c.contract_id, a.kind, a.balance_kopecks as balance, a.credit_limit_kopecks as credit_limit, a.debt_since,
    least(a.owes_since, a.debt_since) as owes_since
  from account a join contract c on c.contract_id = a.contract_id`;

/** All of them, or those of a town. */
export const owingAccounts = (tx: Tx, town: string | undefined): Promise<OwingAccount[]> =>
  town === undefined
    ? tx.rows(sql`${OWING} where a.owes_since is not null`)
    : tx.rows(sql`
        ${OWING} join town t using (town_id)
        where a.owes_since is not null and lower(t.name) = lower(${town})`);

export const owingOf = (tx: Tx, contracts: readonly number[]): Promise<OwingAccount[]> =>
  tx.rows(sql`${OWING} where a.owes_since is not null and a.contract_id = any(${contracts}::bigint[])`);

export const hasDebtorTown = async (tx: Tx, town: string): Promise<boolean> =>
  (await tx.maybe(sql`select 1 from town where lower(name) = lower(${town})`)) !== undefined;

export interface DebtorDetails {
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
  readonly reminded_at: Instant | null;
  readonly promised_ends_on: Day | null;
  readonly paid_on: Day | null;
  readonly paid: Kopecks | null;
}

/** What a list tells of each: the last reminder, the promise in force, the last payment. */
export const debtorDetails = (tx: Tx, contracts: readonly number[]): Promise<DebtorDetails[]> =>
  tx.rows(sql`
    select c.contract_id, c.printed_no, c.client_name as name, c.state, t.name as town, s.name as street, c.house, c.flat,
      (select r.sent_at from debt_reminder r where r.contract_id = c.contract_id order by r.day desc limit 1) as reminded_at,
      (select max(p.ends_on) from account a join promised_payment p using (account_id)
        where a.contract_id = c.contract_id and p.state = 'active') as promised_ends_on,
      last.day as paid_on, last.amount as paid
    from contract c join town t using (town_id) left join street s using (street_id)
    left join lateral (
      select e.day, e.amount_kopecks as amount
      from account a cross join lateral (
        select day, entry_id, amount_kopecks, is_return from ledger_entry e
        where e.account_id = a.account_id and (e.amount_kopecks > 0) <> e.is_return and e.amount_kopecks > 0
        order by e.day desc, e.entry_id desc limit 1) e
      where a.contract_id = c.contract_id order by e.day desc, e.entry_id desc limit 1) last on true
    where c.contract_id = any(${contracts}::bigint[])`);

/** Notes reminders of a day; returns the contracts that had none yet. */
export const noteReminders = (
  tx: Tx,
  contracts: readonly number[],
  { day, by, now }: { day: Day; by: string; now: Date },
): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`
    insert into debt_reminder (contract_id, day, sent_at, operator)
    select contract_id, ${day}, ${now}, ${by} from contract where contract_id = any(${contracts}::bigint[]) order by contract_id
    on conflict do nothing returning contract_id`);

/** Of two exports of one person at once the second counts the first. */
const takeTurnToExport = (tx: Tx, owner: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('exports alone ' || ${owner}, 0))`);

/** Notes whom somebody has exported alone; returns how many different contracts that are since a moment. */
export async function noteExported(
  tx: Tx,
  contracts: readonly number[],
  { owner, since, now }: { readonly owner: string; readonly since: Date; readonly now: Date },
): Promise<number> {
  await takeTurnToExport(tx, owner);
  await tx.run(sql`delete from staff_exported where exported_at <= ${since}`);
  await tx.run(sql`
    insert into staff_exported (owner, contract_id, exported_at)
    select ${owner}, contract_id, ${now} from unnest(${contracts}::bigint[]) contract_id
    on conflict (owner, contract_id) do update set exported_at = excluded.exported_at`);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from staff_exported where owner = ${owner}`);
  return count;
}
