import { createHash } from 'node:crypto';
import {
  refundPayment,
  newBank,
  openBankPayment,
  payer,
  bankPaymentOf,
  roubles,
  russianDay,
  serve,
  type BankRequest,
  type BankPayment,
  type BankState,
  type EmulatedBank,
  type SentBankNotice,
} from './bank.ts';

const ID = 'TinkoffBankTest';
const PASSWORD = 'usaf8fw8fsw21g';

/** T-Bank's internet acquiring by its documentation: AUTHORIZED and CONFIRMED are sent together. */
export async function emulateTbank(): Promise<EmulatedBank> {
  const bank = newBank();
  const url = await serve(bank, {
    isOrder: ({ path }) => path === 'Init' || path === 'Cancel',
    answer: (asked) => (asked.body['Token'] === tokenOf(asked.body, PASSWORD) ? answer(bank, asked) : WRONG_TOKEN),
  });
  const told = (qrId: string, password: string): SentBankNotice[] => {
    const payment = bankPaymentOf(bank, qrId);
    const statuses = payment.refunds.length > 0 ? [...TOLD.paid, stateOf(payment)] : TOLD[payment.state];
    return statuses.map((status) => {
      const fields = {
        TerminalKey: ID,
        OrderId: payment.order,
        Success: payment.state === 'paid',
        Status: status,
        PaymentId: Number(qrId),
        ErrorCode: '0',
        Amount: payment.paid,
      };
      const body = JSON.stringify({ ...fields, Data: { Route: 'SBP' }, Token: tokenOf(fields, password) });
      return { body, headers: { 'content-type': 'application/json' } };
    });
  };
  return {
    ...payer(bank),
    settings: { bank: 'tbank', id: ID, secret: PASSWORD, url },
    notifications: (qrId) => Promise.resolve(told(qrId, PASSWORD)),
    forged: (qrId) => Promise.resolve(told(qrId, 'somebody else')),
    registryFile: (day) => registryFile(bank, day),
  };
}

const WRONG_TOKEN = { body: '{"Success":false,"ErrorCode":"204","Message":"Неверный токен"}' };
const TOLD = {
  new: ['NEW'],
  paid: ['AUTHORIZED', 'CONFIRMED'],
  declined: ['REJECTED'],
  expired: ['DEADLINE_EXPIRED'],
} as const;

/** The bank's own computation of a token, independent of the adapter's. */
function tokenOf(fields: Readonly<Record<string, unknown>>, password: string): string {
  const pairs = Object.entries({ ...fields, Password: password })
    .filter(([name, value]) => name !== 'Token' && typeof value !== 'object')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(pairs.map(([, value]) => value).join(''))
    .digest('hex');
}

function answer(bank: BankState, { path, body }: BankRequest) {
  if (path === 'Init') return ok({ PaymentId: initiated(bank, body).qrId, Status: 'NEW' });
  if (path === 'CheckOrder') return checkOrder(bank, body['OrderId'] ?? '');
  const payment = bank.payments.get(body['PaymentId'] ?? '');
  if (!payment) return { body: '{"Success":false,"ErrorCode":"255","Message":"Операция не найдена"}' };
  return path === 'Cancel' ? cancel(bank, payment, Number(body['Amount'])) : ABOUT[path]?.(payment);
}

/** The bank's replies about a payment, by method. */
const ABOUT: Readonly<Record<string, (payment: BankPayment) => { body: string }>> = {
  GetQr: ({ qrId }) => ok({ PaymentId: Number(qrId), Data: `https://qr.nspk.ru/${qrId}?type=02` }),
  GetState: (payment) => ok({ ...identity(payment), Status: stateOf(payment) }),
  GetQrState: (payment) => ok({ Status: stateOf(payment), ...declineCode(payment) }),
};

const ok = (fields: object) => ({
  body: JSON.stringify({ TerminalKey: ID, Success: true, ErrorCode: '0', ...fields }),
});

const initiated = (bank: BankState, body: BankRequest['body']) =>
  openBankPayment(bank, {
    qrId: String(13_660 + bank.payments.size),
    order: body['OrderId'] ?? '',
    amount: Number(body['Amount']),
  });

const identity = ({ qrId, order, state, amount, paid }: BankPayment) => ({
  PaymentId: qrId,
  OrderId: order,
  Amount: state === 'paid' ? paid : amount,
});

function checkOrder(bank: BankState, order: string) {
  const known = [...bank.payments.values()].filter((payment) => payment.order === order);
  if (known.length === 0) return { body: `{"Success":false,"ErrorCode":"335","OrderId":"${order}"}` };
  return ok({ OrderId: order, Payments: known.map((one) => ({ PaymentId: one.qrId, Status: stateOf(one) })) });
}

function stateOf(payment: BankPayment): string {
  const refunds = payment.refunds.filter(({ state }) => state !== 'declined');
  if (refunds.some(({ state }) => state === 'requested')) return 'ASYNC_REFUNDING';
  const gone = refunds.reduce((sum, { amount }) => sum + amount, 0);
  if (gone > 0) return gone === payment.paid ? 'REFUNDED' : 'PARTIAL_REFUNDED';
  return TOLD[payment.state].at(-1) ?? '';
}

const declineCode = ({ refunds }: BankPayment) =>
  refunds.some(({ state }) => state === 'declined') ? { QrCancelCode: 'I05043', QrCancelMessage: 'Нет счёта' } : {};

function cancel(bank: BankState, payment: BankPayment, amount: number) {
  const made = refundPayment(bank, payment, String(payment.refunds.length), amount);
  if (!made) return { body: '{"Success":false,"ErrorCode":"4","Message":"Недопустимая сумма"}' };
  const Status = made.state === 'declined' ? 'ASYNC_REFUNDING' : stateOf(payment);
  return ok({ ...identity(payment), Status, OriginalAmount: payment.paid, NewAmount: payment.paid - amount });
}

function registryFile(bank: BankState, day: string): Uint8Array {
  const lines = [...bank.payments.values()]
    .filter(({ state }) => state === 'paid')
    .map(({ order, qrId, paid }, place) => {
      const when = [russianDay(day), '00:23:00', 'MSK', 'A42631655397753A0000030011340501', '25678'];
      const sums = [russianDay(day), russianDay(day), roubles(paid), '4.00', roubles(paid - 400)];
      return [
        place + 1,
        '+7(903)XXX-XX-11',
        'SBP',
        order,
        ...when,
        ...sums,
        'Debit',
        '',
        qrId,
        'Kabinet',
        'Dom',
        '',
        '',
      ].join(';');
    });
  return new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(''));
}
