import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { DayCharges } from './day.texts.ts';

/** What was charged to an account whose client wants to hear of charges. */
export interface ToldCharges extends Pick<DayCharges, 'lines' | 'balance'> {
  readonly account_id: number;
  readonly contract_id: number;
  readonly kind: 'i' | 't';
}

/**
 * The charges of a day, for those of the accounts whose client has switched on
 * notices of charges by a channel. While nobody has, it reads nothing but the accounts.
 */
export const chargesToTell = (tx: Tx, accounts: readonly number[], day: Day): Promise<ToldCharges[]> =>
  tx.rows(sql`
    select a.account_id, c.contract_id, a.kind, a.balance_kopecks as balance, charged.lines
    from (
      select account_id, contract_id, kind, balance_kopecks from account
      where account_id = any(${accounts}::bigint[]) and (
        exists (select from wanted_notice w where w.contract_id = account.contract_id and w.category = 'charge')
        or exists (
          select from further_contact f
          where f.contract_id = account.contract_id and f.confirmed_at is not null and 'charge' = any(f.wanted)))
      offset 0
    ) a join contract c on c.contract_id = a.contract_id cross join lateral (
      select json_agg(json_build_object('text', e.text, 'amount', -e.amount_kopecks) order by e.entry_id) as lines
      from ledger_entry e join ledger_transaction t using (transaction_id)
      where e.account_id = a.account_id and e.day = ${day} and e.amount_kopecks < 0
        and not e.is_return and t.kind = 'charge'
    ) charged
    where charged.lines is not null
    order by a.account_id`);
