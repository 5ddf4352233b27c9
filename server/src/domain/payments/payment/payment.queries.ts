import type { Instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { BankFact } from '#server/integrations/acquirer/port.ts';
import { totalOf, type PartsByAccount, type NotificationOutcome, type PaymentState } from './payment.rules.ts';

export interface PaymentRow {
  readonly payment_id: string;
  readonly account_id: number;
  /** The whole sum that the bank takes. */
  readonly amount: Kopecks;
  /** The account `t`, if the payment is for both accounts. */
  readonly other_account_id: number | null;
  /** The part of the sum for that account. */
  readonly other_amount: Kopecks | null;
  readonly state: PaymentState;
  readonly acquirer: string;
  readonly qr_id: string | null;
  readonly payload: string | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly paid_at: Instant | null;
  /** The link by which somebody else pays. */
  readonly payment_link_id: string | null;
}

export interface NotificationRow {
  readonly notification_id: number;
  readonly acquirer: string;
  readonly external_id: string;
  readonly qr_id: string;
  readonly order_id: string | null;
  readonly status: BankFact['status'];
  readonly amount: Kopecks;
  readonly source: NotificationSource;
  readonly received_at: Instant;
}

/**
 * told: notified by the bank; asked: in reply to our question; registry: named in the bank's register, and then asked.
 */
export type NotificationSource = 'told' | 'asked' | 'registry';

const PAYMENT = sql`payment_id, account_id, amount_kopecks as amount, other_account_id, other_kopecks as other_amount, state,
  acquirer, qr_id, payload, created_at, expires_at, paid_at, payment_link_id`;
const NOTIFICATION = sql`notification_id, acquirer, external_id, qr_id, order_id, status, amount_kopecks as amount, source,
  received_at`;

/** As `PaymentParts` of the contract, of `payment p` and its `account a`. */
export const PARTS = sql`case when p.other_account_id is null
  then jsonb_build_array(jsonb_build_object('p', a.kind, 'amount', p.amount_kopecks))
  else jsonb_build_array(jsonb_build_object('p', 'i', 'amount', p.amount_kopecks - p.other_kopecks),
    jsonb_build_object('p', 't', 'amount', p.other_kopecks)) end`;

/** The part of a payment for an account of that kind. */
export interface PartOf {
  readonly p: 'i' | 't';
  readonly amount: Kopecks;
}

/** The accounts of a payment, each with its part. */
export function paymentPartsOf({ account_id, amount, other_account_id, other_amount }: PaymentRow): PartsByAccount {
  if (other_account_id === null || other_amount === null) return [{ accountId: account_id, amount }];
  const first = { accountId: account_id, amount: kopecks(amount - other_amount) };
  return [first, { accountId: other_account_id, amount: other_amount }];
}

export const paymentById = (tx: Tx, paymentId: string): Promise<PaymentRow | undefined> =>
  tx.maybe(sql`select ${PAYMENT} from payment where payment_id = ${paymentId}`);

/**
 * Locks the payment that a bank's message is about: by the order it repeats, or else by the QR. Settling a payment
 * takes this lock first.
 */
export const lockPaymentOf = (
  tx: Tx,
  told: { acquirer: string; qr_id: string; order_id: string | null },
): Promise<PaymentRow | undefined> =>
  tx.maybe(
    told.order_id === null
      ? sql`select ${PAYMENT} from payment where acquirer = ${told.acquirer} and qr_id = ${told.qr_id} for no key update`
      : sql`
          select ${PAYMENT} from payment where acquirer = ${told.acquirer} and payment_id = ${told.order_id}
          for no key update`,
  );

export const lockPayment = (tx: Tx, paymentId: string): Promise<PaymentRow | undefined> =>
  tx.maybe(sql`select ${PAYMENT} from payment where payment_id = ${paymentId} for no key update`);

/** Payments with a QR; charges of a subscription have none. */
export const WITH_QR = sql`origin in ('qr', 'joint')`;

/** An order that can still be paid: the same accounts with the same sums have one at a time. */
const alive = (ordered: PartsByAccount): Sql => {
  const [{ accountId }, other] = ordered;
  const own = sql`account_id = ${accountId} and amount_kopecks = ${totalOf(ordered)} and state in ('created', 'pending')`;
  return other === undefined
    ? sql`${own} and origin = 'qr'`
    : sql`${own} and origin = 'joint' and other_account_id = ${other.accountId} and other_kopecks = ${other.amount}`;
};

/** The payment of these accounts and sums that can still be paid; undefined if there is none. */
export const alivePayment = (tx: Tx, ordered: PartsByAccount): Promise<PaymentRow | undefined> =>
  tx.maybe(sql`select ${PAYMENT} from payment where ${alive(ordered)}`);

interface NewPayment {
  readonly paymentId: string;
  readonly ordered: PartsByAccount;
  readonly acquirer: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface NewLinkPayment {
  readonly paymentId: string;
  readonly linkId: string;
  readonly acquirer: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The payment by a link that can still be paid, or a new one of its account and sum; an old one is over first. */
export async function paymentByLink(tx: Tx, made: NewLinkPayment): Promise<PaymentRow> {
  const alive = sql`payment_link_id = ${made.linkId} and state in ('created', 'pending')`;
  await tx.run(sql`update payment set state = 'expired' where ${alive} and expires_at <= ${made.createdAt}`);
  for (;;) {
    await tx.run(sql`
      insert into payment (payment_id, account_id, amount_kopecks, origin, payment_link_id, state, acquirer, created_at, expires_at)
      select ${made.paymentId}, account_id, amount_kopecks, 'link', payment_link_id, 'created', ${made.acquirer}, ${made.createdAt},
        ${made.expiresAt}
      from payment_link where payment_link_id = ${made.linkId}
      on conflict do nothing`);
    const payment = await tx.maybe<PaymentRow>(sql`select ${PAYMENT} from payment where ${alive}`);
    // Undefined if the existing payment was paid or refused just now: then a new one is possible.
    if (payment) return payment;
  }
}

/** Returns false if the same accounts and sums have a payment that can still be paid. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<boolean> {
  const [{ accountId }, other] = payment.ordered;
  const inserted = await tx.run(sql`
    insert into payment (payment_id, account_id, amount_kopecks, other_account_id, other_kopecks, origin, state, acquirer,
      created_at, expires_at)
    values (${payment.paymentId}, ${accountId}, ${totalOf(payment.ordered)}, ${other?.accountId ?? null},
      ${other?.amount ?? null}, ${other ? 'joint' : 'qr'}, 'created', ${payment.acquirer}, ${payment.createdAt},
      ${payment.expiresAt})
    on conflict do nothing`);
  return inserted === 1;
}

/**
 * How many codes of the account can still be paid. Locks the account, so that concurrent requests count one after
 * another.
 */
export async function countAlive(tx: Tx, accountId: number, now: Date): Promise<number> {
  await tx.run(sql`select 1 from account where account_id = ${accountId} for no key update`);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from payment
    where account_id = ${accountId} and state in ('created', 'pending') and expires_at > ${now} and ${WITH_QR}`);
  return count;
}

/** Expires the payments of the accounts and sums whose QR has ended. */
export async function expireOld(tx: Tx, ordered: PartsByAccount, now: Date): Promise<void> {
  await tx.run(sql`update payment set state = 'expired' where ${alive(ordered)} and expires_at <= ${now}`);
}

export async function expirePayment(tx: Tx, paymentId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update payment set state = 'expired'
    where payment_id = ${paymentId} and state in ('created', 'pending') and expires_at <= ${now}`);
}

/** Stores the bank's reply; an existing QR is kept. */
export async function attachQr(tx: Tx, paymentId: string, qrId: string, payload: string): Promise<void> {
  await tx.run(sql`
    update payment
    set qr_id = ${qrId}, payload = ${payload}, state = case state when 'created' then 'pending' else state end
    where payment_id = ${paymentId} and qr_id is null`);
}

/** `externalId` is the bank's id of the operation that paid it. */
export async function setPaid(
  tx: Tx,
  paymentId: string,
  paid: { transactionId: number; externalId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update payment
    set state = 'paid', paid_at = ${paid.now}, transaction_id = ${paid.transactionId}, external_id = ${paid.externalId}
    where payment_id = ${paymentId}`);
}

export async function setUnpaid(tx: Tx, paymentId: string, state: 'rejected' | 'expired'): Promise<void> {
  await tx.run(sql`update payment set state = ${state} where payment_id = ${paymentId}`);
}

/** Returns the id of the notification; undefined if it was stored before. */
export async function insertNotification(
  tx: Tx,
  told: { acquirer: string; fact: BankFact; body: string; source: NotificationSource; now: Date },
): Promise<number | undefined> {
  const { acquirer, fact, body, source, now } = told;
  const row = await tx.maybe<{ notification_id: number }>(sql`
    insert into payment_notification
      (acquirer, external_id, qr_id, order_id, status, amount_kopecks, received_at, body, source)
    values (${acquirer}, ${fact.externalId}, ${fact.qrId}, ${fact.orderId ?? null}, ${fact.status}, ${fact.amount}, ${now},
      ${body}, ${source})
    on conflict (acquirer, external_id, status) do nothing
    returning notification_id`);
  return row?.notification_id;
}

export const notificationById = (tx: Tx, notificationId: number): Promise<NotificationRow | undefined> =>
  tx.maybe(sql`select ${NOTIFICATION} from payment_notification where notification_id = ${notificationId}`);

/** Locks the notification; true if it has not been applied yet. */
export async function lockIfDue(tx: Tx, notificationId: number): Promise<boolean> {
  const found = await tx.run(sql`
    select 1 from payment_notification where notification_id = ${notificationId} and outcome = 'due' for update`);
  return found === 1;
}

export async function conclude(tx: Tx, notificationId: number, outcome: NotificationOutcome, now: Date): Promise<void> {
  await tx.run(sql`
    update payment_notification set outcome = ${outcome}, applied_at = ${now}
    where notification_id = ${notificationId}`);
}

export interface WaitingNotification extends NotificationRow {
  /** Whose QR it was; null: of nobody here. */
  readonly contract_id: number | null;
  readonly account_no: string | null;
}

/** Money that came without a place for it, until somebody says what became of it; of what nobody has paid none came. */
export const UNSETTLED = sql`outcome in ('surplus', 'mismatch') and status = 'paid' and settled_at is null`;

/** Notifications that wait for the operator, oldest first. */
export const notificationsWith = (tx: Tx, outcome: 'surplus' | 'mismatch'): Promise<WaitingNotification[]> =>
  tx.rows(sql`
    select n.*, a.contract_id, a.account_no
    from (select ${NOTIFICATION} from payment_notification where outcome = ${outcome} and ${UNSETTLED}) n
    left join payment p on p.acquirer = n.acquirer and p.qr_id = n.qr_id
    left join account a on a.account_id = p.account_id
    order by n.received_at, n.notification_id`);

/** Locks a notification that waits for the operator. */
export const lockUnsettled = (tx: Tx, notificationId: number): Promise<NotificationRow | undefined> =>
  tx.maybe(sql`
    select ${NOTIFICATION} from payment_notification where notification_id = ${notificationId} and ${UNSETTLED} for update`);

interface SettledBy {
  readonly by: string;
  /** null: it was returned to the payer. */
  readonly transactionId: number | null;
  readonly now: Date;
}

export async function setSettled(tx: Tx, notificationId: number, { by, transactionId, now }: SettledBy): Promise<void> {
  await tx.run(sql`
    update payment_notification set settled_at = ${now}, settled_by = ${by}, settled_transaction_id = ${transactionId},
      settled_how = case when ${transactionId}::bigint is null then 'returned' else 'credited' end
    where notification_id = ${notificationId}`);
}
