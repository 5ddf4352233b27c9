import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { SIDES } from './sides.ts';
import { differingDays } from './verify-days.ts';
import { wrongDesks } from './verify-desks.ts';

/** Possible faults of the ledger. */
export type LedgerFaultKind =
  | 'transaction_unbalanced'
  | 'transaction_empty'
  | 'balance_differs'
  | 'month_differs'
  | 'side_differs'
  | 'reversal_differs'
  | 'payment_credited_twice'
  | 'payment_not_in_ledger'
  | 'notification_not_in_ledger'
  | 'refund_exceeds_payment'
  | 'refund_exceeds_part'
  | 'refund_not_in_ledger'
  | 'refund_state_differs'
  | 'shift_differs'
  | 'desk_differs'
  | 'day_differs';

export interface LedgerFinding {
  readonly fault: LedgerFaultKind;
  /** Id of the transaction, account or payment. */
  readonly subject: string;
  /** Kopecks, or a count if the fault is not about money. */
  readonly expected: number;
  readonly found: number;
}

/** Progress of the verification. */
export interface VerificationProgress {
  readonly of: 'transactions' | 'accounts';
  readonly done: number;
  readonly all: number;
}

export interface VerifyOptions {
  readonly hear?: (progress: VerificationProgress) => void;
  /** How many transactions, and how many accounts, one statement checks. */
  readonly step?: { readonly transactions: number; readonly accounts: number };
}

const STEP = { transactions: 50_000, accounts: 2_000 };

/**
 * Verifies the ledger: stored totals equal those computed from the entries. No findings means no faults. It uses one
 * snapshot, works in parts, and has no time limit, however large the ledger is.
 */
export async function verifyLedger(tx: Tx, { hear, step = STEP }: VerifyOptions = {}): Promise<LedgerFinding[]> {
  const [, all] = await Promise.all([tx.run(sql`set local statement_timeout = 0`), countAll(tx)]);
  const findings: LedgerFinding[] = [];
  for (const [of, part] of PARTS) {
    let [after, done] = [BEFORE_ALL, 0];
    while (done < all[of]) {
      const { last, count } = await nextRange(tx, of, { after, step: step[of] });
      findings.push(...(await part(tx, after, last)));
      [after, done] = [last, done + count];
      hear?.({ of, done, all: all[of] });
    }
  }
  findings.push(...(await wrongPayments(tx)), ...(await wrongDesks(tx)), ...(await differingDays(tx)));
  return findings.sort(byFaultAndSubject);
}

/** Below every id, including those chosen by an import. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

const byFaultAndSubject = (a: LedgerFinding, b: LedgerFinding): number =>
  a.fault.localeCompare(b.fault) || a.subject.localeCompare(b.subject);

const countAll = (tx: Tx): Promise<Record<VerificationProgress['of'], number>> =>
  tx.one(sql`
    select (select count(*) from ledger_transaction) as transactions, (select count(*) from account) as accounts`);

/** Ids have large gaps, so a range is defined by its last id, not by a number of ids. */
const nextRange = (
  tx: Tx,
  of: VerificationProgress['of'],
  { after, step }: { after: number; step: number },
): Promise<{ last: number; count: number }> =>
  tx.one(
    of === 'transactions'
      ? sql`select max(id) as last, count(*) as count from (
          select transaction_id as id from ledger_transaction where transaction_id > ${after} order by 1 limit ${step}) next`
      : sql`select max(id) as last, count(*) as count from (
          select account_id as id from account where account_id > ${after} order by 1 limit ${step}) next`,
  );

const wrongTransactions = (tx: Tx, after: number, upTo: number): Promise<LedgerFinding[]> =>
  tx.rows(sql`
    select 'transaction_unbalanced' as fault, transaction_id::text as subject, 0::bigint as expected,
      sum(amount_kopecks)::bigint as found
    from ledger_entry where transaction_id > ${after} and transaction_id <= ${upTo}
    group by transaction_id having sum(amount_kopecks) <> 0
    union all
    select 'transaction_empty', transaction_id::text, 2, 0
    from ledger_transaction t
    where transaction_id > ${after} and transaction_id <= ${upTo}
      and not exists (select from ledger_entry e where e.transaction_id = t.transaction_id)
    union all
    select 'side_differs', e.transaction_id::text, 0, 1
    from ledger_entry e join ledger_transaction t using (transaction_id) join account a using (account_id)
    where e.transaction_id > ${after} and e.transaction_id <= ${upTo} and a.contract_id is not null
      and e.is_return <> gives_back(t.kind, t.corrects_transaction_id, e.account_id, e.amount_kopecks)
    union all
    -- A reversal takes back all that its payment has brought, from the account that it was brought to.
    select 'reversal_differs', r.transaction_id::text, -sum(p.amount_kopecks)::bigint, coalesce(sum(e.amount_kopecks), 0)::bigint
    from ledger_transaction r
      join ledger_entry p on p.transaction_id = r.corrects_transaction_id
      join account a on a.account_id = p.account_id and a.contract_id is not null
      left join ledger_entry e on e.transaction_id = r.transaction_id and e.account_id = p.account_id
    where r.transaction_id > ${after} and r.transaction_id <= ${upTo} and r.is_reversal
    group by r.transaction_id having coalesce(sum(e.amount_kopecks), 0) <> -sum(p.amount_kopecks)`);

/** Reads each account's entries by side, through the index of the history; the provider's own accounts are skipped. */
const wrongAccounts = (tx: Tx, after: number, upTo: number): Promise<LedgerFinding[]> =>
  tx.rows(sql`
    with client as (
      select account_id, account_no, balance_kopecks as balance from account
      where contract_id is not null and account_id > ${after} and account_id <= ${upTo}
    ), month as (
      select account_id, to_char(day, 'YYYY-MM') as period, sum(paid)::bigint as paid, sum(charged)::bigint as charged
      from client cross join lateral (
        select day, amount_kopecks as paid, 0 as charged
        from ledger_entry e where e.account_id = client.account_id and ${SIDES.in}
        union all
        select day, 0, -amount_kopecks
        from ledger_entry e where e.account_id = client.account_id and ${SIDES.out}
      ) entry
      group by account_id, to_char(day, 'YYYY-MM')
    ), kept as (
      select * from account_month where account_id > ${after} and account_id <= ${upTo}
    ), sum_of as (
      select account_id, sum(paid - charged)::bigint as amount from month group by account_id
    )
    select 'balance_differs' as fault, account_no as subject, coalesce(amount, 0)::bigint as expected, balance as found
    from client left join sum_of using (account_id)
    where balance <> coalesce(amount, 0)
    union all
    select 'month_differs', account_no || ' ' || period,
      coalesce(paid - charged, 0), coalesce(paid_kopecks - charged_kopecks, 0)
    from month full join kept using (account_id, period) join account using (account_id)
    where (coalesce(paid, 0), coalesce(charged, 0)) <> (coalesce(paid_kopecks, 0), coalesce(charged_kopecks, 0))`);

const PARTS = [
  ['transactions', wrongTransactions],
  ['accounts', wrongAccounts],
] as const;

/** Each account of each payment with its own part. */
const PAYMENT_PARTS = sql`
  select payment_id, state, transaction_id, account_id, amount_kopecks - coalesce(other_kopecks, 0) as own from payment
  union all
  select payment_id, state, transaction_id, other_account_id, other_kopecks from payment where other_account_id is not null`;

const wrongPayments = (tx: Tx): Promise<LedgerFinding[]> =>
  tx.rows(sql`
    select 'payment_credited_twice' as fault, acquirer || ':' || qr_id as subject, 1::bigint as expected, count(*) as found
    from payment_notification where outcome = 'credited' group by acquirer, qr_id having count(*) > 1
    union all
    select 'payment_credited_twice', string_agg(payment_id::text, ', '), 1, count(*)
    from payment where transaction_id is not null group by transaction_id having count(*) > 1
    union all
    select 'payment_not_in_ledger', p.payment_id::text, p.own, coalesce(sum(e.amount_kopecks), 0)::bigint
    from (${PAYMENT_PARTS}) p left join ledger_entry e on e.transaction_id = p.transaction_id and e.account_id = p.account_id
    where p.state in ('paid', 'refunded')
    group by p.payment_id, p.account_id, p.own
    having coalesce(sum(e.amount_kopecks), 0) <> p.own
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
    select 'refund_exceeds_part', p.payment_id::text, p.own, -sum(e.amount_kopecks)::bigint
    from (${PAYMENT_PARTS}) p join refund r on r.payment_id = p.payment_id and r.state <> 'declined'
      join ledger_entry e on e.transaction_id = r.transaction_id and e.account_id = p.account_id
    group by p.payment_id, p.account_id, p.own having -sum(e.amount_kopecks) > p.own
    union all
    -- A refund points to the payment that it corrects; the correction of a declined refund cancels it out.
    select 'refund_not_in_ledger', r.refund_id::text,
      case r.state when 'declined' then 0 else -r.amount_kopecks end, coalesce(sum(e.amount_kopecks), 0)::bigint
    from refund r join payment p using (payment_id)
      left join ledger_transaction t on (t.transaction_id = r.transaction_id
          and t.corrects_transaction_id = p.transaction_id)
        or (t.transaction_id = r.correction_transaction_id and t.corrects_transaction_id = r.transaction_id)
      left join ledger_entry e on e.transaction_id = t.transaction_id and e.account_id in (p.account_id, p.other_account_id)
    group by r.refund_id
    having coalesce(sum(e.amount_kopecks), 0) <> case r.state when 'declined' then 0 else -r.amount_kopecks end
    union all
    select 'refund_state_differs', p.payment_id::text, p.amount_kopecks, coalesce(sum(r.amount_kopecks), 0)::bigint
    from payment p left join refund r on r.payment_id = p.payment_id and r.state = 'done'
    where p.transaction_id is not null
    group by p.payment_id
    having (p.state = 'refunded') <> (coalesce(sum(r.amount_kopecks), 0) = p.amount_kopecks)`);
