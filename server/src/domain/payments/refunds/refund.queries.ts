import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { PartOf } from '../payment/payment.queries.ts';
import type { AccountPart } from '../payment/payment.rules.ts';
import type { ReturnablePart } from './refund.rules.ts';

export interface RefundRow {
  readonly refund_id: string;
  readonly payment_id: string;
  readonly account_id: number;
  readonly acquirer: string;
  readonly qr_id: string | null;
  readonly amount: Kopecks;
  readonly state: 'due' | 'requested' | 'done' | 'declined';
  readonly transaction_id: number;
  readonly created_at: Instant;
}

const REFUND = sql`r.refund_id, r.payment_id, p.account_id, p.acquirer, p.qr_id, r.amount_kopecks as amount, r.state,
  r.transaction_id, r.created_at`;

export interface RefundTurnRow {
  /** Until then another process has the turn to ask the bank. */
  readonly asked_until: Instant | null;
  /** Whether anybody has had it before. */
  readonly was_asked: boolean;
}

/** Locks a refund that the bank is processing; returns who has the turn to ask about it. */
export const lockOpenRefund = (tx: Tx, refundId: string): Promise<(RefundRow & RefundTurnRow) | undefined> =>
  tx.maybe(sql`
    select ${REFUND}, r.asked_until, r.was_asked from refund r join payment p using (payment_id)
    where r.refund_id = ${refundId} and r.state in ('due', 'requested') for no key update of r`);

export async function setAsking(tx: Tx, refundId: string, until: Date): Promise<void> {
  await tx.run(sql`update refund set asked_until = ${until} where refund_id = ${refundId}`);
}

/** Only the process that still has the turn gives it back. */
export async function endAsking(tx: Tx, refundId: string, until: Date): Promise<void> {
  await tx.run(sql`
    update refund set asked_until = null where refund_id = ${refundId} and asked_until = ${until}`);
}

/** Locks the payment, then the refund, in the same order as everywhere. */
export const lockRefund = (tx: Tx, refundId: string): Promise<RefundRow | undefined> =>
  tx.maybe(sql`
    with paid as materialized (
      select payment_id, account_id, acquirer, qr_id from payment
      where payment_id = (select payment_id from refund where refund_id = ${refundId}) for no key update
    )
    select ${REFUND} from refund r join paid p using (payment_id) where r.refund_id = ${refundId} for update of r`);

/** Refunds that the bank has not carried out, or never will, newest first. */
export const openRefunds = (tx: Tx): Promise<(RefundRow & { readonly parts: PartOf[] })[]> =>
  tx.rows(sql`
    select ${REFUND}, (
        select jsonb_agg(jsonb_build_object('p', a.kind, 'amount', -e.amount_kopecks) order by a.kind)
        from ledger_entry e join account a using (account_id)
        where e.transaction_id = r.transaction_id and a.contract_id is not null) as parts
    from refund r join payment p using (payment_id)
    where r.state <> 'done' order by r.created_at desc, r.refund_id limit 200`);

interface RefundsSoFar {
  /** How many were ever requested, whatever their result. */
  readonly count: number;
  readonly is_one_open: boolean;
}

export const refundsOf = (tx: Tx, paymentId: string): Promise<RefundsSoFar> =>
  tx.one(sql`
    select count(*) as count, coalesce(bool_or(state in ('due', 'requested')), false) as is_one_open
    from refund where payment_id = ${paymentId}`);

/** What each account of the payment has received, minus the refunds that were not declined; `i` first. */
export const returnable = (tx: Tx, paymentId: string): Promise<ReturnablePart[]> =>
  tx.rows(sql`
    select a.account_id as "accountId", a.kind, (came.amount_kopecks + coalesce((
        select sum(e.amount_kopecks) from refund r join ledger_entry e on e.transaction_id = r.transaction_id
        where r.payment_id = p.payment_id and r.state <> 'declined' and e.account_id = a.account_id), 0))::bigint as left
    from payment p join ledger_entry came on came.transaction_id = p.transaction_id
    join account a on a.account_id = came.account_id
    where p.payment_id = ${paymentId} and a.contract_id is not null
    order by a.kind`);

/** What a refund took from each account; `i` first. */
export const takenBy = (tx: Tx, { transaction_id }: RefundRow): Promise<AccountPart[]> =>
  tx.rows(sql`
    select e.account_id as "accountId", -e.amount_kopecks as amount
    from ledger_entry e join account a using (account_id)
    where e.transaction_id = ${transaction_id} and a.contract_id is not null order by a.kind`);

interface NewRefund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly amount: Kopecks;
  readonly transactionId: number;
  /** Who does it without a second person; null: somebody has agreed, or it is the server. */
  readonly aloneBy: string | null;
  readonly now: Date;
}

/** Keeps two refunds by one person from passing each other by: neither would count the other. */
export const takeTurnToRefund = (tx: Tx, owner: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('refund alone ' || ${owner}, 0))`);

interface RefundedUpTo {
  /** Of the same payment, by whomever. */
  readonly of_payment: Kopecks;
  /** By this person alone since a moment, of whatever payments. */
  readonly alone: Kopecks;
}

/** A sum in parts is one sum: what was refunded up to now. Declined refunds have come back. */
export const refundedUpTo = (
  tx: Tx,
  { paymentId, owner, since }: { readonly paymentId: string; readonly owner: string; readonly since: Date },
): Promise<RefundedUpTo> =>
  tx.one(sql`
    select (
        select coalesce(sum(amount_kopecks), 0)::bigint from refund where payment_id = ${paymentId} and state <> 'declined'
      ) as of_payment, (
        select coalesce(sum(amount_kopecks), 0)::bigint from refund
        where alone_by = ${owner} and created_at > ${since} and state <> 'declined'
      ) as alone`);

export interface RefundableNow {
  readonly left: Kopecks;
  readonly accounts: { readonly p: 'i' | 't'; readonly balance: Kopecks }[];
}

/** What can still be refunded of a payment, and what its accounts have now. */
export const refundableOf = (tx: Tx, paymentId: string): Promise<RefundableNow> =>
  tx.one(sql`
    select (p.amount_kopecks - coalesce((
        select sum(amount_kopecks) from refund where payment_id = p.payment_id and state <> 'declined'), 0))::bigint as left, (
        select coalesce(jsonb_agg(jsonb_build_object('p', kind, 'balance', balance_kopecks) order by kind), '[]') from account
        where account_id in (p.account_id, p.other_account_id)) as accounts
    from payment p where p.payment_id = ${paymentId}`);

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx.run(sql`
    insert into refund (refund_id, payment_id, amount_kopecks, transaction_id, alone_by, created_at)
    values (${refund.refundId}, ${refund.paymentId}, ${refund.amount}, ${refund.transactionId}, ${refund.aloneBy}, ${refund.now})`);
}

export async function setRequested(tx: Tx, refundId: string): Promise<void> {
  await tx.run(sql`update refund set state = 'requested' where refund_id = ${refundId}`);
}

export async function setDeclined(tx: Tx, refundId: string, correctionId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update refund set state = 'declined', correction_transaction_id = ${correctionId}, settled_at = ${now}
    where refund_id = ${refundId}`);
}

/** The payment is `refunded` when all of it has been returned. */
export async function setDone(tx: Tx, { refund_id, payment_id }: RefundRow, now: Date): Promise<void> {
  await tx.run(sql`update refund set state = 'done', settled_at = ${now} where refund_id = ${refund_id}`);
  await tx.run(sql`
    update payment set state = 'refunded'
    where payment_id = ${payment_id} and state = 'paid' and amount_kopecks =
      (select sum(amount_kopecks) from refund where payment_id = ${payment_id} and state = 'done')`);
}

/** The ledger transaction of the payment. */
export const transactionOf = (tx: Tx, paymentId: string): Promise<{ transaction_id: number }> =>
  tx.one(sql`select transaction_id from payment where payment_id = ${paymentId}`);
