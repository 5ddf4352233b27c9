import { randomUUID } from 'node:crypto';
import {
  refundPayment,
  kopecksOf,
  newBank,
  openBankPayment,
  payer,
  bankPaymentOf,
  roubles,
  serve,
  type BankRequest,
  type BankPayment,
  type BankRefund,
  type BankState,
  type EmulatedBank,
  type SentBankNotice,
} from './bank.ts';

const ID = '505188';
const SECRET = 'yookassa-secret-of-the-tests';
const OWN_ADDRESS = '185.71.76.5';
const FOREIGN_ADDRESS = '203.0.113.5';

/** YooKassa's API v3 by its documentation: signs nothing, repeats its reply to a repeated Idempotence-Key. */
export async function emulateYookassa(): Promise<EmulatedBank> {
  const bank = newBank();
  const answers = new Map<string, { status?: number; body: string }>();
  const url = await serve(bank, {
    isOrder: ({ method }) => method === 'POST',
    answer: (asked) => {
      const authorization = `Basic ${Buffer.from(`${ID}:${SECRET}`).toString('base64')}`;
      if (asked.headers.authorization !== authorization) return { status: 401, body: '{"code":"invalid_credentials"}' };
      if (asked.method === 'GET') return read(bank, asked);
      const key = String(asked.headers['idempotence-key']);
      const known = answers.get(key);
      if (known) return known;
      const made = asked.path === 'payments' ? create(bank, asked.body) : refund(bank, asked.body);
      answers.set(key, made);
      return made;
    },
  });
  const told = (qrId: string, ip: string): SentBankNotice[] => {
    const payment = bankPaymentOf(bank, qrId);
    const event = payment.state === 'paid' ? 'payment.succeeded' : 'payment.canceled';
    const refunds = payment.refunds.filter(({ state }) => state === 'done');
    return [
      { event, object: objectOf(payment) },
      ...refunds.map((refund) => ({ event: 'refund.succeeded', object: refundOf(payment, refund) })),
    ].map((of) => ({
      body: JSON.stringify({ type: 'notification', ...of }),
      headers: { 'content-type': 'application/json' },
      ip,
    }));
  };
  return {
    ...payer(bank),
    settings: { bank: 'yookassa', id: ID, secret: SECRET, url },
    notifications: (qrId) => Promise.resolve(told(qrId, OWN_ADDRESS)),
    forged: (qrId) => Promise.resolve(told(qrId, FOREIGN_ADDRESS)),
  };
}

function create(bank: BankState, body: BankRequest['body']) {
  const { amount, metadata } = body as unknown as { amount: { value: string }; metadata: { order: string } };
  const qrId = randomUUID();
  const payment = openBankPayment(bank, { qrId, order: metadata.order, amount: kopecksOf(amount.value) });
  return { body: JSON.stringify(objectOf(payment)) };
}

const STATUS = { new: 'pending', paid: 'succeeded', declined: 'canceled', expired: 'canceled' } as const;
const REASON = { declined: 'general_decline', expired: 'expired_on_confirmation' } as const;

const objectOf = ({ qrId, order, amount, paid, paidAt, state }: BankPayment) => ({
  id: qrId,
  status: STATUS[state],
  paid: state === 'paid',
  amount: { value: roubles(state === 'paid' ? paid : amount), currency: 'RUB' },
  confirmation: {
    type: 'redirect',
    confirmation_url: `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${qrId}`,
  },
  metadata: { order },
  ...(state === 'paid' && { captured_at: paidAt.toISOString() }),
  ...((state === 'declined' || state === 'expired') && {
    cancellation_details: { party: 'payment_network', reason: REASON[state] },
  }),
});

const refundOf = ({ qrId, refunds }: BankPayment, refund: BankRefund) => ({
  id: `refund-${refunds.indexOf(refund)}`,
  status: 'succeeded',
  payment_id: qrId,
  amount: { value: roubles(refund.amount), currency: 'RUB' },
});

const REFUND_STATUS = { requested: 'pending', done: 'succeeded', declined: 'canceled' } as const;

function refund(bank: BankState, body: BankRequest['body']) {
  const asked = body as unknown as { payment_id: string; amount: { value: string }; description: string };
  const made = refundPayment(
    bank,
    bankPaymentOf(bank, asked.payment_id),
    asked.description,
    kopecksOf(asked.amount.value),
  );
  if (!made) return { status: 400, body: '{"type":"error","code":"invalid_request"}' };
  return { body: JSON.stringify({ id: randomUUID(), status: REFUND_STATUS[made.state], description: made.id }) };
}

/** Pages of one payment each, so that the cursor is used. */
function read(bank: BankState, { path, query }: BankRequest) {
  if (path === 'refunds') {
    const { refunds } = bankPaymentOf(bank, query.get('payment_id') ?? '');
    const items = refunds.map(({ id, state }) => ({ id: randomUUID(), status: REFUND_STATUS[state], description: id }));
    return { body: JSON.stringify({ type: 'list', items }) };
  }
  if (path !== 'payments') {
    const payment = bank.payments.get(path.slice('payments/'.length));
    return payment && { body: JSON.stringify(objectOf(payment)) };
  }
  const [from, until] = ['captured_at.gte', 'captured_at.lt'].map((name) => new Date(query.get(name) ?? ''));
  const found = [...bank.payments.values()].filter(
    ({ state, paidAt }) => state === 'paid' && from && until && paidAt >= from && paidAt < until,
  );
  const place = Number(query.get('cursor') ?? 0);
  const next = place + 1 < found.length ? { next_cursor: String(place + 1) } : {};
  return { body: JSON.stringify({ type: 'list', items: found.slice(place, place + 1).map(objectOf), ...next }) };
}
