import { createHmac } from 'node:crypto';
import { moscowTime } from '#server/kernel/moscow.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { bankClient, parsedReply } from '../bank-client.ts';
import { parseBankJson, roublesNumber } from '../bank-json.ts';
import type { Acquirer, RawNotification } from '../port.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import type { AdapterOptions } from '../settings.ts';
import { unavailable } from '../../unavailable.ts';
import { readRaiffeisenRegistry } from './registry-file.ts';
import {
  raiffeisenFactOf,
  RaiffeisenPayment,
  RaiffeisenRefund,
  RAIFFEISEN_REFUND_STATES,
  RaiffeisenQr,
  Signed,
} from './shapes.ts';

export const USUAL_RAIFFEISEN_URL = 'https://pay.raif.ru/api';
const LONGEST_PURPOSE = 185;

/**
 * SBP of Raiffeisenbank. Registering an order again gives it a new QR; only the last one is shown to anybody. The
 * signature covers sum, merchant, order, status and time, not the QR, so payments are found by the order.
 */
export function raiffeisen({ id, secret, url = USUAL_RAIFFEISEN_URL }: AdapterOptions): Acquirer {
  const bank = bankClient(url, { authorization: `Bearer ${secret}` });
  return {
    name: 'raiffeisen',
    isConnected: true,
    mostRefunds: Number.POSITIVE_INFINITY,
    async createQr({ paymentId, amount, purpose, expiresAt }) {
      const { qrId, payload } = await bank.ask(RaiffeisenQr, {
        method: 'POST',
        path: 'sbp/v1/qr/register',
        body: {
          qrType: 'QRDynamic',
          sbpMerchantId: id,
          order: paymentId,
          amount: roublesNumber(amount),
          currency: 'RUB',
          qrExpirationDate: moscowTime(expiresAt),
          paymentDetails: purpose.slice(0, LONGEST_PURPOSE),
        },
        isRepeatable: true,
      });
      return { qrId, payload };
    },
    async factsOf(qrId) {
      const { status, body } = await bank.send({
        method: 'GET',
        path: `sbp/v1/qr/${qrId}/payment-info`,
        isRepeatable: true,
      });
      if (status === 404) return [];
      return [raiffeisenFactOf(parsedReply(RaiffeisenPayment, body))].filter((fact) => fact.status !== 'noted');
    },
    async cancelQr(qrId) {
      const { status } = await bank.send({ method: 'DELETE', path: `sbp/v2/qrs/${qrId}`, isRepeatable: true });
      return status < 300;
    },
    readNotification: (raw) => readNotification(raw, id, secret),
    async refund({ refundId, orderId, amount }) {
      const { status, body } = await bank.send({
        method: 'POST',
        path: 'sbp/v1/refund',
        body: { order: orderId, refundId, amount: roublesNumber(amount) },
      });
      if (status === 400) return 'declined';
      if (status >= 300) throw unavailable(new Error(`Refund was refused with ${status}`));
      return RAIFFEISEN_REFUND_STATES[parsedReply(RaiffeisenRefund, body).refundStatus];
    },
    async refundState({ refundId }) {
      const { status, body } = await bank.send({
        method: 'GET',
        path: `sbp/v1/refund/${refundId}`,
        isRepeatable: true,
      });
      if (status === 404 || isUnknownRefund(body)) return undefined;
      return RAIFFEISEN_REFUND_STATES[parsedReply(RaiffeisenRefund, body).refundStatus];
    },
    readRegistryFile: readRaiffeisenRegistry,
  };
}

const isUnknownRefund = (body: unknown) => (body as { code?: unknown } | undefined)?.code === 'ERROR.REFUND_NOT_FOUND';

function readNotification({ body, headers }: RawNotification, id: string, secret: string) {
  const told = parseBankJson(body);
  const signed = Signed.safeParse(told);
  if (!signed.success || signed.data.sbpMerchantId !== id) return undefined;
  const { amount, sbpMerchantId, order, paymentStatus, transactionDate } = signed.data;
  const text = [amount, sbpMerchantId, order, paymentStatus, transactionDate].join('|');
  const right = createHmac('sha256', secret).update(text, 'utf8').digest('hex');
  if (!isSameText(right, (headers['x-api-signature-sha256'] ?? '').toLowerCase())) return undefined;
  const payment = RaiffeisenPayment.safeParse(told);
  if (!payment.success) throw new Problem('unreadable');
  return raiffeisenFactOf(payment.data);
}
