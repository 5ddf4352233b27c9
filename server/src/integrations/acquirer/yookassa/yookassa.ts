import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { toWireMoney, type Kopecks } from '@kabinet/contract/kernel/money';
import { MOSCOW, moscowMidnight } from '#server/kernel/moscow.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { bankClient, parsedReply, type BankClient } from '../bank-client.ts';
import { parseBankJson } from '../bank-json.ts';
import type { Acquirer, BankFact, RefundOrder, RegistryRow } from '../port.ts';
import type { AdapterOptions } from '../settings.ts';
import { unavailable } from '../../unavailable.ts';
import { addressList } from './addresses.ts';
import {
  Event,
  yookassaFactOf,
  NewPayment,
  YookassaPayment,
  Payments,
  YookassaRefund,
  YOOKASSA_REFUND_STATES,
  Refunds,
} from './shapes.ts';

export const USUAL_YOOKASSA_URL = 'https://api.yookassa.ru/v3';
const LONGEST_PURPOSE = 128;
const LARGEST_PAGE = 100;
/** No provider has more payments a day than these pages hold. */
const MOST_PAGES = 1000;

/**
 * SBP of YooKassa. Notifications are not signed: one from a published address only makes us ask about the payment.
 * YooKassa's code is valid for an hour and cannot be shortened or cancelled, so money may arrive after our QR has
 * expired; it is credited.
 */
export function yookassa({ id, secret, url = USUAL_YOOKASSA_URL, publicUrl, addresses }: AdapterOptions): Acquirer {
  const key = Buffer.from(`${id}:${secret}`).toString('base64');
  const bank = bankClient(url, { authorization: `Basic ${key}` });
  const isBank = addressList(addresses);
  const stateOf = async (qrId: string) =>
    yookassaFactOf(await bank.ask(YookassaPayment, { method: 'GET', path: `payments/${qrId}`, isRepeatable: true }));
  return {
    name: 'yookassa',
    isConnected: true,
    mostRefunds: Number.POSITIVE_INFINITY,
    async createQr({ paymentId, amount, purpose }) {
      const { id: qrId, confirmation } = await bank.ask(NewPayment, {
        method: 'POST',
        path: 'payments',
        headers: { 'idempotence-key': paymentId },
        body: {
          amount: sum(amount),
          capture: true,
          payment_method_data: { type: 'sbp' },
          confirmation: { type: 'redirect', return_url: `${publicUrl}/lk/` },
          description: purpose.slice(0, LONGEST_PURPOSE),
          metadata: { order: paymentId },
        },
        isRepeatable: true,
      });
      return { qrId, payload: confirmation.confirmation_url };
    },
    async factsOf(qrId) {
      const fact = await stateOf(qrId);
      return fact.status === 'noted' ? [] : [fact];
    },
    cancelQr: () => Promise.resolve(false),
    async readNotification({ body, ip }) {
      if (!isBank(ip)) return undefined;
      const told = Event.safeParse(parseBankJson(body));
      if (!told.success) throw new Problem('unreadable');
      return told.data.event === 'refund.succeeded' ? refundNoted(told.data.object) : stateOf(told.data.object.id);
    },
    async refund(order) {
      const { status, body } = await bank.send({
        method: 'POST',
        path: 'refunds',
        headers: { 'idempotence-key': order.refundId },
        body: { payment_id: order.qrId, amount: sum(order.amount), description: descriptionOf(order) },
        isRepeatable: true,
      });
      if (status === 400) return 'declined';
      if (status >= 300) throw unavailable(new Error(`Refund was refused with ${status}`));
      return YOOKASSA_REFUND_STATES[parsedReply(YookassaRefund, body).status];
    },
    async refundState(order) {
      // YooKassa forgets the key of a request after a day, but not the refund itself.
      const path = `refunds?payment_id=${order.qrId}&limit=${LARGEST_PAGE}`;
      const { items } = await bank.ask(Refunds, { method: 'GET', path, isRepeatable: true });
      const known = items.find(({ description }) => description === descriptionOf(order));
      return known && YOOKASSA_REFUND_STATES[known.status];
    },
    registry: (day) => registryOf(bank, day),
  };
}

const sum = (amount: Kopecks) => ({ value: toWireMoney(amount), currency: 'RUB' });
const descriptionOf = ({ refundId }: RefundOrder) => `Возврат ${refundId}`;

type RefundObject = Extract<ReturnType<typeof Event.parse>, { event: 'refund.succeeded' }>['object'];

const refundNoted = ({ id, payment_id, amount }: RefundObject): BankFact => ({
  externalId: `refund:${id}`,
  qrId: payment_id,
  status: 'noted',
  amount: amount.value,
});

async function registryOf(bank: BankClient, day: Day): Promise<RegistryRow[]> {
  const query = new URLSearchParams({
    status: 'succeeded',
    'captured_at.gte': moscowMidnight(day).toISOString(),
    'captured_at.lt': moscowMidnight(addDays(day, 1)).toISOString(),
    limit: String(LARGEST_PAGE),
  });
  const rows: RegistryRow[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, next_cursor } = await bank.ask(Payments, {
      method: 'GET',
      path: `payments?${query.toString()}`,
      isRepeatable: true,
    });
    for (const item of items) {
      const { qrId, orderId, amount } = yookassaFactOf(item);
      const taken = item.captured_at === undefined ? day : dayIn(MOSCOW, new Date(item.captured_at));
      rows.push({ qrId, ...(orderId !== undefined && { orderId }), amount, day: taken });
    }
    if (next_cursor === undefined) return rows;
    query.set('cursor', next_cursor);
  }
  throw unavailable(new Error(`The register of ${day} has no end`));
}
