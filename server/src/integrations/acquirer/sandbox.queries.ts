import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { BankQr, QrOrder, RefundOrder, RefundState } from './port.ts';

export type OperationStatus = 'success' | 'declined' | 'expired';

export interface SandboxOperationRow {
  readonly operation_id: string;
  readonly qr_id: string;
  readonly status: OperationStatus;
  readonly amount_kopecks: Kopecks;
  readonly happened_at: string;
}

/** Registers a QR; a repeat changes nothing. */
export async function registerQr(tx: Tx, qrId: string, order: QrOrder): Promise<void> {
  await tx.run(sql`
    insert into sandbox_bank.qr (qr_id, amount_kopecks, purpose, created_at, expires_at)
    values (${qrId}, ${order.amount}, ${order.purpose}, ${order.createdAt}, ${order.expiresAt})
    on conflict (qr_id) do nothing`);
}

export function qrAt(tx: Tx, qrId: string, now: Date): Promise<BankQr | undefined> {
  return tx.maybe(sql`
    select qr_id, amount_kopecks, purpose, expires_at,
      case when state = 'new' and expires_at <= ${now} then 'expired' else state end as state,
      (select count(*) from sandbox_bank.operation o where o.qr_id = qr.qr_id and o.status = 'success') as times_paid
    from sandbox_bank.qr where qr_id = ${qrId}`);
}

/** Locks a QR: actions on it run one after another. */
export async function lockQr(tx: Tx, qrId: string): Promise<void> {
  await tx.run(sql`select 1 from sandbox_bank.qr where qr_id = ${qrId} for update`);
}

export async function setQrState(tx: Tx, qrId: string, state: BankQr['state']): Promise<void> {
  await tx.run(sql`update sandbox_bank.qr set state = ${state} where qr_id = ${qrId}`);
}

export async function addOperation(
  tx: Tx,
  operation: { operationId: string; qrId: string; status: OperationStatus; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into sandbox_bank.operation (operation_id, qr_id, status, happened_at)
    values (${operation.operationId}, ${operation.qrId}, ${operation.status}, ${operation.now})`);
}

export function operationsOf(tx: Tx, qrId: string): Promise<SandboxOperationRow[]> {
  return tx.rows(sql`
    select operation_id, qr_id, status, amount_kopecks, happened_at
    from sandbox_bank.operation join sandbox_bank.qr using (qr_id)
    where qr_id = ${qrId} order by happened_at, operation_id`);
}

export function operation(tx: Tx, operationId: string): Promise<SandboxOperationRow> {
  return tx.one(sql`
    select operation_id, qr_id, status, amount_kopecks, happened_at
    from sandbox_bank.operation join sandbox_bank.qr using (qr_id)
    where operation_id = ${operationId}`);
}

/** Returns false if the QR has been paid, refused or has expired. */
export async function cancelQr(tx: Tx, qrId: string): Promise<boolean> {
  return (
    (await tx.run(sql`update sandbox_bank.qr set state = 'expired' where qr_id = ${qrId} and state = 'new'`)) === 1
  );
}

/** Refunds at once; declines more than was paid by the QR. A repeat changes nothing. */
export async function insertSandboxRefund(tx: Tx, { refundId, qrId, amount }: RefundOrder): Promise<void> {
  await lockQr(tx, qrId);
  await tx.run(sql`
    insert into sandbox_bank.refund (refund_id, qr_id, amount_kopecks, state, created_at)
    select ${refundId}, ${qrId}, ${amount},
      case when ${amount} + (select coalesce(sum(r.amount_kopecks), 0) from sandbox_bank.refund r
                             where r.qr_id = ${qrId} and r.state <> 'declined')
        <= (select qr.amount_kopecks * count(*) from sandbox_bank.operation o
            where o.qr_id = ${qrId} and o.status = 'success')
        then 'done' else 'declined' end, now()
    from sandbox_bank.qr where qr_id = ${qrId}
    on conflict (refund_id) do nothing`);
}

export async function refundStateOf(tx: Tx, refundId: string): Promise<RefundState | undefined> {
  const row = await tx.maybe<{ state: RefundState }>(sql`
    select state from sandbox_bank.refund where refund_id = ${refundId}`);
  return row?.state;
}

export const paidBetween = (tx: Tx, from: Date, until: Date): Promise<{ qr_id: string; amount_kopecks: Kopecks }[]> =>
  tx.rows(sql`
    select qr_id, amount_kopecks from sandbox_bank.operation join sandbox_bank.qr using (qr_id)
    where status = 'success' and happened_at >= ${from} and happened_at < ${until}
    order by happened_at, operation_id`);
