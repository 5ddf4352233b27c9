import { expect, test } from 'vitest';
import type { InternetState } from '../port.ts';
import { replyOf, type ReplyTemplate } from './reply.ts';
import { templateFault } from './port.ts';

const PROFILE = {
  downKbit: 100_500,
  upKbit: 50_000,
  burst: null,
  pool: null,
  filter: null,
  sessionSeconds: null,
  codes: ['turbo'],
};

const state = (changes: Partial<InternetState> = {}): InternetState =>
  ({ access: 'open', staticAddress: null, circuit: null, profile: PROFILE, ...changes }) as InternetState;

const template = (changes: Partial<ReplyTemplate>): ReplyTemplate => ({
  when: 'always',
  place: 'both',
  attribute: 'Filter-Id',
  op: ':=',
  value: 'x',
  ...changes,
});

const told = (of: Partial<ReplyTemplate>, changes: Partial<InternetState> = {}) => {
  const { accept } = replyOf([template(of)], { userId: 17, state: state(changes), isNight: false });
  return accept.slice(0, -3);
};

test('a value with a placeholder that has nothing to stand for is left out', () => {
  expect(told({ value: '{pool}' })).toEqual([]);
  expect(told({ value: '{pool}' }, { profile: { ...PROFILE, pool: 'main' } })).toEqual(['Filter-Id', ':=', 'main']);
  expect(told({ value: '{down_kbit}/{up_kbit}' }, { profile: null })).toEqual([]);
  expect(told({ value: '{down_mbit} {down_bit}' })).toEqual(['Filter-Id', ':=', '101 100500000']);
  expect(told({ value: 'r{mikrotik_burst}' })).toEqual(['Filter-Id', ':=', 'r']);
});

test('a template is for all, for those who are open, for debtors, or for those with an option', () => {
  const debtor = { access: 'payment_page_only' as const };
  const who = (when: string) => [told({ when }).length > 0, told({ when }, debtor).length > 0];
  expect(who('always')).toEqual([true, true]);
  expect(who('open')).toEqual([true, false]);
  expect(who('payment_page_only')).toEqual([false, true]);
  expect(who('option:turbo')).toEqual([true, false]);
  expect(who('option:other')).toEqual([false, false]);
});

test('at night there is the speed of the night, without a burst; without a night there is none', () => {
  const value = '{up_kbit}k/{down_kbit}k{mikrotik_burst}';
  const burst = { downKbit: 300_000, upKbit: 300_000, seconds: 8 };
  const night = { from: '23:00', until: '07:00', downKbit: 200_000, upKbit: 150_000 };
  const rate = (profile: InternetState['profile'], isNight = true) =>
    replyOf([template({ value })], { userId: 17, state: state({ profile }), isNight }).coa[2];
  expect(rate({ ...PROFILE, burst, night })).toBe('150000k/200000k');
  expect(rate({ ...PROFILE, night }, false)).toBe('50000k/100500k');
  expect(rate(PROFILE)).toBe('50000k/100500k');
});

test('an answer and an order to change a session have what is meant for each; the class tells whose it is and its shape', () => {
  const templates = [
    template({ place: 'accept', value: 'a' }),
    template({ place: 'coa', value: 'c' }),
    template({ value: 'b' }),
  ];
  const { accept, coa, shape } = replyOf(templates, { userId: 17, state: state(), isNight: false });
  expect(accept).toEqual(['Filter-Id', ':=', 'a', 'Filter-Id', ':=', 'b', 'Class', ':=', `k:17:${shape}`]);
  expect(coa).toEqual(['Filter-Id', ':=', 'c', 'Filter-Id', ':=', 'b']);
  const same = replyOf(templates, { userId: 18, state: state({ version: 9, next: null }), isNight: false });
  expect(same.shape).toBe(shape);
  const speeds = [template({ value: '{down_kbit}' })];
  const shapes = [100, 200].map(
    (downKbit) =>
      replyOf(speeds, { userId: 17, state: state({ profile: { ...PROFILE, downKbit } }), isNight: false }).shape,
  );
  expect(new Set(shapes).size).toBe(2);
});

test.each([
  ['mikrotik', 'Mikrotik-Rate-Limit', '{up_kbit}k/{down_kbit}k', undefined],
  ['juniper', 'ERX-Service-Activate:1', 'inet({down_kbit}k)', undefined],
  ['accel-ppp', 'L4-Redirect', '1', undefined],
  ['huawei', 'Framed-IP-Address', '{address}', undefined],
  ['mikrotik', 'Mikrotik-Rate-Limits', '1k/1k', 'Атрибута Mikrotik-Rate-Limits у mikrotik нет'],
  ['cisco', 'Mikrotik-Rate-Limit', '1k/1k', 'Атрибута Mikrotik-Rate-Limit у cisco нет'],
  ['mikrotik', 'Class', 'mine', 'Атрибута Class у mikrotik нет'],
  ['mikrotik', 'Filter-Id', '{speed}', 'В скобках стоит {speed}, такого имени нет'],
  ['huawei', 'Huawei-Input-Average-Rate', '{up_kbit}k', 'Значение Huawei-Input-Average-Rate — целое число'],
  ['mikrotik', 'Framed-IP-Address', 'ten', 'Значение Framed-IP-Address — адрес IPv4 или {address}'],
])('%s %s = %s', (kind, attribute, value, fault) => {
  expect(templateFault(kind, { attribute, value })).toBe(fault);
});
