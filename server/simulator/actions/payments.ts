import { randomUUID } from 'node:crypto';
import { contract } from '@kabinet/contract';
import { kopecks, toWireMoney } from '@kabinet/contract/kernel/money';
import { addDays } from '@kabinet/contract/kernel/day';
import { importTransfer } from '#server/domain/payments/transfers/transfer.ts';
import { orderRefund, RefundRefused } from '#server/domain/payments/refunds/refund.ts';
import { notificationOf } from '#server/integrations/acquirer/sandbox-bank.ts';
import type { BankAction } from '#server/integrations/acquirer/port.ts';
import type { Simulation } from '../simulation.ts';

/** A client orders a QR, and sometimes pays it at once. */
export async function orderCode(sim: Simulation): Promise<string> {
  const client = sim.client;
  const { kind } = sim.one(client.accounts);
  const amount = sim.dice.chance(50) ? sim.dice.between(10, 900) * 100 : sim.dice.between(10_00, 900_00);
  const { status, body } = await sim.ask(
    contract.payment.sbp,
    { query: { p: kind, amount: toWireMoney(kopecks(amount)) } },
    client.contractId,
  );
  if (status !== 200) return `QR of ${client.contractId}: ${status}`;
  sim.codes.push(body.qr_id);
  const done = sim.dice.chance(60) ? await act(sim, body.qr_id, 'pay') : '';
  return `QR of ${client.contractId} ${kind} ${amount} ${done}`;
}

/** A client orders one QR for both accounts, naming either of them first. */
export async function orderBoth(sim: Simulation): Promise<string> {
  const client = sim.client;
  const [first, other] = sim.dice.chance(50) ? client.accounts : client.accounts.toReversed();
  if (!first || !other) return `no second account of ${client.contractId}`;
  const [amount, more] = [sim.dice.between(0, 900_00), sim.dice.between(0, 400_00)];
  const { status, body } = await sim.ask(
    contract.payment.sbp,
    { query: { p: first.kind, amount: toWireMoney(kopecks(amount)), other_amount: toWireMoney(kopecks(more)) } },
    client.contractId,
  );
  if (status !== 200) return `QR of both accounts of ${client.contractId}: ${status}`;
  sim.codes.push(body.qr_id);
  const done = sim.dice.chance(60) ? await act(sim, body.qr_id, 'pay') : '';
  return `QR of ${client.contractId} ${first.kind} ${amount} ${other.kind} ${more} ${done}`;
}

const ACTIONS = [
  'pay',
  'pay',
  'pay',
  'pay_twice',
  'decline',
  'expire',
  'pay_late',
] as const satisfies readonly BankAction[];

/** A QR changes its state in the bank, perhaps long after it was ordered. */
export async function actOnCode(sim: Simulation): Promise<string> {
  if (sim.codes.length === 0) return 'no QR';
  return act(sim, sim.one(sim.codes), sim.one(ACTIONS));
}

async function act(sim: Simulation, qrId: string, action: BankAction): Promise<string> {
  const done = await sim.world.outside.sandboxBank?.act(qrId, action, sim.portal.clock.now());
  return `${action} ${done ? 'done' : 'impossible'}`;
}

export const deliverDelayed = async (sim: Simulation): Promise<string> =>
  `${await sim.wire.deliverDelayed()} late notifications`;

/** Sends a forged notification, or one with another sum; nothing may be credited. */
export async function forge(sim: Simulation): Promise<string> {
  const qrId = sim.codes.length > 0 ? sim.one(sim.codes) : 'AD00000000000000000000000000AA';
  const body = notificationOf({
    operation_id: randomUUID(),
    qr_id: qrId,
    status: 'success',
    amount_kopecks: kopecks(sim.dice.between(100_001_00, 200_000_00)),
    happened_at: sim.portal.clock.now().toISOString(),
  });
  const isSigned = sim.dice.chance(50);
  await sim.wire.tell(body, isSigned ? undefined : 'a-secret-of-somebody-else').catch(() => undefined);
  return isSigned ? 'a notification of another sum' : 'a forged notification';
}

/** The operator refunds a payment, fully or partly. */
export async function refund(sim: Simulation): Promise<string> {
  const paid = await sim.rows<{ payment_id: string; amount: number }>(
    `select payment_id, amount_kopecks as amount from payment where state in ('paid', 'refunded') order by paid_at, transaction_id`,
  );
  if (paid.length === 0) return 'no payment to refund';
  const { payment_id: paymentId, amount } = sim.one(paid);
  const part = {
    ...(sim.dice.chance(50) && { amount: kopecks(sim.dice.between(1, amount)) }),
    ...(sim.dice.chance(30) && { account: sim.one(['i', 't'] as const) }),
  };
  const before = await openRefunds(sim, paymentId);
  const told = await sim.insist(async () => {
    // Without a reply, first checks whether the refund was ordered.
    if ((await openRefunds(sim, paymentId)) > before) return 'ordered';
    const { db, outside } = sim.world;
    return db
      .write((tx) => orderRefund(tx, outside.acquirer, { paymentId, ...part }, sim.at))
      .then(
        () => 'ordered',
        (error: unknown) => {
          if (error instanceof RefundRefused) return `refused: ${error.message}`;
          throw error;
        },
      );
  });
  return `refund ${told}`;
}

const openRefunds = async (sim: Simulation, paymentId: string): Promise<number> =>
  (await sim.rows('select 1 from refund where payment_id = $1', paymentId)).length;

/** Imports a line of the bank's statement twice. */
export async function transfer(sim: Simulation): Promise<string> {
  const { no } = sim.one(sim.client.accounts);
  const number = sim.nextId();
  const amount = sim.dice.between(50_00, 2000_00);
  const line = {
    payer: `payer-${number}`,
    documentNo: String(number),
    day: addDays(sim.today, -sim.dice.between(0, 3)),
    amount: kopecks(amount),
    purpose: sim.dice.chance(85) ? `Оплата, л/с ${no}` : 'Оплата услуг',
  };
  let outcome = '';
  for (let times = sim.dice.between(1, 2); times > 0; times -= 1) {
    outcome += ` ${await sim.insist(() => sim.world.db.write((tx) => importTransfer(tx, line, sim.at)))}`;
  }
  return `transfer ${amount} to ${no}:${outcome}`;
}

/** Pays the sum that the portal requests, to the kopeck, at a terminal: see `night`. */
export async function expectedPriceOf(sim: Simulation, contractId: number, kind: 'i' | 't'): Promise<number> {
  const { status, body } = await sim.ask(contract.payment.expectedPrice, { query: { p: kind } }, contractId);
  if (status !== 200) throw new Error(`No expected price: ${status}`);
  return Math.round(Number(body.amount) * 100);
}

export async function takePromised(sim: Simulation): Promise<string> {
  const client = sim.client;
  const { kind } = sim.one(client.accounts);
  const { status, body } = await sim.ask(contract.promisedPayment.take, { body: { p: kind } }, client.contractId);
  return `promised payment of ${client.contractId} ${kind}: ${status === 200 ? body.active?.amount : status}`;
}
