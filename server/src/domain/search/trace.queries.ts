import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { MOST_FOUND, type Hit } from './key.queries.ts';

const MOST = sql`${MOST_FOUND + 1}`;
/** Sessions that are looked through for the one that was on at a moment. */
const EARLIER = 50;

/** Who has an address now, or had it last. */
export const addressNow = (tx: Tx, address: string): Promise<Hit[]> =>
  tx.rows(sql`
    select contract_id, found from (
      (select user_id, 'сейчас' as found from internet_session where address = ${address}::inet and stopped_at is null and settled = 'infinity'
        order by started_at desc limit ${MOST})
      union all
      (select user_id, 'был последним' from internet_session where address = ${address}::inet and stopped_at is not null
        order by started_at desc limit 1)
    ) s join service_user using (user_id)
    order by found desc limit ${MOST}`);

/** Who had it at a moment. */
export const addressAt = (tx: Tx, address: string, moment: Date): Promise<Hit[]> =>
  tx.rows(sql`
    select contract_id, 'тогда' as found from (
      select user_id, stopped_at from internet_session where address = ${address}::inet and started_at <= ${moment}
      order by started_at desc limit ${EARLIER}
    ) s join service_user using (user_id)
    where stopped_at is null or stopped_at >= ${moment}
    limit ${MOST}`);

/** Payments of that sum on that day, also joint ones by their parts. */
export const paymentsOfSum = (tx: Tx, amount: Kopecks, day: Day): Promise<Hit[]> =>
  tx.rows(sql`
    select c.contract_id, min(e.text) as found
    from ledger_entry e join account using (account_id) join contract c using (contract_id)
    where e.amount_kopecks = ${amount} and e.day = ${day} and e.method is not null and e.amount_kopecks > 0
    group by c.contract_id order by c.contract_id limit ${MOST}`);

export const orderOf = (tx: Tx, orderId: number): Promise<Hit[]> =>
  tx.rows(sql`select contract_id, 'заявка ' || order_id as found from support_order where order_id = ${orderId}`);

/** What has a number on paper or at a bank: a receipt, the receipt of a payment by its number here, the bank's own number, a transfer. */
export const documentsOf = (tx: Tx, number: string, transactionId: number | null): Promise<Hit[]> =>
  tx.rows(sql`
    select c.contract_id, min(found) as found from (
      select account_id, 'чек ' || fd_number as found from fiscal_receipt where fd_number = ${number}
      union all
      select account_id, 'чек ' || given_number from fiscal_receipt where given_number = ${number}
      union all
      select account_id, 'квитанция № ' || e.transaction_id
      from ledger_entry e join ledger_transaction t using (transaction_id)
      where e.transaction_id = ${transactionId}::bigint and t.kind = 'payment'
      union all
      select account_id, 'платёж ' || external_id from payment where external_id = ${number}
      union all
      select account_id, 'платёж ' || txn_id from payment_agent_operation where txn_id = ${number}
      union all
      select account_id, 'перевод № ' || document_no from bank_transfer where document_no = ${number} and account_id is not null
    ) document join account using (account_id) join contract c using (contract_id)
    group by c.contract_id order by found, c.contract_id limit ${MOST}`);
