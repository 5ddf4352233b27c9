import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { startSession } from '#server/domain/identity/session/session.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../../../test/portal/portal.ts';

const DAY = 86_400_000;
const DEVICE = { ip: '95.24.10.7', browser: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36' };
const OWN = { origin: PUBLIC_URL };

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

/** Starts a session without the password; returns the value of the refresh cookie and the access token. */
async function signedIn(contractId = 100001) {
  const pass = await portal.world.db.write((tx) => startSession(tx, contractId, DEVICE, portal.clock.now()));
  return { cookie: `${pass.refresh.sessionId}.${pass.refresh.secret}`, token: pass.accessToken };
}

/** Requests the next token as the page does, with the cookie that the browser sends. */
async function refresh(
  cookie: string | undefined,
  headers: Record<string, string> = OWN,
  payload: string | object = 'forceRefresh=1',
) {
  const reply = await portal.inject({
    method: 'POST',
    url: '/lk/auth',
    headers: {
      ...headers,
      ...(typeof payload === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(cookie !== undefined && { cookie: `ilkat=anything; __Secure-kabinet=${cookie}` }),
    },
    payload,
  });
  const lines = [reply.headers['set-cookie'] ?? []].flat();
  return {
    status: reply.statusCode,
    body: reply.json<Record<string, string>>(),
    lines,
    token: valueOf('ilkat', lines),
    cookie: valueOf('__Secure-kabinet', lines),
    headers: reply.headers,
  };
}

const valueOf = (name: string, lines: string[]) =>
  lines.map((line) => (line.split(';')[0] ?? '').split('=')).find(([found]) => found === name)?.[1];

const opens = async (token: string | undefined) =>
  (await portal.send(contract.auth.sessions, {}, undefined, { authorization: `Bearer ${token ?? ''}` })).status === 200;

test('a refresh returns the next token in the reply and in the cookies', async () => {
  const first = await signedIn();
  portal.clock.advance(9 * 60_000);
  const next = await refresh(first.cookie);
  expect(next.status).toBe(200);
  expect(next.body).toEqual({ access_token: next.token, token_type: 'Bearer', expires_in: 600 });
  expect(next.headers['cache-control']).toBe('no-store');
  expect(next.lines).toEqual([
    `ilkat=${String(next.token)}; Max-Age=600; Path=/lk/; Secure; SameSite=Strict`,
    `__Secure-kabinet=${String(next.cookie)}; Max-Age=${30 * 86_400 - 540}; Path=/lk/auth; HttpOnly; Secure; SameSite=Strict`,
    `kabinet-session=${first.cookie.slice(0, 8)}; Max-Age=${30 * 86_400 - 540}; Path=/lk/; Secure; SameSite=Strict`,
    `__Secure-signed-in=1; Max-Age=${30 * 86_400 - 540}; Path=/lk/; HttpOnly; Secure; SameSite=Lax`,
  ]);
  expect(next.token).not.toBe(first.token);
  expect(next.cookie).not.toBe(first.cookie);
  expect(await opens(next.token)).toBe(true);
});

test('a refresh leaves the page secret of a browser that has one', async () => {
  const { cookie } = await signedIn();
  const reply = await portal.inject({
    method: 'POST',
    url: '/lk/auth',
    headers: { ...OWN, cookie: `__Secure-kabinet=${cookie}; __Secure-signed-in=${'s'.repeat(43)}` },
    payload: { forceRefresh: 1 },
  });
  expect(reply.statusCode).toBe(200);
  expect(String(reply.headers['set-cookie'])).not.toContain('signed-in');
});

test('a refresh accepts forceRefresh=1 as a form or as JSON', async () => {
  const table: [string | object, number][] = [
    [{ forceRefresh: 1 }, 200],
    [{ forceRefresh: '1' }, 200],
    ['forceRefresh=1&x=y', 200],
    ['forceRefresh=0', 422],
    ['', 422],
    [{}, 422],
  ];
  for (const [payload, status] of table) {
    const { cookie } = await signedIn();
    expect((await refresh(cookie, OWN, payload)).status, JSON.stringify(payload)).toBe(status);
  }
});

test("refuses a refresh to any page but this portal's", async () => {
  const table: [Record<string, string>, number][] = [
    [{ origin: PUBLIC_URL }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: `${PUBLIC_URL}.evil.example` }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: PUBLIC_URL, 'sec-fetch-site': 'same-site' }, 403],
  ];
  for (const [headers, status] of table) {
    const { cookie } = await signedIn();
    const reply = await refresh(cookie, headers);
    expect(reply.status, JSON.stringify(headers)).toBe(status);
    if (status === 200) continue;
    expect(reply).toMatchObject({ lines: [], body: { code: 'forbidden_origin' } });
    expect(reply.body['access_token']).toBeUndefined();
    // The refused attempt did not spend the secret.
    expect((await refresh(cookie)).status).toBe(200);
  }
});

test('without a session the reply is 401 in Russian and sets no cookie', async () => {
  for (const cookie of [undefined, '', 'nonsense', `${'A'.repeat(22)}.${'b'.repeat(43)}`]) {
    const reply = await refresh(cookie);
    expect(reply, cookie).toMatchObject({ status: 401, lines: [], body: { code: 'unauthorized' } });
    expect(reply.body['message']).toMatch(/[а-я]/);
  }
});

/**
 * How many connections to this database wait for a lock; asked outside the pool, which the waiting requests may have
 * used up.
 */
async function waiting(): Promise<number> {
  const { connectionString } = portal.pool.options;
  const observer = new pg.Client({ connectionString });
  await observer.connect();
  const { rows } = await observer.query<{ count: string }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  await observer.end();
  return Number(rows[0]?.count);
}

test('twenty tabs that refresh at once get one pair of tokens and stay signed in', async () => {
  const { cookie } = await signedIn();
  // A lock on the row makes all requests meet there.
  const holder = await portal.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from session for update');
  const asked = Array.from({ length: 20 }, () => refresh(cookie));
  try {
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(4);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  const tabs = await Promise.all(asked);
  expect(tabs.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(tabs.map((tab) => tab.token)).size).toBe(1);
  expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(1);
  expect(await opens(tabs[0]?.token)).toBe(true);
  expect((await refresh(tabs[0]?.cookie)).status).toBe(200);
});

test('the previous secret gets the same reply within ten seconds', async () => {
  const first = await signedIn();
  const next = await refresh(first.cookie);
  portal.clock.advance(10_000);
  const again = await refresh(first.cookie);
  expect([again.token, again.cookie]).toEqual([next.token, next.cookie]);
  expect(again.body).toMatchObject({ expires_in: 590 });
});

test('the previous secret ends the whole session after ten seconds', async () => {
  const first = await signedIn();
  const next = await refresh(first.cookie);
  portal.clock.advance(10_001);
  expect(await refresh(first.cookie)).toMatchObject({ status: 401, lines: [] });
  expect((await refresh(next.cookie)).status).toBe(401);
  expect(await opens(next.token)).toBe(false);
  expect(await opens(first.token)).toBe(false);
});

test('an older secret ends the session even within ten seconds', async () => {
  const first = await signedIn();
  const second = await refresh(first.cookie);
  const third = await refresh(second.cookie);
  expect((await refresh(first.cookie)).status).toBe(401);
  expect((await refresh(third.cookie)).status).toBe(401);
  expect(await opens(third.token)).toBe(false);
});

test('a reused secret is recorded and reported to the subscriber once', async () => {
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values (100001, 'email', 'owner@portal.example', 'active')
     on conflict (contract_id, kind) do update set value = excluded.value, state = excluded.state`,
  );
  const other = await signedIn();
  const first = await signedIn();
  await refresh(first.cookie);
  portal.clock.advance(11_000);
  await refresh(first.cookie);
  await refresh(first.cookie);

  const ended = await portal.pool.query("select network from session where end_reason = 'reused_secret'");
  expect(ended.rows).toEqual([{ network: '95.24.10.*' }]);
  const events = await portal.pool.query("select contract_id from audit_event where kind = 'session_secret_reused'");
  expect(events.rows).toEqual([{ contract_id: 100001 }]);
  const messages = await portal.pool.query<{ body: string }>(
    "select body from message where contract_id = 100001 and kind = 'security' and created_at = $1",
    [portal.clock.now()],
  );
  expect(messages.rows.map(({ body }) => body)).toEqual([expect.stringContaining('Chrome на Windows')]);
  const letters = await portal.pool.query<{ payload: { to: string; text: string } }>(
    "select payload from outbox_effect where kind = 'mail.send' and payload ->> 'subject' like '%завершили один из сеансов'",
  );
  expect(letters.rows.map(({ payload }) => payload.to)).toEqual(['owner@portal.example']);
  // Only the stolen session is over; the subscriber's other sessions go on.
  expect((await refresh(other.cookie)).status).toBe(200);
});

test('a session expires after thirty days even if it is used', async () => {
  let { cookie } = await signedIn();
  const renewIn = async (milliseconds: number) => {
    portal.clock.advance(milliseconds);
    const reply = await refresh(cookie);
    cookie = reply.cookie ?? cookie;
    return reply;
  };
  for (let week = 0; week < 4; week += 1) expect((await renewIn(7 * DAY - 1000)).status).toBe(200);
  const last = await renewIn(2 * DAY - 296_000);
  expect(last.body).toMatchObject({ expires_in: 300 });
  portal.clock.advance(299_000);
  expect(await opens(last.token)).toBe(true);
  portal.clock.advance(1000);
  expect(await opens(last.token)).toBe(false);
  expect((await refresh(cookie)).status).toBe(401);
});

test('a session expires after seven days without use', async () => {
  const lazy = await signedIn();
  const gone = await signedIn();
  portal.clock.advance(7 * DAY - 1);
  expect((await refresh(lazy.cookie)).status).toBe(200);
  portal.clock.advance(1);
  expect((await refresh(gone.cookie)).status).toBe(401);
});

test('the holder of a secret of an ended session learns the reason, a stranger does not', async () => {
  const end = (reason: string, cookie: string) =>
    portal.pool.query('update session set ended_at = $1, end_reason = $2 where session_id = $3', [
      portal.clock.now(),
      reason,
      cookie.split('.')[0],
    ]);
  for (const [reason, code] of [
    ['ended_by_client', 'session_ended'],
    ['signed_out', 'session_signed_out'],
    ['reused_secret', 'session_stolen'],
    ['password_changed', 'session_password_changed'],
  ] as const) {
    const first = await signedIn();
    const next = await refresh(first.cookie);
    await end(reason, first.cookie);
    for (const secret of [next.cookie, first.cookie]) {
      expect(await refresh(secret), reason).toMatchObject({ status: 401, lines: [], body: { code } });
    }
    const forged = `${first.cookie.split('.')[0] ?? ''}.${'x'.repeat(43)}`;
    expect(await refresh(forged), reason).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  }
  const idle = await signedIn();
  portal.clock.advance(7 * DAY);
  expect((await refresh(idle.cookie)).body).toMatchObject({ code: 'session_expired' });
});

test('a reused secret ends the session: the holder of the one before it learns why, the holder of an older one does not', async () => {
  const first = await signedIn();
  const second = await refresh(first.cookie);
  const third = await refresh(second.cookie);
  portal.clock.advance(11_000);
  expect((await refresh(first.cookie)).body).toMatchObject({ code: 'unauthorized' });
  expect((await refresh(third.cookie)).body).toMatchObject({ code: 'session_stolen' });
});

test('no table holds a token after a refresh', async () => {
  const { cookie, token, body } = await refresh((await signedIn()).cookie);
  const { rows } = await portal.pool.query<{ text: string }>(
    'select row_to_json(s)::text as text from session s union all select row_to_json(t)::text from access_token t',
  );
  const dump = rows.map((row) => row.text).join('\n');
  for (const hidden of [cookie!.split('.')[1]!, token!, body['access_token']!]) {
    expect(dump).not.toContain(hidden);
    expect(dump).not.toContain(Buffer.from(hidden, 'base64url').toString('hex'));
  }
});

test.each(['GET', 'POST'] as const)(
  '%s /lk/logout redirects below the auth path, where the session ends',
  async (method) => {
    const { cookie, token } = await signedIn();
    const asked = await portal.inject({ method, url: '/lk/logout', headers: { 'sec-fetch-site': 'same-origin' } });
    expect(asked.statusCode).toBe(307);
    expect(asked.headers.location).toBe('/lk/auth/logout');

    const reply = await portal.inject({
      method,
      url: '/lk/auth/logout',
      headers: { 'sec-fetch-site': 'same-origin', cookie: `__Secure-kabinet=${cookie}` },
    });
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe('/lk/login?why=signed_out');
    expect(reply.headers['clear-site-data']).toBe('"storage"');
    expect(reply.headers['set-cookie']).toEqual([
      'ilkat=; Max-Age=0; Path=/lk/; Secure; SameSite=Strict',
      '__Secure-kabinet=; Max-Age=0; Path=/lk/auth; HttpOnly; Secure; SameSite=Strict',
      '__Secure-signed-in=; Max-Age=0; Path=/lk/; HttpOnly; Secure; SameSite=Lax',
      'kabinet-session=; Max-Age=0; Path=/lk/; Secure; SameSite=Strict',
    ]);
    expect(await opens(token)).toBe(false);
    expect((await refresh(cookie)).status).toBe(401);
    const reasons = await portal.pool.query('select end_reason from session where session_id = $1', [
      cookie.split('.')[0],
    ]);
    expect(reasons.rows).toEqual([{ end_reason: 'signed_out' }]);
  },
);

test('a link on a foreign page does not sign out', async () => {
  const { cookie, token } = await signedIn();
  const table: [string, Record<string, string>][] = [
    ['/lk/logout', { 'sec-fetch-site': 'cross-site' }],
    ['/lk/auth/logout', { 'sec-fetch-site': 'cross-site' }],
    ['/lk/auth/logout', { 'sec-fetch-site': 'same-site' }],
    ['/lk/auth/logout', { origin: 'https://evil.example' }],
  ];
  for (const [url, headers] of table) {
    const reply = await portal.inject({ url, headers: { ...headers, cookie: `__Secure-kabinet=${cookie}` } });
    expect(reply.statusCode, url).toBe(303);
    expect(reply.headers.location).toBe('/lk/');
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(reply.headers['clear-site-data']).toBeUndefined();
  }
  expect(await opens(token)).toBe(true);
});

test('signs out by a typed address, and without a session, too', async () => {
  const { cookie, token } = await signedIn();
  const headers = { 'sec-fetch-site': 'none' };
  await portal.inject({ url: '/lk/auth/logout', headers: { ...headers, cookie: `__Secure-kabinet=${cookie}` } });
  expect(await opens(token)).toBe(false);
  expect((await portal.inject({ url: '/lk/auth/logout', headers })).headers.location).toBe('/lk/login?why=signed_out');
});

test('a made-up secret signs nobody out', async () => {
  const { cookie, token } = await signedIn();
  const forged = `${cookie.split('.')[0] ?? ''}.${'x'.repeat(43)}`;
  await portal.inject({ url: '/lk/auth/logout', headers: { cookie: `__Secure-kabinet=${forged}` } });
  expect(await opens(token)).toBe(true);
});

test('GET /lk/auth redirects to the login page, and back only to a page of the portal', async () => {
  const table = [
    ['', '/lk/login'],
    ['?return=/lk/payment/i/629.00', '/lk/login?return=%2Flk%2Fpayment%2Fi%2F629.00'],
    ['?return=%2Flk%2Finternet%2F17%3Ftab%3Disg', '/lk/login?return=%2Flk%2Finternet%2F17%3Ftab%3Disg'],
    ['?return=/payment/i/629', '/lk/login?return=%2Flk%2Fpayment%2Fi%2F629'],
    ['?return=/lk/', '/lk/login'],
    ['?return=https://evil.example/', '/lk/login'],
    ['?return=//evil.example/lk/', '/lk/login'],
    ['?return=/%5Cevil.example', '/lk/login'],
    ['?return=/%255Cevil.example', '/lk/login'],
    ['?return=/lk/%252F%252Fevil.example', '/lk/login'],
    ['?return=/lk/../evil', '/lk/login'],
    ['?return=javascript:alert(1)', '/lk/login'],
    ['?return=/lk/logout', '/lk/login'],
    ['?return=/lk/&return=https://evil.example/', '/lk/login'],
  ];
  for (const [query = '', location] of table) {
    const reply = await portal.inject({ url: `/lk/auth${query}` });
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location, query).toBe(location);
  }
});
