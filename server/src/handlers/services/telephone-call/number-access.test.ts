import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { newToken } from '../../../../test/portal/open-portal.ts';
import { readPdf } from '../../../../test/portal/pdf-text.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { total, showNumbers, hideNumbers, numberAccess } = contract.telephoneCall;
const NUMBER = '78482003107';
const PERIOD = '2026-10';
const FULL = /^(?:\d{2,15}|\d{3})$/;
const MINUTE_MS = 60_000;

const ask = (portal: TestPortal, query: Record<string, string> = {}) =>
  portal.send(total, { query: { phone_number: NUMBER, period: PERIOD, limit: 100, ...query } }, 100_001);
const numbersIn = async (portal: TestPortal) => (await ask(portal)).body.items.map(({ number }) => number);
const show = (portal: TestPortal) =>
  portal.send(showNumbers, { body: { phone_number: NUMBER } }, 100_001, {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140',
  });
const logOf = async (portal: TestPortal, query = {}) =>
  (await portal.send(numberAccess, { query: { phone_number: NUMBER, ...query } }, 100_001)).body;

async function file(portal: TestPortal, format: 'csv' | 'pdf') {
  const body = { kind: 'calls', phone_number: NUMBER, period: PERIOD, format } as const;
  const link = await portal.send(contract.document.link, { body }, 100_001);
  const payload = new URL(link.body.url).search.slice(1);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return portal.inject({ method: 'POST', url: '/lk/document', headers, payload });
}

const later = (portal: TestPortal, minutes: number) =>
  portal.clock.set(new Date(portal.clock.now().getTime() + minutes * MINUTE_MS));

test('numbers of others are masked until the subscriber asks for them, for ten minutes', async () => {
  const portal = await testPortal();
  const before = await ask(portal);
  expect(before.body.numbers_shown_until).toBeNull();
  for (const { number } of before.body.items) expect(number).toMatch(/^7(?:8482\*{4}|\d{3}\*{5})\d\d$|^375\*+\d\d$/);
  const shown = await show(portal);
  expect(shown.body.shown_until).toBe(new Date(portal.clock.now().getTime() + 10 * MINUTE_MS).toISOString());
  expect((await ask(portal)).body.numbers_shown_until).toBe(shown.body.shown_until);
  const full = await numbersIn(portal);
  expect(full.every((number) => FULL.test(number))).toBe(true);
  expect(full.map((number) => number.slice(-2))).toEqual(before.body.items.map(({ number }) => number.slice(-2)));
  later(portal, 9.9);
  expect(await numbersIn(portal)).toEqual(full);
  later(portal, 0.1);
  expect(await numbersIn(portal)).toEqual(before.body.items.map(({ number }) => number));
});

test('numbers are shown only to who has just confirmed that it is he', async () => {
  const portal = await testPortal();
  await portal.tokenOf(100_001);
  later(portal, 6);
  expect((await show(portal)).body).toMatchObject({ code: 'confirmation_required' });
  expect((await logOf(portal)).items).toEqual([]);
  expect((await ask(portal)).body.numbers_shown_until).toBeNull();
  await portal.pool.query('update session set confirmed_at = $1', [portal.clock.now()]);
  expect((await show(portal)).status).toBe(200);
});

test('another session of the same contract, and calls of another number, stay masked', async () => {
  const portal = await testPortal();
  await show(portal);
  const token = await newToken(portal.pool, 100_001, portal.clock.now());
  const other = await portal.send(total, { query: { phone_number: NUMBER, period: PERIOD } }, undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(other.body.items[0]?.number).toContain('*');
  const line = await ask(portal, { phone_number: '78482003108' });
  expect(line.body.numbers_shown_until).toBeNull();
});

test('hidden again, numbers are masked at once; hiding what is hidden leaves no line', async () => {
  const portal = await testPortal();
  await show(portal);
  for (const _ of [1, 2])
    expect((await portal.send(hideNumbers, { body: { phone_number: NUMBER } }, 100_001)).status).toBe(200);
  expect((await ask(portal)).body.numbers_shown_until).toBeNull();
  expect((await logOf(portal)).items.map(({ what }) => what)).toEqual(['hidden', 'shown']);
});

test('a search by number is refused while numbers are masked, and then finds them', async () => {
  const portal = await testPortal();
  const refused = await ask(portal, { q: '8482' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'numbers_hidden' } });
  await show(portal);
  const calls = (await ask(portal)).body.items;
  const q = calls[0]!.number.slice(5);
  const found = await ask(portal, { q });
  expect(found.body.items).toEqual(calls.filter(({ number }) => number.includes(q)));
  expect((await ask(portal, { q: '000000000000000' })).body.items).toEqual([]);
});

test.each(['csv', 'pdf'] as const)(
  'a %s masks numbers unless they are shown; then it is in the log',
  async (format) => {
    const portal = await testPortal();
    const textOf = async () => {
      const { rawPayload, body } = await file(portal, format);
      return (format === 'pdf' ? readPdf(rawPayload).pages.join('\n') : body).replaceAll('\u00a0', ' ');
    };
    const masked = await textOf();
    expect(masked).toMatch(/7 927 \*{3}-\*\*-\d\d/);
    expect(masked).not.toMatch(/7 927 \d{3}/);
    expect((await logOf(portal)).items).toEqual([]);
    await show(portal);
    const full = await textOf();
    expect(full).toMatch(/7 927 \d{3}-\d\d-\d\d/);
    expect((await logOf(portal)).items).toMatchObject([
      { what: format, period: PERIOD },
      { what: 'shown', period: null },
    ]);
  },
);

test('the log says who looked, when and from where, page by page, newest first', async () => {
  const portal = await testPortal();
  await show(portal);
  later(portal, 3);
  await show(portal);
  const first = await logOf(portal, { limit: 1 });
  expect(first.items).toMatchObject([
    {
      at: portal.clock.now().toISOString(),
      what: 'shown',
      browser: 'Chrome на Windows',
      network: '127.0.0.*',
      is_current: true,
    },
  ]);
  const second = await logOf(portal, { limit: 1, cursor: first.next ?? '' });
  expect(second.items).toHaveLength(1);
  expect(second.next).toBeNull();
  expect(second.items[0]!.number_access_id).toBeLessThan(first.items[0]!.number_access_id);
  expect(await logOf(portal, { cursor: 'x' })).toMatchObject({ code: 'bad_input' });
});

test('no line of the log can be changed or deleted', async () => {
  const portal = await testPortal();
  await show(portal);
  for (const change of [
    `update number_access set network = ''`,
    'delete from number_access',
    'truncate number_access',
  ]) {
    await expect(portal.pool.query(change)).rejects.toThrow('written once');
  }
});

test('the log is not shown to another contract, even of the same number', async () => {
  const portal = await testPortal();
  await show(portal);
  await portal.pool.query('update phone_number set contract_id = 100002 where phone_number = $1', [NUMBER]);
  const { body } = await portal.send(numberAccess, { query: { phone_number: NUMBER } }, 100_002);
  expect(body.items).toEqual([]);
});

test.each([showNumbers, hideNumbers])('$path refuses a number that is not the caller’s', async (call) => {
  const portal = await testPortal();
  for (const phone_number of ['78482003412', '78482999999']) {
    expect((await portal.send(call, { body: { phone_number } }, 100_001)).body).toMatchObject({ code: 'not_found' });
  }
  expect((await portal.pool.query('select from number_access')).rowCount).toBe(0);
});
