import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

/** What may be wrong with the books. */
export type Fault =
  | 'transaction_unbalanced'
  | 'transaction_empty'
  | 'balance_differs'
  | 'month_differs'
  | 'payment_credited_twice'
  | 'payment_not_in_ledger'
  | 'notification_not_in_ledger';

export interface Finding {
  readonly fault: Fault;
  /** Number of the transaction or account, or the payment's id. */
  readonly subject: string;
  /** Kopecks, or a count for `payment_credited_twice`. */
  readonly expected: number;
  readonly found: number;
}

/** Proves the books: what is kept equals what follows from the entries. An empty answer is the proof. */
export const verifyLedger = (tx: Tx): Promise<Finding[]> =>
  tx.rows<Finding>(sql`
    with balance as (
      select account_id, sum(amount_kopecks)::bigint as amount from ledger_entry group by account_id
    ), month as (
      select account_id, to_char(day, 'YYYY-MM') as period,
        coalesce(sum(amount_kopecks) filter (where amount_kopecks > 0), 0)::bigint as paid,
        coalesce(-sum(amount_kopecks) filter (where amount_kopecks < 0), 0)::bigint as charged
      from ledger_entry join account using (account_id)
      where contract_id is not null
      group by account_id, to_char(day, 'YYYY-MM')
    )
    select 'transaction_unbalanced' as fault, transaction_id::text as subject, 0::bigint as expected,
      sum(amount_kopecks)::bigint as found
    from ledger_entry group by transaction_id having sum(amount_kopecks) <> 0
    union all
    select 'transaction_empty', transaction_id::text, 2, 0
    from ledger_transaction t
    where not exists (select from ledger_entry e where e.transaction_id = t.transaction_id)
    union all
    select 'balance_differs', a.account_no, coalesce(b.amount, 0), a.balance_kopecks
    from account a left join balance b using (account_id)
    where a.contract_id is not null and a.balance_kopecks <> coalesce(b.amount, 0)
    union all
    select 'month_differs', a.account_no || ' ' || coalesce(m.period, k.period),
      coalesce(m.paid - m.charged, 0), coalesce(k.paid_kopecks - k.charged_kopecks, 0)
    from month m full join account_month k using (account_id, period) join account a using (account_id)
    where (coalesce(m.paid, 0), coalesce(m.charged, 0))
      <> (coalesce(k.paid_kopecks, 0), coalesce(k.charged_kopecks, 0))
    union all
    select 'payment_credited_twice', acquirer || ':' || qr_id, 1, count(*)
    from payment_notification where outcome = 'credited' group by acquirer, qr_id having count(*) > 1
    union all
    select 'payment_credited_twice', string_agg(payment_id::text, ', '), 1, count(*)
    from payment where transaction_id is not null group by transaction_id having count(*) > 1
    union all
    select 'payment_not_in_ledger', p.payment_id::text, p.amount_kopecks, coalesce(sum(e.amount_kopecks), 0)::bigint
    from payment p left join ledger_entry e on e.transaction_id = p.transaction_id and e.account_id = p.account_id
    where p.state in ('paid', 'refunded')
    group by p.payment_id
    having coalesce(sum(e.amount_kopecks), 0) <> p.amount_kopecks
    union all
    select 'notification_not_in_ledger', n.acquirer || ':' || n.external_id, n.amount_kopecks, 0
    from payment_notification n
    where n.outcome = 'credited'
      and not exists (select from ledger_transaction t where t.reference = n.acquirer || ':' || n.external_id)
    order by fault, subject`);
