import { expect, test } from 'vitest';
import { tellersOf } from './teller.ts';

const teller = (change: object = {}) => ({
  name: 'bank',
  title: 'Банк',
  protocol: 'osmp',
  addresses: ['10.0.0.0/8'],
  secret: { kind: 'none' },
  smallest: '1',
  largest: '100',
  fiscalized_by: 'agent',
  method: 'bank',
  ...change,
});
const basic = { kind: 'basic', sha256: '0'.repeat(64) };

test('sums are roubles, and a balance is a secret unless it is said to be none', () => {
  expect(tellersOf([teller()])).toMatchObject([{ smallest: 1_00, largest: 100_00, tells_balance: false }]);
});

test.each([
  ['a field that nobody knows', teller({ colour: 'red' })],
  ['no address', teller({ addresses: [] })],
  ['no network', teller({ addresses: ['10.0.0.0/33'] })],
  ['a name for a path', teller({ name: '../x' })],
  ['a hash that is none', teller({ secret: { kind: 'basic', sha256: 'password' } })],
])('%s is refused', (_, wrong) => {
  expect(() => tellersOf([wrong])).toThrow('настройка KABINET_TELLERS неверна: ');
});

test('two of one name are refused', () => {
  expect(() => tellersOf([teller(), teller({ protocol: 'sberbank-1', secret: basic })])).toThrow('с одним name');
});

test('who has no secret shares its addresses with nobody of its gate', () => {
  const other = (change: object) => teller({ name: 'other', addresses: ['10.1.2.3'], secret: basic, ...change });
  expect(() => tellersOf([teller(), other({})])).toThrow('делит адреса с другим');
  expect(tellersOf([teller(), other({ protocol: 'sberbank-1' })])).toHaveLength(2);
  expect(tellersOf([teller(), other({ addresses: ['11.0.0.0/8'] })])).toHaveLength(2);
  expect(tellersOf([teller({ secret: basic }), other({})])).toHaveLength(2);
});
