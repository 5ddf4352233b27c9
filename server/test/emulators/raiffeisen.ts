import { createHmac } from 'node:crypto';
import {
  refundPayment,
  kopecksOf,
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

const ID = 'MA0000000552';
const SECRET = 'raiffeisen-secret-of-the-tests';

/** Raiffeisenbank's SBP by its documentation. A repeated order is registered again, unless it has been paid. */
export async function emulateRaiffeisen(): Promise<EmulatedBank> {
  const bank = newBank();
  const url = await serve(bank, {
    isOrder: ({ method }) => method === 'POST',
    answer: (asked) => answer(bank, asked),
  });
  const told = (qrId: string, secret: string): SentBankNotice => {
    const payment = bankPaymentOf(bank, qrId);
    const amount = roubles(payment.paid);
    const at = '2026-11-20T13:05:00.043924+03:00';
    const status = payment.state === 'paid' ? 'SUCCESS' : 'DECLINED';
    const signature = createHmac('sha256', secret)
      .update([amount, ID, payment.order, status, at].join('|'))
      .digest('hex');
    return {
      body: `{"transactionId":${payment.operation},"qrId":"${qrId}","sbpMerchantId":"${ID}","merchantId":1780672001,"amount":${amount},"currency":"RUB","transactionDate":"${at}","paymentStatus":"${status}","additionalInfo":null,"order":"${payment.order}","createDate":"${at}"}`,
      headers: { 'content-type': 'application/json', 'x-api-signature-sha256': signature },
    };
  };
  return {
    ...payer(bank),
    settings: { bank: 'raiffeisen', id: ID, secret: SECRET, url },
    // It notifies of payments only; the expiry of a QR follows from its time.
    notifications: (qrId) => Promise.resolve(bankPaymentOf(bank, qrId).state === 'expired' ? [] : [told(qrId, SECRET)]),
    forged: (qrId) => Promise.resolve([told(qrId, 'somebody else')]),
    registryFile: (day) => registryFile(bank, day),
  };
}

function answer(bank: BankState, asked: BankRequest) {
  if (asked.path === 'sbp/v1/qr/register') return register(bank, asked.body);
  if (asked.headers.authorization !== `Bearer ${SECRET}`) return { status: 401, body: '{"code":"ERROR.UNAUTHORIZED"}' };
  return asked.path.startsWith('sbp/v1/refund') ? answerOfRefund(bank, asked) : answerOfQr(bank, asked);
}

const answerOfRefund = (bank: BankState, { method, path, body }: BankRequest) =>
  method === 'POST' ? refund(bank, body) : refundInfo(bank, path.slice('sbp/v1/refund/'.length));

function answerOfQr(bank: BankState, { method, path }: BankRequest) {
  const [, qrId = ''] = /^sbp\/v[12]\/qrs?\/(\w+)/.exec(path) ?? [];
  const payment = bank.payments.get(qrId);
  if (!payment) return undefined;
  return method === 'DELETE' ? cancel(payment) : paymentInfo(payment);
}

function register(bank: BankState, { order = '', amount }: BankRequest['body']) {
  if ([...bank.payments.values()].some((one) => one.order === order && one.state === 'paid')) {
    return { status: 400, body: '{"code":"ERROR.ORDER_NUMBER_ALREADY_REGISTERED"}' };
  }
  const qrId = `AD${String(bank.payments.size + 1).padStart(30, '0')}`;
  openBankPayment(bank, { qrId, order, amount: kopecksOf(amount) });
  const payload = `https://qr.nspk.ru/${qrId}?type=02&bank=100000000007&sum=${kopecksOf(amount)}&cur=RUB&crc=AB75`;
  return { body: JSON.stringify({ code: 'SUCCESS', qrId, payload, qrUrl: `https://bank.example/${qrId}/image` }) };
}

const STATUS = { new: 'NO_INFO', paid: 'SUCCESS', declined: 'DECLINED', expired: 'NO_INFO' } as const;

function paymentInfo({ qrId, order, state, amount, paid, operation }: BankPayment) {
  const isDone = STATUS[state] !== 'NO_INFO';
  return {
    body: `{"amount":${roubles(state === 'paid' ? paid : amount)},"code":"SUCCESS","currency":"RUB","merchantId":123,"order":"${order}","paymentStatus":"${STATUS[state]}","qrId":"${qrId}","sbpMerchantId":"${ID}"${isDone ? `,"transactionId":${operation}` : ''}}`,
  };
}

function cancel(payment: BankPayment) {
  if (payment.state !== 'new') return { status: 400, body: '{"code":"ERROR.INVALID_REQUEST"}' };
  payment.state = 'expired';
  return { body: '' };
}

const REFUND_STATUS = { requested: 'IN_PROGRESS', done: 'COMPLETED', declined: 'DECLINED' } as const;

function refund(bank: BankState, { order, refundId = '', amount }: BankRequest['body']) {
  const payment = [...bank.payments.values()].find((one) => one.order === order && one.state === 'paid');
  const made = payment && refundPayment(bank, payment, refundId, kopecksOf(amount));
  if (!made) return { status: 400, body: '{"code":"ERROR.REFUND_INSUFFICIENT_FUNDS"}' };
  return { body: `{"code":"SUCCESS","amount":${amount},"refundStatus":"${REFUND_STATUS[made.state]}"}` };
}

function refundInfo(bank: BankState, refundId: string) {
  const known = [...bank.payments.values()].flatMap(({ refunds }) => refunds).find(({ id }) => id === refundId);
  if (!known) return { status: 400, body: '{"code":"ERROR.REFUND_NOT_FOUND"}' };
  return {
    body: `{"code":"SUCCESS","amount":${roubles(known.amount)},"refundStatus":"${REFUND_STATUS[known.state]}"}`,
  };
}

function registryFile(bank: BankState, day: string): Uint8Array {
  const lines = [...bank.payments.values()]
    .filter(({ state }) => state === 'paid')
    .map(
      ({ order, qrId, paid }) =>
        `${ID};${russianDay(day)} 0:23;Payment;${order};;;Instant Payment QR;${qrId};0079******12;${roubles(paid)};15.22;`,
    );
  return new TextEncoder().encode(
    [
      `Instant Payments C2B Transactions report for ${russianDay(day)} / Отчет по СБП C2B транзакциям;;;;;;;;;;;`,
      ';;;;;;;;;;;',
      'Мерчант;Дата операции МСК;Тип;id заказа;id возврата;Комментарий;Способ оплаты;Данные оплаты;id клиента;Сумма;Комиссия;Дополнительные поля',
      ...lines,
      'ИТОГО;;;;;;;;;7729.00;30.91;',
    ].join('\r\n'),
  );
}
