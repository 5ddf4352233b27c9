import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { SIDES } from '#server/domain/money/ledger/sides.ts';
import { PARTS, WITH_QR, type PartOf } from '#server/domain/payments/payment/payment.queries.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { MOST_ALIVE, type PaymentState } from '#server/domain/payments/payment/payment.rules.ts';
import type { PastCharge } from '#server/domain/payments/payment/expected-price.rules.ts';

/** The most charges that explain a debt. */
const MOST_CHARGES = 200;

/** For both accounts, all codes that can be payable at once, and as many refused ones. */
const MOST_AWAITED = 4 * MOST_ALIVE;

/** The account's latest charges minus their returns, newest first. */
export const pastCharges = (tx: Tx, accountId: number): Promise<PastCharge[]> =>
  tx.rows(sql`
    select * from (
      select day, text, (-amount_kopecks - coalesce((
        select sum(r.amount_kopecks)
        from ledger_transaction c join ledger_entry r on r.transaction_id = c.transaction_id
        where c.corrects_transaction_id = e.transaction_id and r.account_id = e.account_id), 0))::bigint as amount
      from ledger_entry e
      where account_id = ${accountId} and ${SIDES.out} and not is_return
      order by day desc, entry_id desc limit ${MOST_CHARGES}
    ) charge
    where amount > 0`);

/** The accounts of the contract. */
export const payableAccountsOf = (tx: Tx, contractId: number): Promise<{ account_id: number; kind: 'i' | 't' }[]> =>
  tx.rows(sql`select account_id, kind from account where contract_id = ${contractId}`);

interface AwaitedRow {
  readonly payment_id: string;
  readonly p: 'i' | 't';
  readonly amount: Kopecks;
  readonly parts: PartOf[];
  readonly state: PaymentState;
}

/** The contract's QR payments made since a moment, newest first. */
export const paymentsSince = (tx: Tx, contractId: number, since: Date): Promise<AwaitedRow[]> =>
  tx.rows(sql`
    select p.payment_id, a.kind as p, p.amount_kopecks as amount, ${PARTS} as parts, p.state
    from account a join payment p using (account_id)
    where a.contract_id = ${contractId} and p.created_at > ${since} and ${WITH_QR}
    order by p.created_at desc, p.payment_id limit ${MOST_AWAITED}`);

interface StatusRow {
  readonly payment_id: string;
  readonly p: 'i' | 't';
  readonly amount: Kopecks;
  readonly parts: PartOf[];
  readonly state: PaymentState;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly received_at: Instant | null;
  readonly paid_at: Instant | null;
}

/** A payment of that contract; refused if it belongs to another. */
export async function ownPayment(tx: Tx, contractId: number, paymentId: AskedId<'payment'>): Promise<StatusRow> {
  const payment = await tx.maybe<StatusRow>(sql`
    select p.payment_id, a.kind as p, p.amount_kopecks as amount, ${PARTS} as parts, p.state, p.created_at, p.expires_at, p.paid_at,
      (select n.received_at from payment_notification n
       where n.acquirer = p.acquirer and n.status = 'paid'
         and (n.outcome = 'credited' and n.external_id = p.external_id or n.outcome = 'due' and n.qr_id = p.qr_id)
       order by n.received_at limit 1) as received_at
    from payment p join account a using (account_id)
    where p.payment_id = ${paymentId} and a.contract_id = ${contractId}`);
  if (!payment) throw new Problem('not_found');
  return payment;
}

interface RestoredRow {
  readonly name: string;
  readonly applied_at: Instant | null;
}

/**
 * Services and numbers that the payment has restored: they have worked since the moment of its credit, which is the same
 * transaction.
 */
export async function restoredBy(tx: Tx, contractId: number, paymentId: AskedId<'payment'>): Promise<RestoredRow[]> {
  const restored = await tx.rows<RestoredRow & { is_number: boolean }>(sql`
    select u.name, case when s.applied_version = s.version then s.applied_at end as applied_at, false as is_number
    from payment p
    join service_user u on u.account_id in (p.account_id, p.other_account_id) and u.state_since = p.paid_at and u.state = 'active'
    left join service_state s on s.user_id = u.user_id
    where p.payment_id = ${paymentId} and u.contract_id = ${contractId}
    union all
    select n.phone_number, case when s.applied_version = s.version then s.applied_at end, true
    from payment p
    join phone_number n on n.account_id in (p.account_id, p.other_account_id) and n.state_since = p.paid_at and n.state = 'active'
    left join service_state s on s.phone_number = n.phone_number
    where p.payment_id = ${paymentId} and n.contract_id = ${contractId}
    order by is_number, name`);
  return restored.map(({ name, applied_at, is_number }) => ({ name: is_number ? phoneText(name) : name, applied_at }));
}
