import { expect, test } from 'vitest';
import { agentsOf } from './payment-agent.ts';

const agent = (change: object = {}) => ({
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

test('reads sums as roubles, and hides the balance by default', () => {
  expect(agentsOf([agent()])).toMatchObject([{ smallest: 1_00, largest: 100_00, tells_balance: false }]);
});

const hash = { kind: 'hash', algorithm: 'sha256', parameter: 'sign', fields: ['sum'], secret: 'sixteen signs ok' };

test('takes the shortest title, the shortest secret, and a hash of one parameter', () => {
  expect(agentsOf([agent({ title: 'Б', secret: hash })])).toMatchObject([{ secret: hash }]);
});

test.each([
  ['a secret of fifteen signs', agent({ secret: { ...hash, secret: 'fifteen signs!!' } })],
  ['a hash of nothing', agent({ secret: { ...hash, fields: [] } })],
  ['an unknown field', agent({ colour: 'red' })],
  ['an empty list of addresses', agent({ addresses: [] })],
  ['an invalid network', agent({ addresses: ['10.0.0.0/33'] })],
  ['a path as a name', agent({ name: '../x' })],
  ['an invalid hash', agent({ secret: { kind: 'basic', sha256: 'password' } })],
])('refuses %s', (_, wrong) => {
  expect(() => agentsOf([wrong])).toThrow('настройка KABINET_PAYMENT_AGENTS неверна: ');
});

test('refuses two agents with one name', () => {
  expect(() => agentsOf([agent(), agent({ protocol: 'sberbank-1', secret: basic })])).toThrow('с одним name');
});

test('an agent without a secret shares its addresses with no other agent of its gate', () => {
  const other = (change: object) => agent({ name: 'other', addresses: ['10.1.2.3'], secret: basic, ...change });
  expect(() => agentsOf([agent(), other({})])).toThrow('делит адреса с другим');
  expect(agentsOf([agent(), other({ protocol: 'sberbank-1' })])).toHaveLength(2);
  expect(agentsOf([agent(), other({ addresses: ['11.0.0.0/8'] })])).toHaveLength(2);
  expect(agentsOf([agent({ secret: basic }), other({})])).toHaveLength(2);
});
