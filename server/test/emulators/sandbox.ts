import { Problem } from '#server/kernel/call/problem.ts';
import type { RefundOrder } from '#server/integrations/acquirer/port.ts';
import { notificationOf } from '#server/integrations/acquirer/sandbox-bank.ts';
import { SIGNATURE_HEADER, signatureOf } from '#server/integrations/acquirer/sandbox-signature.ts';
import type { SandboxOperationRow } from '#server/integrations/acquirer/sandbox.queries.ts';
import { SANDBOX_SECRET, type TestPortal } from '../portal/portal.ts';
import type { EmulatedBank, BankFaults, SentBankNotice } from './bank.ts';

/** The built-in bank as an emulated one. Its faults are injected where the portal calls it. */
export function emulateSandbox(portal: () => TestPortal): EmulatedBank {
  const faults: BankFaults = { lostAnswers: 0, isDown: false, refunds: 'done' };
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await portal().pool.query<Row>(text, values)).rows;
  const operate = (status: string) => async (qrId: string) => {
    await query(
      `insert into sandbox_bank.operation (operation_id, qr_id, status, happened_at) values (gen_random_uuid(), $1, $2, $3)`,
      [qrId, status, portal().clock.now()],
    );
  };
  const told = async (qrId: string, secret: string): Promise<SentBankNotice[]> => {
    const rows = await query<SandboxOperationRow>(
      `select operation_id, qr_id, status, amount_kopecks, happened_at from sandbox_bank.operation
       join sandbox_bank.qr using (qr_id) where qr_id = $1 order by happened_at desc limit 1`,
      [qrId],
    );
    return rows.map((row) => {
      const body = notificationOf(row);
      return { body, headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) } };
    });
  };
  return {
    faults,
    async pay(qrId, amount) {
      if (amount !== undefined) {
        await query('update sandbox_bank.qr set amount_kopecks = $2 where qr_id = $1', [qrId, amount]);
      }
      await operate('success')(qrId);
    },
    decline: operate('declined'),
    expire: operate('expired'),
    notifications: (qrId) => told(qrId, SANDBOX_SECRET),
    forged: (qrId) => told(qrId, 'somebody else'),
    orders: async () => (await query('select 1 from sandbox_bank.qr')).length,
    refunded: async (qrId) =>
      (
        await query<{ amount: number }>(
          `select amount_kopecks as amount from sandbox_bank.refund where qr_id = $1 and state <> 'declined'`,
          [qrId],
        )
      ).map(({ amount }) => amount),
  };
}

/** Injects connection faults between the portal and its built-in bank. */
export function breakSandbox({ world }: TestPortal, { faults }: EmulatedBank): void {
  const { acquirer } = world.outside;
  const createQr = acquirer.createQr.bind(acquirer);
  const refund = acquirer.refund.bind(acquirer);
  const factsOf = acquirer.factsOf.bind(acquirer);
  const overLine = <T>(answer: T): T => {
    if (faults.isDown) throw new Problem('outside_unavailable');
    if (faults.lostAnswers === 0) return answer;
    faults.lostAnswers -= 1;
    throw new Problem('outside_unavailable');
  };
  acquirer.createQr = async (order) => overLine(await createQr(order));
  acquirer.factsOf = (qrId) => (faults.isDown ? Promise.reject(new Problem('outside_unavailable')) : factsOf(qrId));
  acquirer.refund = async (order) => {
    if (faults.refunds === 'declined') await declineRefund(world, order);
    return overLine(await refund(order));
  };
}

const declineRefund = ({ db }: TestPortal['world'], { refundId, qrId, amount }: RefundOrder) =>
  db.pool.query(
    `insert into sandbox_bank.refund (refund_id, qr_id, amount_kopecks, state, created_at) values ($1, $2, $3, 'declined', now())`,
    [refundId, qrId, amount],
  );
