import { expect, test } from 'vitest';
import { readLogin } from './login.rules.ts';

test.each([
  ['100001', { subject: '100001', contractId: 100001, printed: null, phone: null, email: null }],
  [' 100 001 ', { subject: '100001', contractId: 100001, printed: null, phone: null, email: null }],
  ['000100001', { subject: '100001', contractId: 100001, printed: null, phone: null, email: null }],
  ['0000100001', { subject: '100001', contractId: 100001, printed: null, phone: '70000100001', email: null }],
  ['09171234567', { subject: '79171234567', contractId: 9171234567, printed: null, phone: null, email: null }],
  ['ЮЛ-30003/17', { subject: 'юл30003/17', contractId: null, printed: 'юл30003/17', phone: null, email: null }],
  [' юл 30003–17', { subject: 'юл30003/17', contractId: null, printed: 'юл30003/17', phone: null, email: null }],
  ['12-345', { subject: '12/345', contractId: null, printed: '12/345', phone: null, email: null }],
  [
    '+7 (917) 123-45-67',
    { subject: '79171234567', contractId: null, printed: null, phone: '79171234567', email: null },
  ],
  ['8 917 123-45-67', { subject: '79171234567', contractId: null, printed: null, phone: '79171234567', email: null }],
  ['9171234567', { subject: '79171234567', contractId: 9171234567, printed: null, phone: '79171234567', email: null }],
  [
    'Ivan@Example.RU',
    { subject: 'ivan@example.ru', contractId: null, printed: null, phone: null, email: 'ivan@example.ru' },
  ],
  [
    '9171234567@mail.ru',
    { subject: '9171234567@mail.ru', contractId: null, printed: null, phone: null, email: '9171234567@mail.ru' },
  ],
  ['tel9171234567', { subject: 'теl9171234567', contractId: null, printed: 'теl9171234567', phone: null, email: null }],
  ['1234567890123456', { subject: '1234567890123456', contractId: null, printed: null, phone: null, email: null }],
  ['-', { subject: '-', contractId: null, printed: null, phone: null, email: null }],
])('«%s»', (typed, login) => {
  expect(readLogin(typed)).toEqual(login);
});
