import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { desiredOf } from '#server/domain/services/provisioning/check-network.ts';
import { freePort } from '../../../test/process/process.ts';
import { addNas } from '../../../test/network/told.ts';
import { testPortal, PUBLIC_URL, type TestPortal } from '../../../test/portal/portal.ts';
import { serveLines } from './listener.ts';

const WHO = 100_002;
const NAS = '10.255.0.1';
const [DEBTOR, NEIGHBOUR] = ['127.0.0.21', '127.0.0.22'];
const SIGN_IN = `${PUBLIC_URL}/lk/`;

/** The line of the demo's debtor on an address of this machine, and the listener of lines. */
async function line() {
  const portal = await testPortal();
  await addNas(portal.pool, NAS);
  const { rows } = await portal.pool.query<{ id: number }>(
    `select user_id::int as id from service_user where contract_id = ${WHO} and user_type in ('isg', 'ethernet', 'homenet') order by 1 limit 1`,
  );
  const id = rows[0]?.id ?? 0;
  await portal.pool.query('update internet_session set stopped_at = started_at where stopped_at is null');
  const session = ({ user = id, address = DEBTOR, begun = 60, seen = 1 } = {}) =>
    portal.pool.query(
      `insert into internet_session (user_id, started_at, seen_at, address, bytes_in, bytes_out, nas, session_ref)
       values ($1, $2, $3, $4, 0, 0, $5, 'ref')`,
      [user, ago(portal, begun), ago(portal, seen), address, NAS],
    );
  await session();
  const port = await freePort();
  onTestFinished(await serveLines(portal.world, { host: '127.0.0.1', port }));
  const ask = (path = '/generate_204', { from = DEBTOR, headers = {} } = {}) => asked({ port, path, from, headers });
  const secret = async () => new URL((await ask()).location).hash.slice(1);
  const post = (to: '' | '/pay' | '/state', own: string) =>
    portal.inject({
      method: 'POST',
      url: `/lk/line${to}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `secret=${own}`,
    });
  return { portal, id, session, ask, secret, post };
}

const ago = ({ clock }: TestPortal, minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
const plain = (html: string) => html.replaceAll(/\u00a0|&nbsp;/g, ' ');

interface Asked {
  readonly port: number;
  readonly path: string;
  readonly from: string;
  readonly headers: Record<string, string>;
}

const asked = ({ port, path, from, headers }: Asked) =>
  new Promise<{ status: number; location: string; type: string; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, localAddress: from, headers }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (part: string) => (body += part));
      reply.on('end', () => {
        const { location = '', 'content-type': type = '' } = reply.headers;
        resolve({ status: reply.statusCode ?? 0, location, type, body });
      });
    })
      .on('error', reject)
      .end();
  });

test('a debtor’s line is sent to its page, which tells the sum, what it brings back and two digits, and nothing else', async () => {
  const { portal, ask, secret, post } = await line();
  const { status, location } = await ask('/any/page?x=1', { headers: { host: 'example.org' } });
  expect(status).toBe(302);
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:8080\/lk\/line#[\w-]{43}$/);
  const page = await portal.inject({ method: 'GET', url: '/lk/line' });
  expect(page.body).toContain('data-step="enter"');
  const reply = await post('', await secret());
  const text = plain(reply.body);
  for (const words of ['629 ₽', 'Договор …02', 'интернет', 'Оплатить по СБП']) expect(text).toContain(words);
  const { rows } = await portal.pool.query<{ words: (string | null)[] }>(
    `select array[c.contract_id::text, c.client_name, c.house] || array(select login from service_user u where u.contract_id = c.contract_id)
       || array(select phone_number from phone_number n where n.contract_id = c.contract_id)
       || array(select account_no from account a where a.contract_id = c.contract_id) as words
     from contract c where contract_id = ${WHO}`,
  );
  const secrets = (rows[0]?.words ?? []).filter((word) => word !== null && word.length > 3);
  expect(secrets.length).toBeGreaterThan(3);
  expect(secrets.filter((word) => text.includes(word ?? ''))).toEqual([]);
  expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' });
  const parts = await Promise.all(['/lk/line.js', '/lk/line.css'].map((url) => portal.inject({ method: 'GET', url })));
  expect(parts.reduce((sum, { body }) => sum + body.length, reply.body.length)).toBeLessThan(60_000);
  expect(parts.map(({ body }) => body).join('')).not.toMatch(
    /localStorage|sessionStorage|indexedDB|serviceWorker|cookie/,
  );
});

test('RFC 8908: a debtor’s line is captive, and another one is not', async () => {
  const { portal, id, ask } = await line();
  const told = await ask('/captive');
  expect(told.type).toBe('application/captive+json');
  expect(JSON.parse(told.body)).toEqual({
    captive: true,
    'user-portal-url': expect.stringMatching(/\/lk\/line#[\w-]{43}$/) as string,
  });
  expect(JSON.parse((await ask('/captive', { from: NEIGHBOUR })).body)).toEqual({ captive: false });
  await portal.pool.query(`update service_user set state = 'active', reason = null where user_id = $1`, [id]);
  expect(JSON.parse((await ask('/captive')).body)).toEqual({ captive: false });
  expect((await ask()).location).toBe(SIGN_IN);
});

test('another address, a forged header, an ended session, two sessions, a silent one: the ordinary sign-in, and no debt', async () => {
  const { portal, ask, session } = await line();
  const forged = { 'x-forwarded-for': DEBTOR, forwarded: `for=${DEBTOR}`, 'x-real-ip': DEBTOR };
  expect((await ask('/', { from: NEIGHBOUR })).location).toBe(SIGN_IN);
  expect((await ask('/', { from: NEIGHBOUR, headers: forged })).location).toBe(SIGN_IN);
  const after = async (change: string) => {
    await portal.pool.query('begin');
    await portal.pool.query(change);
    await portal.pool.query('commit');
    return (await ask()).location;
  };
  const live = `where address = '${DEBTOR}' and settled = 'infinity'`;
  const seen = ago(portal, 11).toISOString();
  expect(await after(`update internet_session set seen_at = '${seen}' ${live}`)).toBe(SIGN_IN);
  expect(await after(`update internet_session set seen_at = '${ago(portal, 9).toISOString()}' ${live}`)).toContain('#');
  // Somebody else has had the address since.
  await session({ begun: 30 });
  expect((await ask()).location).toBe(SIGN_IN);
  await after(
    `update internet_session set stopped_at = started_at ${live} and started_at > '${ago(portal, 40).toISOString()}'`,
  );
  expect((await ask()).location).toBe(SIGN_IN);
  await after(`delete from internet_session ${live} and stopped_at is not null`);
  expect((await ask()).location).toContain('#');
  expect(await after(`update internet_session set stopped_at = started_at ${live}`)).toBe(SIGN_IN);
});

test('a link is valid for a quarter of an hour, and while its session has its address', async () => {
  const { portal, secret, post } = await line();
  const own = await secret();
  expect((await post('', own)).statusCode).toBe(200);
  expect((await post('', 'x'.repeat(43))).statusCode).toBe(410);
  await portal.pool.query(`update internet_session set address = '${NEIGHBOUR}' where address = '${DEBTOR}'`);
  const moved = await post('', own);
  expect([moved.statusCode, plain(moved.body).includes('₽')]).toEqual([410, false]);
  expect((await post('/pay', own)).statusCode).toBe(410);
  await portal.pool.query(`update internet_session set address = '${DEBTOR}' where address = '${NEIGHBOUR}'`);
  expect((await post('', own)).statusCode).toBe(200);
  portal.clock.advance(15 * 60_000);
  await portal.pool.query(`update internet_session set seen_at = $1 where address = '${DEBTOR}'`, [portal.clock.now()]);
  expect((await post('', own)).statusCode).toBe(410);
  const { rows } = await portal.pool.query(`select 1 from radius.line_link where position($1::bytea in mark) > 0`, [
    Buffer.from(own, 'base64url'),
  ]);
  expect(rows).toEqual([]);
});

test('all devices of a line share a link for two minutes; it gets thirty an hour', async () => {
  const { portal, secret, ask } = await line();
  const first = await secret();
  expect(await secret()).toBe(first);
  portal.clock.advance(2 * 60_000);
  expect(await secret()).not.toBe(first);
  await portal.pool.query(
    `insert into radius.line_link (mark, user_id, internet_session_id, address, made_at, expires_at)
     select decode(lpad(to_hex(n), 64, '0'), 'hex'), user_id, internet_session_id, address, made_at, expires_at
     from radius.line_link, generate_series(1, 28) n where mark in (select mark from radius.line_link limit 1)`,
  );
  portal.clock.advance(2 * 60_000);
  expect((await ask()).location).toBe(SIGN_IN);
});

test('«Оплатить» leads to the bank, and opens slow access for ten minutes, twice a day', async () => {
  const { portal, id, secret, post, ask } = await line();
  const state = async () => (await portal.world.db.read((tx) => desiredOf(tx, { userId: id })))?.state;
  const pay = async () => {
    const reply = await post('/pay', await secret());
    return [reply.statusCode, reply.headers.location];
  };
  expect(await pay()).toEqual([303, expect.stringContaining('/sandbox/')]);
  expect(await state()).toMatchObject({
    access: 'open',
    restriction: null,
    profile: { downKbit: 1024, upKbit: 1024, burst: null, codes: [] },
    openUntil: new Date(portal.clock.now().getTime() + 600_000).toISOString(),
  });
  expect((await ask()).location).toBe(SIGN_IN);
  const again = async () => {
    portal.clock.advance(600_000);
    await portal.work();
    await portal.pool.query(`update internet_session set seen_at = $1 where address = '${DEBTOR}'`, [
      portal.clock.now(),
    ]);
  };
  await again();
  expect(await state()).toMatchObject({ access: 'payment_page_only', openUntil: null });
  expect((await pay())[0]).toBe(303);
  expect(await state()).toMatchObject({ access: 'open' });
  await again();
  expect((await pay())[0]).toBe(303);
  expect(await state()).toMatchObject({ access: 'payment_page_only' });
  portal.clock.advance(86_400_000);
  await again();
  expect((await pay())[0]).toBe(303);
  expect(await state()).toMatchObject({ access: 'open' });
});

test('while the window is open the link outlives its session; when the money has come it says so', async () => {
  const { portal, id, secret, post } = await line();
  const own = await secret();
  const states = async () => (await post('/state', own)).json<{ state: string }>().state;
  expect(await states()).toBe('waiting');
  await post('/pay', own);
  await portal.pool.query(`update internet_session set stopped_at = seen_at where address = '${DEBTOR}'`);
  expect(await states()).toBe('waiting');
  expect((await post('', own)).statusCode).toBe(200);
  // The money comes after the page has asked for the line, and before it asks for the debt: there is nothing to pay any more.
  await portal.pool.query('update account set debt_since = null where contract_id = $1', [WHO]);
  for (const to of ['', '/pay'] as const) expect(plain((await post(to, own)).body)).toContain('Интернет работает');
  await portal.pool.query(`update service_user set state = 'active', reason = null where user_id = $1`, [id]);
  expect(await states()).toBe('works');
  expect(plain((await post('', own)).body)).toContain('Интернет работает');
  portal.clock.advance(15 * 60_000);
  expect(await states()).toBe('over');
});
