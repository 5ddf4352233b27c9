import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const KEYS = { ACQUIRER: 'tbank', ACQUIRER_ID: 'terminal', ACQUIRER_SECRET: 'password', FISCAL: 'none' };

test('the variables decide the bank; without them there is no real one', () => {
  expect(readConfig(KEYS).acquirer).toEqual({ bank: 'tbank', id: 'terminal', secret: 'password' });
  const ACQUIRER_URL = 'https://rest-api-test.tinkoff.ru/v2/';
  expect(readConfig({ ...KEYS, ACQUIRER_URL, ACQUIRER_ADDRESSES: '10.0.0.0/8, ::1' }).acquirer).toMatchObject({
    url: 'https://rest-api-test.tinkoff.ru/v2',
    addresses: ['10.0.0.0/8', '::1'],
  });
  for (const environment of [{}, { ACQUIRER: 'sandbox' }, { ACQUIRER: 'absent' }]) {
    expect(readConfig(environment).acquirer).toBeUndefined();
  }
});

test.each([
  [
    { ...KEYS, ACQUIRER_SECRET: undefined },
    'настройка ACQUIRER_SECRET не задана: для ACQUIRER=tbank нужны ACQUIRER_ID и ACQUIRER_SECRET',
  ],
  [
    { ...KEYS, ACQUIRER_ID: undefined },
    'настройка ACQUIRER_ID не задана: для ACQUIRER=tbank нужны ACQUIRER_ID и ACQUIRER_SECRET',
  ],
  [
    { ...KEYS, ACQUIRER_URL: 'http://bank.example' },
    'настройка ACQUIRER_URL неверна: адрес банка должен начинаться с https://',
  ],
  [
    { ...KEYS, ACQUIRER_ADDRESSES: '185.71.76.0/33' },
    'настройка ACQUIRER_ADDRESSES неверна: нужны адреса и сети через запятую, например 185.71.76.0/27',
  ],
  [{ ACQUIRER: 'sberbank' }, 'настройка ACQUIRER неверна'],
])('explains %o in one sentence', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});
