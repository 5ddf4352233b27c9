import { createHash } from 'node:crypto';
import { addDays } from '@kabinet/contract/kernel/day';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { z } from 'zod';
import { text } from '@kabinet/contract/kernel/call/wire';
import type { Database } from '#server/db/database.ts';
import { moscowMidnight } from '#server/kernel/moscow.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { parseBankJson } from './bank-json.ts';
import type { Acquirer, BankFact, Qr, RawNotification } from './port.ts';
import {
  cancelQr,
  insertSandboxRefund,
  operationsOf,
  paidBetween,
  refundStateOf,
  registerQr,
  type OperationStatus,
} from './sandbox.queries.ts';
import { isSignedBy, SIGNATURE_HEADER } from './sandbox-signature.ts';
import { unavailable } from '../unavailable.ts';

interface SandboxOptions {
  readonly db: Database;
  readonly publicUrl: string;
  readonly secret: string;
}

const Notification = z.object({
  operation_id: z.uuid(),
  qr_id: text(32),
  status: z.enum(['success', 'declined', 'expired']),
  amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  currency: z.literal('RUB'),
});

const MEANING = { success: 'paid', declined: 'rejected', expired: 'expired' } as const satisfies Record<
  OperationStatus,
  BankFact['status']
>;

/** The acquirer of the demo and the tests: accepts orders like a real bank, but no real money. */
export function sandboxAcquirer({ db, publicUrl, secret }: SandboxOptions): Acquirer {
  return {
    name: 'sandbox',
    isConnected: true,
    mostRefunds: Number.POSITIVE_INFINITY,
    createQr: (order) =>
      available(async (): Promise<Qr> => {
        const qrId = qrIdOf(order.paymentId);
        await db.write((tx) => registerQr(tx, qrId, order));
        return { qrId, payload: `${publicUrl}/sandbox/bank/${qrId}` };
      }),
    factsOf: (qrId) =>
      available(async () => {
        const operations = await db.read((tx) => operationsOf(tx, qrId));
        return operations.map(({ operation_id, qr_id, status, amount_kopecks }) => ({
          externalId: operation_id,
          qrId: qr_id,
          status: MEANING[status],
          amount: amount_kopecks,
        }));
      }),
    cancelQr: (qrId) => available(() => db.write((tx) => cancelQr(tx, qrId))),
    readNotification: (raw) => readNotification(raw, secret),
    refund: (order) =>
      available(() =>
        db.write(async (tx) => {
          await insertSandboxRefund(tx, order);
          return (await refundStateOf(tx, order.refundId)) ?? 'declined';
        }),
      ),
    refundState: ({ refundId }) => available(() => db.read((tx) => refundStateOf(tx, refundId))),
    registry: (day) =>
      available(async () => {
        const rows = await db.read((tx) => paidBetween(tx, moscowMidnight(day), moscowMidnight(addDays(day, 1))));
        return rows.map(({ qr_id, amount_kopecks }) => ({ qrId: qr_id, amount: amount_kopecks, day }));
      }),
  };
}

function readNotification({ body, headers }: RawNotification, secret: string): BankFact | undefined {
  if (!isSignedBy(secret, body, headers[SIGNATURE_HEADER] ?? '')) return undefined;
  const told = Notification.safeParse(parseBankJson(body));
  if (!told.success) throw new Problem('unreadable');
  const { operation_id, qr_id, status, amount } = told.data;
  return { externalId: operation_id, qrId: qr_id, status: MEANING[status], amount: fromWireMoney(amount) };
}

/** Two letters and thirty more characters, the format of the national system; the same order gets the same id. */
const qrIdOf = (paymentId: string): string =>
  `AD${createHash('sha256').update(paymentId).digest('hex').slice(0, 30).toUpperCase()}`;

const available = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw unavailable(error);
  });
