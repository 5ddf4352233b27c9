import { expect, test } from 'vitest';
import { z } from 'zod';
import { LARGEST_FILE, MOST_FILES } from '../file.ts';
import { call, HOUR, MINUTE, SECOND, type Effect, type Method } from './call.ts';
import { isOperatorCall, operatorCall } from './staff-call.ts';
import * as wire from './wire.ts';

const query = z.strictObject({ p: z.string() });
const described = (method: Method, effect?: Effect) =>
  call({ method, path: '/v2/x', summary: '', query, result: z.any(), members: [], ...(effect && { effect }) });
const takes = (of: z.ZodType, sent: unknown) => of.safeParse(sent).success;

test('a read ignores parameters that it does not know, a change refuses them', () => {
  const sent = { p: 'i', other: '1' };
  expect(described('GET').query.parse(sent)).toEqual({ p: 'i' });
  expect(takes(described('GET', 'change').query, sent)).toBe(false);
  expect(takes(described('POST').query, sent)).toBe(false);
  expect(takes(described('POST', 'read').query, sent)).toBe(false);
  expect(takes(described('GET', 'change').query, { p: 'i' })).toBe(true);
});

test('a call is a subscriber’s own by default; one that needs a confirmation may say so', () => {
  expect(described('GET')).toMatchObject({
    effect: 'read',
    access: 'subscriber',
    confirm: false,
    problems: [],
    freshFor: 0,
  });
  expect(described('DELETE').effect).toBe('change');
  const confirmed = call({ method: 'POST', path: '/v2/x', summary: '', result: z.any(), confirm: true, members: [] });
  expect(confirmed).toMatchObject({ confirm: true, problems: ['confirmation_required'] });
  const command = { words: 'x', help: '' };
  const one = {
    method: 'GET',
    path: '/staff/v1/x',
    summary: '',
    roles: ['cashier'],
    command,
    result: z.any(),
  } as const;
  const ofStaff = operatorCall({ ...one, roles: ['cashier'] });
  expect([ofStaff.access, isOperatorCall(ofStaff), isOperatorCall(described('GET'))]).toEqual([
    'operator',
    true,
    false,
  ]);
});

test('times are in milliseconds; a client sends five files of ten megabytes', () => {
  expect([SECOND, MINUTE, HOUR]).toEqual([1000, 60_000, 3_600_000]);
  expect([LARGEST_FILE, MOST_FILES]).toEqual([10_485_760, 5]);
});

test('a sum to pay has at most seven digits of roubles and two of kopecks', () => {
  expect(wire.Amount.parse('9999999,99')).toBe(999_999_999);
  expect(takes(wire.Amount, '10000000')).toBe(false);
  expect(takes(wire.Amount, '1.005')).toBe(false);
  // Beyond the limits of a provider, not of the form.
  expect(wire.LimitedAmount.parse('10000000')).toBe(1_000_000_000_000);
  expect(takes(wire.LimitedAmount, '1'.repeat(100))).toBe(true);
  expect(takes(wire.LimitedAmount, '1'.repeat(101))).toBe(false);
  expect([wire.Money.decode('-628.50'), wire.Money.encode(-62850 as never)]).toEqual([-62850, '-628.50']);
});

test('a text has its length and only what the database can store', () => {
  expect(['abc', 'abcd', 'a\0', '\ud800'].map((sent) => takes(wire.text(3), sent))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each<[z.ZodType, string | number, string | number]>([
  [wire.PhoneText, '8 (927) 123-45-67', '123'],
  [wire.PhoneText, `${' '.repeat(22)}9271234567`, `${' '.repeat(23)}9271234567`],
  [wire.CallablePhone, '79271234567', '78001234567'],
  [wire.EmailText, `${'a'.repeat(64)}@${'b'.repeat(60)}.example`, 'maria'],
  [wire.CodeText, ' 12-34 56 ', '12345'],
  [wire.CodeText, '1 2 3 4 5 6'.padEnd(20), '1 2 3 4 5 6'.padEnd(21)],
  [wire.Id, 1, 0],
  [wire.Id, Number.MAX_SAFE_INTEGER, 1.5],
  [wire.CatalogueId, 2_147_483_647, 2_147_483_648],
  [wire.CatalogueId, 1, 0],
  [wire.Count, 0, -1],
  [wire.Count, 2_147_483_647, 2_147_483_648],
  [wire.inAddress(wire.Id), '17', '017'],
  [wire.inAddress(wire.Id), '1'.repeat(16), '1'.repeat(17)],
  [wire.inAddress(wire.Count), '0', '+1'],
  [wire.AskedDay, '2100-12-31', '2101-01-01'],
  [wire.AskedDay, '1990-01-01', '1989-12-31'],
  [wire.AskedPeriod, '2100-12', '2101-01'],
])('%# takes %j and not %j', (schema, good, bad) => {
  expect(takes(schema, good)).toBe(true);
  expect(takes(schema, bad)).toBe(false);
});

test('a wrong sum or day has one message', () => {
  for (const [schema, sent] of [
    [wire.Amount, 'x'],
    [wire.LimitedAmount, 'x'],
    [wire.AskedDay, 'x'],
    [wire.Count, 2 ** 60],
  ] as const) {
    expect(schema.safeParse(sent).error?.issues).toHaveLength(1);
  }
});

test('a moment has its offset', () => {
  expect(takes(wire.InstantText, '2026-11-20T10:00:00+04:00')).toBe(true);
  expect(takes(wire.InstantText, '2026-11-20T10:00:00')).toBe(false);
});

test('an address of e-mail has at most two hundred and fifty-four signs', () => {
  const address = (length: number) =>
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 196)}.ru`;
  expect([254, 255].map((length) => address(length).length)).toEqual([254, 255]);
  expect([254, 255].map((length) => takes(wire.EmailText, address(length)))).toEqual([true, false]);
});

test('a page has twenty lines unless up to a hundred are asked for', () => {
  expect(wire.PageQuery.parse({})).toEqual({ limit: 20 });
  expect(['1', '100'].map((limit) => takes(wire.PageQuery, { limit }))).toEqual([true, true]);
  expect(['0', '101'].map((limit) => takes(wire.PageQuery, { limit }))).toEqual([false, false]);
  expect(['x'.repeat(64), 'x'.repeat(65)].map((cursor) => takes(wire.PageQuery, { cursor }))).toEqual([true, false]);
});
