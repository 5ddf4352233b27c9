import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { switchedOffForDebt } from '#server/domain/billing/debt/debt.queries.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import type { LinkedLine } from '#server/domain/services/line/line-link.queries.ts';
import { keepPayingLink } from '#server/domain/services/line/line-link.ts';
import { openPaymentWindow } from '#server/domain/services/line/payment-window.ts';
import type { World } from '#server/kernel/world.ts';
import { orderQr, type PayablePayment } from '../payment/order-qr.ts';

/** What a line's page tells of a debt: neither whose it is nor what it is made of. */
export interface LineDebt {
  readonly accountId: number;
  readonly amount: Kopecks;
  /** «интернет», «ТВ»: what works again. */
  readonly works: readonly string[];
}

const ROUBLE = 100;
/** Shown by the payer's bank. */
const PURPOSE = 'Услуги связи, оплата с линии';

const KINDS: Readonly<Record<string, string>> = { tv: 'ТВ', sip: 'телефония', mail: 'почта', number: 'телефон' };

/** The whole roubles that bring the services of the line's account back; undefined if nothing is missing. */
export async function lineDebt(
  tx: Tx,
  line: LinkedLine,
  { provider, clock }: Pick<World, 'provider' | 'clock'>,
): Promise<LineDebt | undefined> {
  const today = dayIn(provider.time_zone, clock.now());
  const own = (await sharedForecasts(tx, line.contract_id, today)).find(({ kind }) => kind === 'i');
  if (!own?.blocked) return undefined;
  const off = await switchedOffForDebt(tx, own.accountId);
  return {
    accountId: own.accountId,
    amount: kopecks(Math.max(provider.payment.smallest, Math.ceil(own.debt / ROUBLE) * ROUBLE)),
    works: [...new Set(off.map(({ kind }) => KINDS[kind] ?? 'интернет'))],
  };
}

/** Orders the payment, and then opens its window. */
export async function payFromLine(
  { db, outside, clock, provider }: World,
  { line, debt, secret }: { readonly line: LinkedLine; readonly debt: LineDebt; readonly secret: string },
): Promise<PayablePayment> {
  const now = clock.now();
  const ordered = [{ accountId: debt.accountId, amount: debt.amount }] as const;
  const payment = await orderQr(db, outside.acquirer, { ordered, purpose: PURPOSE, now });
  await db.write(async (tx) => {
    await keepPayingLink(tx, outside.vault, secret);
    await openPaymentWindow(tx, line.user_id, { now, zone: provider.time_zone });
  });
  return payment;
}
