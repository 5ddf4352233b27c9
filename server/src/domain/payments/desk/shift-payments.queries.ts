import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface ShiftPaymentRow {
  readonly number: number;
  readonly document: string;
  readonly kind: 'take' | 'undo';
  readonly transaction_id: number;
  readonly at: Instant;
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly account_no: string;
  readonly name: string;
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
  readonly amount: Kopecks;
  readonly state: 'due' | 'sent' | 'done' | 'failed' | null;
  readonly receipt_number: string | null;
  readonly is_given: boolean;
  readonly undone: boolean;
}

const DOCUMENT = sql`d.desk_id || '-' || s.number || '-' || o.number`;

/** Payments of a shift and what was taken back of them, newest first. */
export const shiftPayments = (tx: Tx, shiftId: number, most: number): Promise<ShiftPaymentRow[]> =>
  tx.rows(sql`
    select o.number, ${DOCUMENT} as document, o.kind, o.transaction_id, t.happened_at as at, c.contract_id, c.printed_no, a.account_no,
      c.client_name as name, town.name as town, street.name as street, c.house, c.flat, e.amount_kopecks as amount, r.state,
      coalesce(r.given_number, r.fd_number) as receipt_number, r.given_number is not null as is_given,
      exists (select from ledger_transaction x where x.corrects_transaction_id = o.transaction_id and x.is_reversal) as undone
    from cash_operation o
    join cash_shift s using (shift_id) join cash_desk d using (desk_id)
    join ledger_transaction t using (transaction_id)
    join ledger_entry e using (transaction_id)
    join account a on a.account_id = e.account_id and a.contract_id is not null
    join contract c on c.contract_id = a.contract_id
    join town using (town_id) left join street using (street_id)
    left join fiscal_receipt r on r.transaction_id = o.transaction_id
    where o.shift_id = ${shiftId} and o.kind in ('take', 'undo')
    order by o.number desc limit ${most}`);

/** In which shift, and when, cash was taken; undefined if the transaction is no payment at a desk. */
export const takenAtDesk = (tx: Tx, transactionId: number): Promise<{ shift_id: number; at: Instant } | undefined> =>
  tx.maybe(sql`
    select o.shift_id, t.happened_at as at from cash_operation o join ledger_transaction t using (transaction_id)
    where o.transaction_id = ${transactionId} and o.kind = 'take'`);

/** The newest cash of the same sum for the same account since a moment that nobody has taken back. */
export const alikeSince = (
  tx: Tx,
  { accountId, amount, since }: { accountId: number; amount: Kopecks; since: Date },
): Promise<{ transaction_id: number; at: Instant } | undefined> =>
  tx.maybe(sql`
    select e.transaction_id, e.happened_at as at from ledger_entry e
    where e.account_id = ${accountId} and (e.amount_kopecks > 0) <> e.is_return and e.amount_kopecks = ${amount}
      and e.method = 'cash' and e.day >= (${since}::timestamptz - interval '1 day')::date and e.happened_at > ${since}
      and not exists (
        select from ledger_transaction x where x.corrects_transaction_id = e.transaction_id and x.is_reversal)
    order by e.day desc, e.entry_id desc limit 1`);

/**
 * Since when the oldest receipt of a payment has waited for our register; undefined if none waits. A return may wait for the receipt of its
 * payment, and one that the register has overtaken waits alone: neither says that the register is silent.
 */
export const oldestWaitingReceipt = (tx: Tx): Promise<{ created_at: Instant } | undefined> =>
  tx.maybe(sql`
    select created_at from fiscal_receipt
    where state <> 'done' and state <> 'failed' and kind = 'sell' and transaction_id > coalesce((
      select transaction_id from fiscal_receipt where state = 'done' and given_number is null
      order by transaction_id desc limit 1), 0)
    order by created_at limit 1`);

export interface CopyRow {
  readonly transaction_id: number;
  readonly document: string;
  readonly kind: 'sell' | 'sell_refund';
  readonly at: Instant;
  readonly desk_id: number | null;
  readonly desk: string | null;
  readonly place: string | null;
  readonly register: string | null;
  readonly cashier: string | null;
  readonly contract_id: number;
  readonly account_no: string;
  readonly name: string;
  readonly amount: Kopecks;
  readonly given: Kopecks | null;
  readonly state: 'due' | 'sent' | 'done' | 'failed';
  readonly given_number: string | null;
  readonly fd_number: string | null;
  readonly fn_number: string | null;
  readonly fpd: string | null;
  readonly url: string | null;
  readonly error: string | null;
}

/** The receipt of cash, taken at a desk or in the office without one, or of its return. */
export const copyOf = (tx: Tx, transactionId: number): Promise<CopyRow | undefined> =>
  tx.maybe(sql`
    select t.transaction_id, coalesce(${DOCUMENT}, substr(paid.reference, 8)) as document, r.kind, t.happened_at as at, d.desk_id,
      d.name as desk, d.place, d.register, p.name as cashier, c.contract_id, a.account_no, c.client_name as name,
      r.amount_kopecks as amount, o.given_kopecks as given, r.state, r.given_number, r.fd_number, r.fn_number, r.fpd, r.url, r.error
    from ledger_transaction t
    join ledger_transaction paid on paid.transaction_id = coalesce(t.corrects_transaction_id, t.transaction_id)
    join fiscal_receipt r on r.transaction_id = t.transaction_id
    join account a using (account_id) join contract c on c.contract_id = a.contract_id
    left join cash_operation o on o.transaction_id = t.transaction_id
    left join cash_shift s using (shift_id) left join cash_desk d using (desk_id) left join staff_person p using (person_id)
    where t.transaction_id = ${transactionId} and paid.reference like 'office:%'`);

/** A code that is shown at the desk; shown again in a later shift, it is of that one. */
export const noteShownCode = (tx: Tx, paymentId: string, shiftId: number): Promise<number> =>
  tx.run(sql`
    insert into cash_shift_code (payment_id, shift_id) values (${paymentId}, ${shiftId})
    on conflict (payment_id) do update set shift_id = excluded.shift_id where cash_shift_code.shift_id <> excluded.shift_id`);

/** What was paid by codes of a shift while it was open. */
export const paidByCode = (tx: Tx, shiftId: number): Promise<{ count: number; sum: Kopecks }> =>
  tx.one(sql`
    select count(*) as count, coalesce(sum(p.amount_kopecks), 0)::bigint as sum
    from cash_shift_code c join payment p using (payment_id) join cash_shift s using (shift_id)
    where c.shift_id = ${shiftId} and p.paid_at <= coalesce(s.closed_at, 'infinity')`);
