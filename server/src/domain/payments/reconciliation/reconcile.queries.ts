import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { PaymentRow } from '../payment/payment.queries.ts';

/** What an id of our payments looks like; a bank's number is a subject, too. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** All lines of a register about one order. */
export interface RegisteredOrder {
  readonly order_id: string | null;
  readonly qr_id: string | null;
  readonly amount: Kopecks;
}

/** The payment that a line of a register means: by our order if it names one, else by the bank's QR. */
export const registeredPayment = (
  tx: Tx,
  acquirer: string,
  { order_id, qr_id }: RegisteredOrder,
): Promise<Pick<PaymentRow, 'payment_id' | 'amount' | 'state' | 'qr_id'> | undefined> =>
  tx.maybe(sql`
    select payment_id, amount_kopecks as amount, state, qr_id from payment
    where acquirer = ${acquirer}
      and case when ${order_id}::uuid is null then qr_id = ${qr_id} else payment_id = ${order_id} end`);

export async function setReconciled(tx: Tx, paymentId: string, day: Day): Promise<void> {
  await tx.run(sql`
    update payment set reconciled_on = ${day} where payment_id = ${paymentId} and reconciled_on is distinct from ${day}`);
}

export interface ReconciliationFinding {
  readonly acquirer: string;
  readonly day: Day;
  readonly kind: 'ours_only' | 'theirs_only' | 'sum_differs';
  /** The payment's id, or the bank's number if it is not our payment. */
  readonly subject: string;
  readonly amount: Kopecks;
}

/** Records a finding for a person; a repeated one is recorded once. */
export async function noteFinding(
  tx: Tx,
  { acquirer, day, kind, subject, amount }: ReconciliationFinding,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into reconciliation_finding (acquirer, day, kind, subject, amount_kopecks, found_at)
    values (${acquirer}, ${day}, ${kind}, ${subject}, ${amount}, ${now})
    on conflict (acquirer, kind, subject) do nothing`);
}

/** Records payments credited in that time that no register names. */
export async function noteOursOnly(
  tx: Tx,
  { acquirer, day, from, until, now }: { acquirer: string; day: Day; from: Date; until: Date; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into reconciliation_finding (acquirer, day, kind, subject, amount_kopecks, found_at)
    select acquirer, ${day}, 'ours_only', payment_id::text, amount_kopecks, ${now}
    from payment
    where acquirer = ${acquirer} and state in ('paid', 'refunded') and reconciled_on is null
      and paid_at >= ${from} and paid_at < ${until}
    on conflict (acquirer, kind, subject) do nothing`);
}

/** Resolves findings about payments that have since been credited or found in another day's register. */
export async function resolveFindings(tx: Tx, acquirer: string, now: Date): Promise<void> {
  await tx.run(sql`
    update reconciliation_finding f set resolved_at = ${now}
    from payment p
    where f.acquirer = ${acquirer} and f.resolved_at is null and f.kind in ('ours_only', 'theirs_only')
      and p.acquirer = f.acquirer and p.reconciled_on is not null
      and p.payment_id = case when f.subject ~ ${UUID} then f.subject::uuid end`);
}

/** Findings that still wait for a person, oldest first. */
export const OPEN_FINDING = sql`resolved_at is null`;

export const openFindings = (tx: Tx): Promise<(ReconciliationFinding & { finding_id: number })[]> =>
  tx.rows(sql`
    select finding_id, acquirer, day, kind, subject, amount_kopecks as amount
    from reconciliation_finding where ${OPEN_FINDING} order by found_at, finding_id`);

/** Marks a finding as handled by a person; false if there is no such finding. */
export async function dismissFinding(tx: Tx, findingId: number, now: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update reconciliation_finding set resolved_at = ${now} where finding_id = ${findingId} and resolved_at is null`);
  return changed === 1;
}
