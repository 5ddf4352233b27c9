import { expect, test } from 'vitest';
import { PUBLIC_URL } from '../../../../test/portal/portal.ts';
import { readTbankRegistry } from './registry-file.ts';
import { tbank } from './tbank.ts';
import { tbankTokenOf } from './token.ts';

const PASSWORD = 'usaf8fw8fsw21g';
const ORDER = 'dfe0ff08-4796-46bb-a9fb-93fcd99ce748';
const bank = tbank({ bank: 'tbank', id: 'TinkoffBankTest', secret: PASSWORD, publicUrl: PUBLIC_URL });

test('computes the token of the example in the bank’s documentation', () => {
  const fields = {
    TerminalKey: 'MerchantTerminalKey',
    Amount: 19200,
    OrderId: '21090',
    Description: 'Подарочная карта на 1000 рублей',
    DATA: { Phone: '+71234567890' },
    Token: 'of no matter',
  };
  expect(tbankTokenOf(fields, PASSWORD)).toBe('0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9');
});

function told(Status: string, change: (body: string) => string = (body) => body) {
  const fields = {
    TerminalKey: 'TinkoffBankTest',
    OrderId: ORDER,
    Success: true,
    Status,
    PaymentId: 13660,
    Amount: 111010,
  };
  const body = JSON.stringify({ ...fields, Data: { Route: 'SBP' }, Token: tbankTokenOf(fields, PASSWORD) });
  return { body: change(body), headers: {}, ip: '' };
}

test.each([
  ['CONFIRMED', 'paid'],
  ['AUTHORIZED', 'noted'],
  ['REJECTED', 'rejected'],
  ['DEADLINE_EXPIRED', 'expired'],
  ['REFUNDED', 'noted'],
  ['PARTIAL_REFUNDED', 'noted'],
  ['SOMETHING_NEW', 'noted'],
])('%s is %s', (word, status) => {
  expect(bank.readNotification(told(word))).toMatchObject({ status, qrId: '13660', orderId: ORDER, amount: 1110_10 });
});

test.each([
  ['the sum', '111010', '911010'],
  ['the status', 'AUTHORIZED', 'CONFIRMED'],
  ['the payment', '13660', '13661'],
  ['the terminal', 'TinkoffBankTest', 'TinkoffBankOther'],
  ['a field added', '"Success"', '"Extra":1,"Success"'],
])('a notification with %s changed is not accepted', (_, from, to) => {
  expect(bank.readNotification(told('AUTHORIZED', (body) => body.replace(from, to)))).toBeUndefined();
});

const LINE =
  '1;+7(903)XXX-XX-11;SBP;order-1;10.12.2020;00:23:00;MSK;A426;25678;10.12.2020;11.12.2020;3806.00;15.22;3790.78;Debit;;13660;Kabinet;Dom;;';

test('reads the register with and without the fee for receipts; skips cards and refunds', () => {
  const withFee = LINE.replace('15.22;', '15.22;1.00;');
  const file = [LINE, withFee, LINE.replace('SBP', 'Mir'), LINE.replace('Debit', 'Credit')].join('\r\n');
  const row = { orderId: 'order-1', qrId: '13660', amount: 3806_00, day: '2020-12-10' };
  expect(readTbankRegistry(new TextEncoder().encode(file))).toEqual([row, row]);
  expect(() => readTbankRegistry(new TextEncoder().encode('a;b'))).toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  );
});
