import { expect, test } from 'vitest';
import { readPaymentSlip } from './payment-slip.ts';

const SLIP =
  'ST00012|Name=ООО «Волга Телеком»|PersonalAcc=40702810400000012345|BankName=Банк|BIC=043601607|CorrespAcc=30101810200000000607|PayeeINN=6321000003|Sum=62910|PersAcc=118402i|Purpose=Оплата услуг связи, лицевой счёт 118402i';

test('a slip names the account and the sum in kopecks', () => {
  expect(readPaymentSlip(SLIP)).toEqual({ account: '118402i', amount: 629_10 });
});

test.each([
  ['without a sum', 'ST00012|PersAcc=118402i', { account: '118402i', amount: null }],
  ['with another separator', 'ST00012^Sum=100^PersAcc=7', { account: '7', amount: 100 }],
  ['with other letters and spaces', 'ST00011|persacc= 118402I |SUM=5 |', { account: '118402I', amount: 5 }],
  ['with a sum that is none', 'ST00013|PersAcc=7|Sum=12,50', { account: '7', amount: null }],
  ['with a sum of nothing', 'ST00012|PersAcc=7|Sum=0', { account: '7', amount: null }],
  ['with two accounts: the first', 'ST00012|PersAcc=7|PersAcc=8', { account: '7', amount: null }],
  ['with an equals sign inside', 'ST00012|PersAcc=7=8', { account: '7=8', amount: null }],
  ['after the line of a scanner', '\nST00012|PersAcc=7\r\n', { account: '7', amount: null }],
])('a slip %s', (_, scanned, read) => expect(readPaymentSlip(scanned)).toEqual(read));

test.each([
  ['a name', 'Зотова Мира 61'],
  ['nothing', ''],
  ['another format', 'ST00022|PersAcc=7'],
  ['no separator', 'ST00012'],
  ['no account', 'ST00012|Sum=100|PersAcc='],
  ['a foreign code', 'https://example.ru/?PersAcc=7'],
  ['endless text', `ST00012|PersAcc=7|Purpose=${'а'.repeat(5000)}`],
])('%s is no slip', (_, scanned) => expect(readPaymentSlip(scanned)).toBeUndefined());
