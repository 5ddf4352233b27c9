import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Database, Tx } from '#server/db/database.ts';
import { eachAlone } from '#server/kernel/job/one-at-fault.ts';
import { MOSCOW, moscowMidnight } from '#server/kernel/moscow.ts';
import type { Acquirer, BankFact, RegistryRow } from '#server/integrations/acquirer/port.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { insertNotification } from '../payment/payment.queries.ts';
import {
  noteFinding,
  noteOursOnly,
  registeredPayment,
  resolveFindings,
  setReconciled,
  type RegisteredOrder,
} from './reconcile.queries.ts';
import { settleNotification } from '../settlement/settle.ts';

export interface ReconciliationReport {
  /** Orders in the bank's register. */
  readonly orders: number;
  /** Missed payments that are credited now. */
  readonly credited: number;
}

interface Tools {
  readonly db: Database;
  readonly bank: Acquirer;
}

/** The last day whose register is complete. */
export const lastBankDay = (now: Date): Day => addDays(dayIn(MOSCOW, now), -1);

/**
 * Compares the bank's register of a day with ours. A payment that only the bank has is credited once, after the
 * bank itself confirms it, because a register is not signed. Other differences are recorded for a person and never
 * reversed. An order that cannot be compared does not stop the others; its error is thrown at the end, so that the run
 * is repeated. A repeat changes nothing.
 */
export async function reconcileBank(
  { db, bank }: Tools,
  day: Day,
  rows: readonly RegistryRow[],
  at: At,
): Promise<ReconciliationReport> {
  const orders = ordersOf(rows.filter((row) => row.day === day));
  let credited = 0;
  const faults: unknown[] = [];
  await eachAlone(
    orders,
    async (order) => {
      if (await compare({ db, bank }, day, order, at)) credited += 1;
    },
    (_, error) => void faults.push(error),
  );
  await db.write(async (tx) => {
    const [from, until] = [moscowMidnight(day), moscowMidnight(addDays(day, 1))];
    await noteOursOnly(tx, { acquirer: bank.name, day, from, until, now: at.now });
    await resolveFindings(tx, bank.name, at.now);
  });
  if (faults.length > 0) {
    throw new AggregateError(faults, `Не сверено платежей реестра: ${faults.length} из ${orders.length}`);
  }
  return { orders: orders.length, credited };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Sums up all lines of an order: paid twice is one order of twice the sum. */
function ordersOf(rows: readonly RegistryRow[]): RegisteredOrder[] {
  const orders = new Map<string, RegisteredOrder>();
  for (const row of rows.map(registered)) {
    const key = row.order_id ?? row.qr_id ?? '';
    orders.set(key, { ...row, amount: kopecks(row.amount + (orders.get(key)?.amount ?? 0)) });
  }
  return [...orders.values()];
}

const registered = ({ orderId, qrId, amount }: RegistryRow): RegisteredOrder => ({
  order_id: orderId !== undefined && UUID.test(orderId) ? orderId : null,
  qr_id: qrId ?? null,
  amount,
});

/** True if the order had been missed and is credited now. */
async function compare({ db, bank }: Tools, day: Day, order: RegisteredOrder, at: At): Promise<boolean> {
  const facts = (await db.read((tx) => isMissed(tx, bank.name, order))) ? await bank.factsOf(order.qr_id ?? '') : [];
  return db.write(async (tx) => {
    for (const fact of facts) await credit(tx, bank.name, fact, at);
    const payment = await registeredPayment(tx, bank.name, order);
    const isOurs = payment !== undefined && isPaid(payment);
    const note = (kind: 'theirs_only' | 'sum_differs') => {
      const subject = payment?.payment_id ?? order.qr_id ?? '';
      return noteFinding(tx, { acquirer: bank.name, day, kind, subject, amount: order.amount }, at.now);
    };
    if (isOurs) await setReconciled(tx, payment.payment_id, day);
    else await note('theirs_only');
    if (isOurs && payment.amount !== order.amount) await note('sum_differs');
    return isOurs && facts.length > 0;
  });
}

async function isMissed(tx: Tx, acquirer: string, order: RegisteredOrder): Promise<boolean> {
  const payment = await registeredPayment(tx, acquirer, order);
  return payment !== undefined && !isPaid(payment) && order.qr_id !== null;
}

const isPaid = ({ state }: { readonly state: string }) => state === 'paid' || state === 'refunded';

async function credit(tx: Tx, acquirer: string, fact: BankFact, at: At): Promise<void> {
  const told = { acquirer, fact, body: JSON.stringify(fact), source: 'registry', now: at.now } as const;
  const notificationId = await insertNotification(tx, told);
  if (notificationId !== undefined) await settleNotification(tx, notificationId, at);
}
