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
  | 'notification_not_in_ledger'
  | 'refund_exceeds_payment'
  | 'refund_not_in_ledger'
  | 'refund_state_differs';

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
    union all
    select 'refund_exceeds_payment', p.payment_id::text, p.amount_kopecks, sum(r.amount_kopecks)::bigint
    from refund r join payment p using (payment_id) where r.state <> 'declined'
    group by p.payment_id having sum(r.amount_kopecks) > p.amount_kopecks
    union all
    -- A refund points to the payment that it corrects; one that was declined is made good by its correction.
    select 'refund_not_in_ledger', r.refund_id::text,
      case r.state when 'declined' then 0 else -r.amount_kopecks end, coalesce(sum(e.amount_kopecks), 0)::bigint
    from refund r join payment p using (payment_id)
      left join ledger_transaction t on (t.transaction_id = r.transaction_id
          and t.corrects_transaction_id = p.transaction_id)
        or (t.transaction_id = r.correction_transaction_id and t.corrects_transaction_id = r.transaction_id)
      left join ledger_entry e on e.transaction_id = t.transaction_id and e.account_id = p.account_id
    group by r.refund_id
    having coalesce(sum(e.amount_kopecks), 0) <> case r.state when 'declined' then 0 else -r.amount_kopecks end
    union all
    select 'refund_state_differs', p.payment_id::text, p.amount_kopecks, coalesce(sum(r.amount_kopecks), 0)::bigint
    from payment p left join refund r on r.payment_id = p.payment_id and r.state = 'done'
    where p.transaction_id is not null
    group by p.payment_id
    having (p.state = 'refunded') <> (coalesce(sum(r.amount_kopecks), 0) = p.amount_kopecks)
    order by fault, subject`);
