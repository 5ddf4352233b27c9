import { randomUUID } from 'node:crypto';
import { toWireMoney } from '@kabinet/contract/kernel/money';
import type { Database, Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { notifyOfPaymentJob } from './jobs.ts';
import type { BankAction, BankQr, SandboxBank } from './port.ts';
import {
  addOperation,
  lockQr,
  operation,
  qrAt,
  setQrState,
  type SandboxOperationRow,
  type OperationStatus,
} from './sandbox.queries.ts';
import { SIGNATURE_HEADER, signatureOf } from './sandbox-signature.ts';

interface SandboxBankOptions {
  readonly db: Database;
  readonly publicUrl: string;
  readonly secret: string;
}

interface Effect {
  readonly from: BankQr['state'];
  readonly to: BankQr['state'];
  readonly operations: readonly OperationStatus[];
  /** How many notifications the portal gets of each. */
  readonly notices: number;
}

/** Paying twice also notifies twice: everything that may double, doubles. */
const EFFECTS: Record<BankAction, Effect> = {
  pay: { from: 'new', to: 'paid', operations: ['success'], notices: 1 },
  pay_twice: { from: 'new', to: 'paid', operations: ['success', 'success'], notices: 2 },
  decline: { from: 'new', to: 'rejected', operations: ['declined'], notices: 1 },
  expire: { from: 'new', to: 'expired', operations: ['expired'], notices: 1 },
  pay_late: { from: 'expired', to: 'paid', operations: ['success'], notices: 1 },
};

const PATIENCE_MS = 5_000;

/** The bank's side of the sandbox: a payer's actions, and notifications to the portal. */
export function sandboxBank({ db, publicUrl, secret }: SandboxBankOptions): SandboxBank {
  return {
    qr: (qrId, now) => db.read((tx) => qrAt(tx, qrId, now)),
    act: (qrId, action, now) =>
      db.write(async (tx) => {
        await lockQr(tx, qrId);
        const qr = await qrAt(tx, qrId, now);
        const { from, to, operations, notices } = EFFECTS[action];
        if (qr?.state !== from) return false;
        await setQrState(tx, qrId, to);
        for (const status of operations) await operate(tx, { qrId, status, now, notices });
        return true;
      }),
    async notify(operationId) {
      const body = notificationOf(await db.read((tx) => operation(tx, operationId)));
      const reply = await fetch(`${publicUrl}/gateway/sandbox`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`The portal answered a notification with ${reply.status}`);
    },
  };
}

async function operate(
  tx: Tx,
  { qrId, status, now, notices }: { qrId: string; status: OperationStatus; now: Date; notices: number },
): Promise<void> {
  const operationId = randomUUID();
  await addOperation(tx, { operationId, qrId, status, now });
  for (let notice = 0; notice < notices; notice += 1) {
    await addJob(tx, notifyOfPaymentJob, { operationId });
  }
}

/** The notification to the portal; tests of the gateway sign the same text. */
export const notificationOf = ({
  operation_id,
  qr_id,
  status,
  amount_kopecks,
  happened_at,
}: SandboxOperationRow): string =>
  JSON.stringify({
    operation_id,
    qr_id,
    status,
    amount: toWireMoney(amount_kopecks),
    currency: 'RUB',
    happened_at,
  });
