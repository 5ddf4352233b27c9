import { randomUUID } from 'node:crypto';
import { notificationOf } from '#server/integrations/acquirer/sandbox-bank.ts';
import { SIGNATURE_HEADER, signatureOf } from '#server/integrations/acquirer/sandbox-signature.ts';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { SANDBOX_SECRET, type TestPortal } from './portal.ts';

export interface BankNotice {
  readonly qrId: string;
  readonly amount: number;
  readonly status?: 'success' | 'declined' | 'expired';
  readonly operationId?: string;
  readonly secret?: string;
}

/** A notification in the bank's format. */
export function notification({ qrId, amount, status = 'success', operationId, secret = SANDBOX_SECRET }: BankNotice) {
  const body = notificationOf({
    operation_id: operationId ?? randomUUID(),
    qr_id: qrId,
    status,
    amount_kopecks: amount as Kopecks,
    happened_at: '2026-11-20T10:05:00.000Z',
  });
  return { body, headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) } };
}

export async function tell(portal: TestPortal, told: BankNotice): Promise<number> {
  const { body, headers } = notification(told);
  const reply = await portal.inject({ method: 'POST', url: '/gateway/sandbox', headers, payload: body });
  return reply.statusCode;
}
