import { expect, test } from 'vitest';
import { isTrouble } from './trouble.ts';

const failure = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);

test.each(['08006', '53100', '53300', '57P01', '57P03', '25006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC'])(
  '%s is trouble of the infrastructure',
  (code) => {
    expect(isTrouble(failure('any words', { code }))).toBe(true);
  },
);

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
])('“%s” is trouble of the infrastructure', (message) => {
  expect(isTrouble(failure(message))).toBe(true);
});

test('a database socket that does not exist yet is trouble, a missing file is not', () => {
  expect(isTrouble(failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' }))).toBe(true);
  expect(isTrouble(failure('open ENOENT', { code: 'ENOENT', syscall: 'open' }))).toBe(false);
});

test('finds trouble in the cause of an error', () => {
  const cause = failure('read', { code: 'ECONNRESET' });
  expect(isTrouble(new Error('the answer did not come', { cause }))).toBe(true);
});

test.each([
  failure('out of range', { code: '22003' }),
  failure('duplicate key', { code: '23505' }),
  failure('raised', { code: 'P0001' }),
  failure('corrupted', { code: 'XX001' }),
  failure('statement timeout', { code: '57014' }),
  new TypeError('x is not a function'),
  'Connection terminated',
  undefined,
])('a wrong request or a bug is not trouble: %s', (error) => {
  expect(isTrouble(error)).toBe(false);
});
