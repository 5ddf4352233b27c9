import type { FastifyInstance } from 'fastify';
import { watchReceiptAt } from '#server/domain/payments/fiscal/receipt.ts';
import { receiptBy } from '#server/domain/payments/fiscal/receipt.queries.ts';
import type { Portal } from '#server/kernel/world.ts';
import { OUR_ID } from '../sandbox/bank.ts';
import { recordedReceiptPage, unknownReceiptPage } from '../sandbox/receipt-page.ts';
import { openScope } from '../api/scope.ts';

const LARGEST_CALL = 64 * 1024;

interface OfReceipt {
  Params: { receipt_id: string };
}

/**
 * Receives the cash register's calls about ready receipts. They are not signed, so a call is only a hint: we ask the
 * register ourselves.
 */
export function registerReceiptGateway(app: FastifyInstance, { world }: Portal): void {
  const { db, clock, outside, provider } = world;
  openScope(app, 'receipt-gateway', (gateway) => {
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_CALL }, (_, body, parsed) =>
      parsed(null, body),
    );
    gateway.post<{ Body: string | undefined }>('/gateway/receipt', async (request, reply) => {
      const { cashRegister } = outside;
      const registerId = cashRegister?.readCallback(request.body ?? '');
      if (cashRegister && registerId !== undefined) {
        await db.write(async (tx) => {
          const receipt = await receiptBy(tx, cashRegister.name, registerId);
          if (receipt?.state === 'sent') await watchReceiptAt(tx, receipt.transaction_id, clock.now());
        });
      }
      return reply.header('cache-control', 'no-store').type('text/plain').send('OK');
    });
  });
  const { recordedReceipts } = outside;
  if (!recordedReceipts) return;
  app.get<OfReceipt>(`/sandbox/receipt/:receipt_id(${OUR_ID})`, async (request, reply) => {
    const receipt = await recordedReceipts.recorded(request.params.receipt_id);
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return receipt
      ? reply.send(recordedReceiptPage(receipt, provider.legal?.name ?? provider.name))
      : reply.status(404).send(unknownReceiptPage());
  });
}
