import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { portalWithBank } from '../../../../test/emulators/banks.ts';
import { PUBLIC_URL } from '../../../../test/portal/portal.ts';
import { raiffeisen } from './raiffeisen.ts';
import { readRaiffeisenRegistry } from './registry-file.ts';

const ORDER = 'dfe0ff08-4796-46bb-a9fb-93fcd99ce748';
const bank = raiffeisen({ bank: 'raiffeisen', id: 'MA0000000552', secret: 'key', publicUrl: PUBLIC_URL });

function told(amount: string, change: (body: string) => string = (body) => body) {
  const body = `{"transactionId":17998,"qrId":"AS1000408BSPMRDI8IHBGO4DFQAISU9O","sbpMerchantId":"MA0000000552","amount":${amount},"currency":"RUB","transactionDate":"2020-07-24T17:20:00.999232+03:00","paymentStatus":"SUCCESS","additionalInfo":null,"order":"${ORDER}"}`;
  const text = `${amount}|MA0000000552|${ORDER}|SUCCESS|2020-07-24T17:20:00.999232+03:00`;
  const signature = createHmac('sha256', 'key').update(text).digest('hex');
  return { body: change(body), headers: { 'x-api-signature-sha256': signature }, ip: '' };
}

test.each([
  ['1110.10', 1110_10],
  ['1110.1', 1110_10],
  ['10', 10_00],
])('a sum written as %s is signed and parsed as written', (amount, kopecks) => {
  expect(bank.readNotification(told(amount))).toEqual({
    externalId: '17998',
    qrId: 'AS1000408BSPMRDI8IHBGO4DFQAISU9O',
    orderId: ORDER,
    status: 'paid',
    amount: kopecks,
  });
});

test.each([
  ['the sum', '1110.10', '9110.10'],
  ['the sum in other digits', '1110.10', '1110.1'],
  ['the merchant', 'MA0000000552', 'MA0000000553'],
  ['the order', 'dfe0ff08', 'dfe0ff09'],
  ['the status', 'SUCCESS', 'DECLINED'],
])('a notification with %s changed is not accepted', (_, from, to) => {
  expect(bank.readNotification(told('1110.10', (body) => body.replace(from, to)))).toBeUndefined();
});

test('refuses a genuine notification in another currency as unreadable', () => {
  expect(() => bank.readNotification(told('10', (body) => body.replace('RUB', 'USD')))).toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  );
});

test('a signed notification with another QR credits the signed order', async () => {
  const { portal, bank: emulated } = await portalWithBank('raiffeisen');
  const [mine, other] = [200_001, 200_002];
  const accounts = new Map<number, number>();
  for (const contractId of [mine, other]) {
    accounts.set(contractId, (await addClient(portal.world, { contractId })).accountId);
  }
  const order = async (who: number) =>
    (await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '500' } }, who)).body.qr_id;
  const [mineQr, otherQr] = [await order(mine), await order(other)];
  await emulated.pay(mineQr);
  const [genuine] = await emulated.notifications(mineQr);
  await portal.inject({
    method: 'POST',
    url: '/gateway/raiffeisen',
    headers: { ...genuine!.headers },
    payload: genuine!.body.replace(mineQr, otherQr),
  });
  await portal.work();
  const balances = [mine, other].map((who) => balanceOf(portal.world, accounts.get(who)!));
  expect(await Promise.all(balances)).toEqual([500_00, 0]);
});

test('reads the register in the bank’s own encoding, payments only', () => {
  // «Мерчант;Дата операции МСК;Тип;id заказа;…» in windows-1251, as the file arrives by mail.
  const text = [
    'Отчет по СБП;;;;;;;;;;;',
    'Мерчант;Дата операции МСК;Тип;id заказа;id возврата;Комментарий;Способ оплаты;Данные оплаты;id клиента;Сумма;Комиссия;Дополнительные поля',
    'MA1;10.12.2020 0:23;Payment;123594;;;Instant Payment QR;AD10006C;0079;3806.00;15.22;',
    'MA1;10.12.2020 0:24;Refund;123594;r1;;Instant Payment QR;AD10006C;0079;3806.00;0;',
    'ИТОГО;;;;;;;;;7612.00;15.22;',
  ].join('\r\n');
  expect(readRaiffeisenRegistry(windows1251(text))).toEqual([
    { orderId: '123594', qrId: 'AD10006C', amount: 3806_00, day: '2020-12-10' },
  ]);
  expect(() => readRaiffeisenRegistry(new TextEncoder().encode('a;b;c'))).toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  );
});

const windows1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 128 ? code : code - 0x0410 + 0xc0;
  });
