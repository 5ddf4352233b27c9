import type { Day, Instant, Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type DueState = 'planned' | 'charging' | 'paid' | 'failed' | 'not_needed' | 'beyond' | 'cancelled';

export interface DueRow {
  readonly due_id: number;
  readonly autopayment_id: string;
  readonly period: Period;
  readonly due_day: Day;
  readonly amount: Kopecks;
  readonly state: DueState;
  readonly charge_at: Instant;
  /** Attempts made so far. */
  readonly tries: number;
}

const DUE = sql`d.autopayment_due_id as due_id, d.autopayment_id, d.period, d.due_day, d.amount_kopecks as amount, d.state,
  d.charge_at, (select count(*) from autopayment_attempt t where t.autopayment_due_id = d.autopayment_due_id) as tries`;

/** The due that waits for its moment or for the bank; at most one. */
export const openDue = (tx: Tx, autopaymentId: string): Promise<DueRow | undefined> =>
  tx.maybe(sql`
    select ${DUE} from autopayment_due d
    where d.autopayment_id = ${autopaymentId} and d.state in ('planned', 'charging')`);

export const dueById = (tx: Tx, dueId: number): Promise<DueRow | undefined> =>
  tx.maybe(sql`select ${DUE} from autopayment_due d where d.autopayment_due_id = ${dueId}`);

/** The last due of the month. */
export const lastDueOf = (tx: Tx, autopaymentId: string, period: Period): Promise<DueRow | undefined> =>
  tx.maybe(sql`
    select ${DUE} from autopayment_due d where d.autopayment_id = ${autopaymentId} and d.period = ${period}
    order by d.number desc limit 1`);

/** Whether the client knows that the debt of the account, which has lasted since then, is beyond the ceiling. */
export const isDebtTold = async (tx: Tx, autopaymentId: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 from autopayment_due d join autopayment p using (autopayment_id) join account a using (account_id)
    where d.autopayment_id = ${autopaymentId} and d.state = 'beyond' and d.noticed_at >= coalesce(a.debt_since, a.owes_since)
    limit 1`)) !== undefined;

interface NewDue {
  readonly autopaymentId: string;
  readonly period: Period;
  readonly dueDay: Day;
  readonly amount: Kopecks;
  readonly state: 'planned' | 'beyond';
  readonly noticedAt: Date;
  readonly chargeAt: Date;
}

/** Inserts the next due of the month; undefined if another process has just inserted it. */
export const insertDue = (tx: Tx, due: NewDue): Promise<{ due_id: number } | undefined> =>
  tx.maybe(sql`
    insert into autopayment_due
      (autopayment_id, period, number, due_day, amount_kopecks, state, noticed_at, charge_at)
    select ${due.autopaymentId}, ${due.period}, coalesce(max(number), 0) + 1, ${due.dueDay}, ${due.amount}, ${due.state},
      ${due.noticedAt}, ${due.chargeAt}
    from autopayment_due where autopayment_id = ${due.autopaymentId} and period = ${due.period}
    on conflict do nothing
    returning autopayment_due_id as due_id`);

export async function setDueState(tx: Tx, dueId: number, state: DueState): Promise<void> {
  await tx.run(sql`update autopayment_due set state = ${state} where autopayment_due_id = ${dueId}`);
}

/** Schedules the next attempt of the due. */
export async function planAgain(tx: Tx, dueId: number, chargeAt: Date): Promise<void> {
  await tx.run(sql`
    update autopayment_due set state = 'planned', charge_at = ${chargeAt}
    where autopayment_due_id = ${dueId} and state = 'charging'`);
}

/** The sum that the account's autopayments have charged or requested in the month; refused attempts do not count. */
export async function spentIn(tx: Tx, accountId: number, period: Period): Promise<Kopecks> {
  const { spent } = await tx.one<{ spent: Kopecks }>(sql`
    select coalesce(sum(m.amount_kopecks), 0)::bigint as spent
    from autopayment_attempt t join payment m using (payment_id)
    where m.account_id = ${accountId} and t.period = ${period} and (t.outcome is null or t.outcome = 'paid')`);
  return spent;
}

export interface AttemptRow {
  readonly payment_id: string;
  readonly due_id: number;
  readonly autopayment_id: string;
  readonly account_id: number;
  readonly number: number;
  readonly amount: Kopecks;
  readonly outcome: 'paid' | 'refused' | 'not_sent' | null;
  readonly reason: string | null;
  readonly made_at: Instant;
  readonly charge_id: string | null;
  readonly expires_at: Instant;
}

const ATTEMPT = sql`t.payment_id, t.autopayment_due_id as due_id, d.autopayment_id, m.account_id, t.number,
  m.amount_kopecks as amount, t.outcome, t.reason, t.made_at, m.qr_id as charge_id, m.expires_at`;
const ATTEMPT_FROM = sql`from autopayment_attempt t join autopayment_due d using (autopayment_due_id) join payment m using (payment_id)`;

export const attemptOf = (tx: Tx, paymentId: string): Promise<AttemptRow | undefined> =>
  tx.maybe(sql`select ${ATTEMPT} ${ATTEMPT_FROM} where t.payment_id = ${paymentId}`);

/** Attempts of the account, newest first. */
export const attemptsOf = (tx: Tx, accountId: number, most: number): Promise<AttemptRow[]> =>
  tx.rows(sql`
    select ${ATTEMPT} ${ATTEMPT_FROM} where m.account_id = ${accountId} and m.origin = 'subscription'
    order by t.made_at desc, t.number desc limit ${most}`);

interface NewAttempt {
  readonly paymentId: string;
  readonly dueId: number;
  readonly accountId: number;
  readonly acquirer: string;
  readonly number: number;
  readonly amount: Kopecks;
  readonly period: Period;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Inserts an attempt and its payment. A second attempt with the same number fails, so nothing is charged twice. */
export async function insertAttempt(tx: Tx, one: NewAttempt): Promise<void> {
  await tx.run(sql`
    insert into payment (payment_id, account_id, amount_kopecks, state, acquirer, created_at, expires_at, origin)
    values (${one.paymentId}, ${one.accountId}, ${one.amount}, 'created', ${one.acquirer}, ${one.now}, ${one.expiresAt},
      'subscription')`);
  await tx.run(sql`
    insert into autopayment_attempt (payment_id, autopayment_due_id, number, period, made_at)
    values (${one.paymentId}, ${one.dueId}, ${one.number}, ${one.period}, ${one.now})`);
  await setDueState(tx, one.dueId, 'charging');
}

/** Locks an attempt: sending it to the bank and ending it run one after another. */
export async function lockAttempt(tx: Tx, paymentId: string): Promise<void> {
  await tx.run(sql`select 1 from autopayment_attempt where payment_id = ${paymentId} for update`);
}

/** Stores the bank's id of the charge before any money is taken; false if the attempt has ended meanwhile. */
export async function attachCharge(tx: Tx, paymentId: string, chargeId: string): Promise<boolean> {
  await lockAttempt(tx, paymentId);
  const attached = await tx.run(sql`
    update payment set qr_id = ${chargeId}, state = case state when 'created' then 'pending' else state end
    where payment_id = ${paymentId}
      and exists (select from autopayment_attempt t where t.payment_id = ${paymentId} and t.outcome is null)`);
  return attached === 1;
}

/** Stores the outcome of an attempt; a paid one stays paid whatever comes later. True if the outcome is new. */
export async function concludeAttempt(
  tx: Tx,
  paymentId: string,
  { outcome, reason, now }: { outcome: 'paid' | 'refused' | 'not_sent'; reason: string | null; now: Date },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update autopayment_attempt set outcome = ${outcome}, reason = ${reason}, concluded_at = ${now}
    where payment_id = ${paymentId} and (outcome is null or (${outcome} = 'paid' and outcome <> 'paid'))`);
  return changed === 1;
}

/** Cancels the payment of an attempt that never reached the bank. */
export async function giveUpPayment(tx: Tx, paymentId: string): Promise<void> {
  await tx.run(sql`
    update payment set state = 'expired' where payment_id = ${paymentId} and state in ('created', 'pending')`);
}

/** Attempts without a result from the bank, made before the given moment. */
export const openAttemptsBefore = (tx: Tx, before: Date): Promise<{ payment_id: string }[]> =>
  tx.rows(sql`select payment_id from autopayment_attempt where outcome is null and made_at < ${before}`);
