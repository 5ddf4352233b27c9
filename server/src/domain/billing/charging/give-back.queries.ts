import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { feesIn } from '../fee/fee.queries.ts';
import { LEDGER, REVENUE, type ChargeBooks } from './charging.queries.ts';

/** Of accounts that another billing charges from the next day on: nothing stays charged ahead. */
const LEAVING: ChargeBooks = {
  marks: LEDGER.marks,
  named: LEDGER.named,
  charges: LEDGER.charges,
  runsOn: LEDGER.runsOn,
  stays: () => sql`false`,
};

/** Charged days from `from` on of what is no longer sold, or is switched off by the client's wish or by us. */
export const unusedIn = (accounts: readonly number[], from: Day, books = LEDGER): Sql => sql`
  ${feesIn({ accounts })}, unused as materialized (
    select c.account_id, c.what, ${books.named}, c.turn, greatest(c.charged_from, ${from}::date) as since, c.charged_until,
      c.amount_kopecks - part_of(c.amount_kopecks, greatest(${from}::date - c.charged_from, 0), c.charged_until - c.charged_from)
        as amount
    from ${books.marks} c
    where c.account_id = any(${accounts}::bigint[]) and c.charged_until > ${from}
      -- «not in» uses a hash, whereas «not exists» would compare each with each.
      and (c.account_id, c.what, c.sold_id) not in (
        select fee.account_id, fee.what, fee.sold_id from fee
        where ${books.stays(from)}
          and (fee.from_day is null or fee.from_day <= ${from}) and (fee.until_day is null or ${from} < fee.until_day))
  )`;

/** What the next change of an account would give back first. */
export const unusedSum = async (tx: Tx, accountId: number, from: Day): Promise<Kopecks> =>
  (
    await tx.one<{ sum: Kopecks }>(sql`
      with ${unusedIn([accountId], from)} select coalesce(sum(amount), 0)::bigint as sum from unused where amount > 0`)
  ).sum;

/**
 * Gives back charged days from `from` on of what is not used any more: a correction that points to the charge. Services
 * that are off for debt keep their days. Returns the number of corrected charges.
 */
export const giveBackUnused = (tx: Tx, accounts: readonly number[], from: Day, now: Date): Promise<number> =>
  giveBack(tx, unusedIn(accounts, from), { from, on: from, now });

/** The same of all days from `from` on: another billing charges them. Entered on the day before. */
export const giveBackAhead = (tx: Tx, accounts: readonly number[], from: Day, now: Date): Promise<number> =>
  giveBack(tx, unusedIn(accounts, from, LEAVING), { from, on: addDays(from, -1), now });

interface GivingBack {
  readonly from: Day;
  /** The day of the books. */
  readonly on: Day;
  readonly now: Date;
}

const giveBack = (tx: Tx, unused: Sql, { from, on, now }: GivingBack): Promise<number> =>
  tx.run(sql`
    with ${unused}, line as materialized (
      select unused.*, 'give-back:' || what || ':' || ${from} || '~' || turn as reference, e.text, e.user_id, e.phone_number,
        nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')) as new_id
      from unused join ledger_entry e on e.transaction_id = unused.transaction_id and e.account_id = unused.account_id
      where amount > 0
    ), posted as (
      insert into ledger_transaction (transaction_id, kind, reference, day, happened_at, corrects_transaction_id)
      select new_id, 'correction', reference, ${on}::date, ${now}::timestamptz, transaction_id from line
    ), entered as (
      insert into ledger_entry
        (transaction_id, account_id, amount_kopecks, day, happened_at, text, user_id, phone_number, service_from, service_until,
          is_return)
      select new_id, side.account_id, side.amount, ${on}::date, ${now}::timestamptz, 'Возврат: ' || text, user_id, phone_number,
        since, charged_until, side.is_return
      from line
      cross join lateral (values (line.account_id, amount, true), (${REVENUE}, -amount, false)) side (account_id, amount, is_return)
    )
    update fee_charged c
    set charged_until = unused.since, amount_kopecks = c.amount_kopecks - unused.amount, turn = c.turn + 1
    from unused where c.account_id = unused.account_id and c.what = unused.what`);
