import { hash } from '@node-rs/argon2';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { readLogin } from '#server/domain/identity/credentials/login.rules.ts';
import { approach } from '#server/domain/identity/guard/guard.ts';
import { forgetDevices } from '#server/domain/identity/session/known-device.queries.ts';
import { isOutdated } from '#server/domain/identity/credentials/password.ts';
import { DEVICE_COOKIE, sameDevice, signerAt } from '../../../../test/identity/signing-in.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const PASSWORD = 'demo-kabinet';
const MINUTE = 60_000;

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

const { take, signIn, failFiveTimes } = signerAt(() => portal);

const setContact = (contractId: number, kind: string, value: string, state: string) =>
  portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, $2, $3, $4)
     on conflict (contract_id, kind) do update set value = excluded.value, state = excluded.state`,
    [contractId, kind, value, state],
  );

const sessionsOf = (token: string | undefined) =>
  portal.send(contract.auth.sessions, {}, undefined, { authorization: `Bearer ${token ?? ''}` });

test('signing in returns a token for ten minutes, the cookies of the session, and the device cookie', async () => {
  const { status, body, cookies } = await signIn('100001', PASSWORD);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600 });
  // 256 bits, and no UUID.
  expect(body['access_token']).toMatch(/^[\w-]{43}$/);
  expect(cookies['ilkat']).toEqual({
    value: body['access_token'],
    attributes: ['Max-Age=600', 'Path=/lk/', 'SameSite=Strict', 'Secure'],
  });
  expect(cookies['__Secure-kabinet']?.value).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
  expect(cookies['__Secure-kabinet']?.attributes).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/lk/auth',
    'SameSite=Strict',
    'Secure',
  ]);
  expect(cookies[DEVICE_COOKIE]?.value).toMatch(/^[\w-]{43}$/);
  expect(cookies[DEVICE_COOKIE]?.attributes).toEqual([
    'HttpOnly',
    'Max-Age=31536000',
    'Path=/api/v2/auth/token',
    'SameSite=Strict',
    'Secure',
    'Path=/api/v2/recovery',
  ]);
});

test('a token opens the API for ten minutes and not a second longer', async () => {
  const { body } = await signIn('100001', PASSWORD);
  portal.clock.advance(10 * MINUTE - 1000);
  expect((await sessionsOf(body['access_token'])).status).toBe(200);
  portal.clock.advance(1000);
  expect((await sessionsOf(body['access_token'])).status).toBe(401);
});

test('a cookie alone opens nothing', async () => {
  const { body } = await signIn('100001', PASSWORD);
  const reply = await portal.inject({
    url: '/api/v2/auth/sessions',
    headers: { cookie: `ilkat=${String(body['access_token'])}` },
  });
  expect(reply.statusCode).toBe(401);
});

test('the tables of sessions hold no token and no secret', async () => {
  const { body, cookies } = await signIn('100001', PASSWORD);
  const [, secret = ''] = cookies['__Secure-kabinet']!.value.split('.');
  const { rows } = await portal.pool.query<{ text: string }>(`
    select row_to_json(s)::text as text from session s union all select row_to_json(t)::text from access_token t
    union all select row_to_json(a)::text from audit_event a union all select row_to_json(g)::text from login_guard g
    union all select row_to_json(d)::text from known_device d`);
  const dump = rows.map((row) => row.text).join('\n');
  expect(dump).toContain(cookies['__Secure-kabinet']!.value.split('.')[0]);
  for (const hidden of [body['access_token']!, secret, cookies[DEVICE_COOKIE]!.value, PASSWORD]) {
    expect(dump).not.toContain(hidden);
    expect(dump).not.toContain(Buffer.from(hidden).toString('hex'));
    expect(dump).not.toContain(Buffer.from(hidden, 'base64url').toString('hex'));
  }
});

test('a confirmed phone or e-mail is a login in any spelling; an unconfirmed one is not', async () => {
  await setContact(100002, 'phone', '79990001122', 'active');
  await setContact(100002, 'email', 'owner@portal.example', 'active');
  await setContact(100003, 'phone', '79990001133', 'code_sent');
  for (const login of ['+7 (999) 000-11-22', '8 999 000 11 22', '9990001122', ' Owner@Portal.example ']) {
    expect(await signIn(login, PASSWORD), login).toMatchObject({ status: 200 });
  }
  expect(await signIn('79990001133', PASSWORD)).toMatchObject({ status: 401, body: { code: 'login_refused' } });
});

test('R-18: an unknown login and a wrong password get the same replies, attempt by attempt', async () => {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const [known, unknown] = await Promise.all([signIn('100001', 'wrong'), signIn('999999', 'wrong')]);
    const told = ({ status, body, retryAfter }: typeof known) => ({
      status,
      retryAfter,
      code: body['code'],
      message: body['message'],
    });
    expect(told(known)).toEqual(told(unknown));
    if (attempt === 1) expect(known.body['message']).toMatch(/Осталось 4 попытки$/);
    if (attempt === 5) expect(known).toMatchObject({ status: 401, retryAfter: '30' });
    if (attempt === 6) expect(known).toMatchObject({ status: 429, body: { code: 'login_locked' } });
  }
});

test('R-18: the right password of a locked login gets the reply to a wrong one', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await signIn('100001', 'wrong');
  portal.clock.advance(10_000);
  const right = await signIn('100001', PASSWORD);
  const wrong = await signIn('100001', 'wrong');
  expect(right).toMatchObject({
    status: 429,
    retryAfter: '20',
    cookies: {},
    body: { code: 'login_locked', message: 'Слишком много попыток входа. Попробуйте снова через 20 секунд' },
  });
  expect({ ...right, body: { ...right.body, request_id: '' } }).toEqual({
    ...wrong,
    body: { ...wrong.body, request_id: '' },
  });
  portal.clock.advance(20_000);
  expect((await signIn('100001', PASSWORD)).status).toBe(200);
});

test('R-17: every five failures lock a login for longer, and twelve quiet hours unlock it', async () => {
  const failFiveTimes = async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect((await signIn('100001', 'wrong')).retryAfter).toBeUndefined();
    }
    return (await signIn('100001', 'wrong')).retryAfter;
  };
  expect(await failFiveTimes()).toBe('30');
  portal.clock.advance(30_000);
  expect(await failFiveTimes()).toBe('60');
  portal.clock.advance(60_000);
  expect(await failFiveTimes()).toBe('90');
  portal.clock.advance(12 * 60 * MINUTE);
  expect(await failFiveTimes()).toBe('30');
});

test('a successful sign-in clears the count of failures', async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) await signIn('100001', 'wrong');
  expect((await signIn('100001', PASSWORD)).status).toBe(200);
  expect((await signIn('100001', 'wrong')).body['message']).toMatch(/Осталось 4 попытки$/);
});

test('R-17: twenty simultaneous guesses count as five', async () => {
  const guesses = await Promise.all(Array.from({ length: 20 }, () => signIn('100001', 'wrong')));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => [429, 503].includes(status))).toHaveLength(15);
});

test('R-17: refuses an excess of simultaneous sign-ins at once, and serves the rest', async () => {
  const crowd = await Promise.all(Array.from({ length: 60 }, (_, index) => signIn(`${500_000 + index}`, 'wrong')));
  const statuses = new Set(crowd.map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 503]));
  expect(crowd.find(({ status }) => status === 503)).toMatchObject({ retryAfter: '5', body: { code: 'overloaded' } });
  // Two are checked at once, and ten wait even if the first failures have made the address a suspect before the last one arrives.
  expect(crowd.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(12);
});

test('R-17: failures are counted for the contract, in whatever spelling of its login', async () => {
  await setContact(100001, 'phone', '79990001122', 'active');
  await setContact(100001, 'email', 'owner@portal.example', 'active');
  const spellings = ['100001', '0000100001', '+7 (999) 000-11-22', 'Owner@Portal.example', '89990001122'];
  for (const [index, login] of spellings.entries()) {
    const left = 4 - index;
    const { status, body } = await signIn(login, 'wrong');
    expect({ login, status }).toEqual({ login, status: 401 });
    expect(body['message']).toMatch(left > 0 ? new RegExp(`Остал(?:ось|ась) ${left} `) : /через 30 секунд/);
  }
  for (const login of spellings) expect((await signIn(login, PASSWORD)).status, login).toBe(429);
});

test('spellings of an unknown login are counted together, too', async () => {
  for (const login of ['999999', '0000999999', ' 999 999', '999999', '00999999']) await signIn(login, 'wrong');
  expect((await signIn('999999', 'wrong')).status).toBe(429);
});

test('guesses of strangers do not lock a device from which the owner has signed in', async () => {
  const owner = await signIn('100001', PASSWORD);
  await failFiveTimes('100001');
  expect((await signIn('100001', PASSWORD)).status).toBe(429);
  const again = await signIn('100001', PASSWORD, { headers: sameDevice(owner) });
  expect(again.status).toBe(200);
  // The owner's sign-in gives strangers no new tries.
  expect((await signIn('100001', 'wrong')).status).toBe(429);
});

test('a device has five tries of its own, and strangers keep theirs', async () => {
  const headers = sameDevice(await signIn('100001', PASSWORD));
  await failFiveTimes('100001', { headers });
  expect(await signIn('100001', PASSWORD, { headers })).toMatchObject({ status: 429, body: { code: 'login_locked' } });
  expect((await signIn('100001', 'wrong')).body['message']).toMatch(/Осталось 4 попытки$/);
});

test('a device is known only to the contracts that have signed in from it', async () => {
  const first = await signIn('100001', PASSWORD);
  await failFiveTimes('100002');
  expect((await signIn('100002', PASSWORD, { headers: sameDevice(first) })).status).toBe(429);
  portal.clock.advance(30_000);
  const second = await signIn('100002', PASSWORD, { headers: sameDevice(first) });
  expect(second.status).toBe(200);
  for (const contractId of ['100001', '100002']) {
    await failFiveTimes(contractId);
    expect((await signIn(contractId, PASSWORD)).status).toBe(429);
  }
  expect((await signIn('100001', PASSWORD, { headers: sameDevice(second) })).status).toBe(200);
});

test('a secret planted in the browser by somebody else does not become known', async () => {
  const planted = { cookie: `${DEVICE_COOKIE}=${'p'.repeat(43)}` };
  const owner = await signIn('100001', PASSWORD, { headers: planted });
  await failFiveTimes('100001');
  expect((await signIn('100001', PASSWORD, { headers: planted })).status).toBe(429);
  expect((await signIn('100001', PASSWORD, { headers: sameDevice(owner) })).status).toBe(200);
});

test('a device whose sign-in had its reply lost is known for ten minutes more, however often it tries', async () => {
  const headers = sameDevice(await signIn('100001', PASSWORD));
  const isKnown = async () => {
    await failFiveTimes('100001');
    return (await signIn('100001', PASSWORD, { headers })).status === 200;
  };
  const strange = async () =>
    (await portal.send(contract.notice.getMessages, {}, 100_001)).body.filter(
      ({ title }) => title === 'В кабинет вошли с нового устройства',
    ).length;
  const told = await strange();
  expect(await isKnown()).toBe(true);
  portal.clock.advance(9 * MINUTE);
  expect(await isKnown()).toBe(true);
  expect(await strange()).toBe(told);
  portal.clock.advance(MINUTE);
  expect(await isKnown()).toBe(false);
});

test('a former secret of a device holds no longer once the password is changed, and never for another contract', async () => {
  const headers = sameDevice(await signIn('100001', PASSWORD));
  const second = await signIn('100002', PASSWORD, { headers });
  await signIn('100001', PASSWORD, { headers: sameDevice(second) });
  await failFiveTimes('100002');
  expect((await signIn('100002', PASSWORD, { headers })).status).toBe(429);
  await portal.world.db.write((tx) => forgetDevices(tx, 100_001));
  await failFiveTimes('100001');
  expect((await signIn('100001', PASSWORD, { headers })).status).toBe(429);
});

test('a device is forgotten after a year without a sign-in', async () => {
  const owner = await signIn('100001', PASSWORD);
  portal.clock.advance(365 * 24 * 60 * MINUTE);
  await failFiveTimes('100001');
  expect((await signIn('100001', PASSWORD, { headers: sameDevice(owner) })).status).toBe(429);
});

test('R-17: an address gets ten wrong passwords a minute, and a known device there may still sign in', async () => {
  const ip = '95.24.10.7';
  const owner = await signIn('100001', PASSWORD, { ip });
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await signIn(`${500_000 + guess}`, 'wrong', { ip })).status).toBe(401);
  }
  portal.clock.advance(15_000);
  expect(await signIn('100002', PASSWORD, { ip })).toMatchObject({
    status: 429,
    retryAfter: '45',
    body: { code: 'too_many_requests' },
    cookies: {},
  });
  expect((await signIn('100001', PASSWORD, { ip, headers: sameDevice(owner) })).status).toBe(200);
  expect((await signIn('100002', PASSWORD, { ip: '95.24.10.8' })).status).toBe(200);
  portal.clock.advance(45_000);
  expect((await signIn('100002', PASSWORD, { ip })).status).toBe(200);
});

test('R-23: a made-up header does not change the address', async () => {
  const ip = '95.24.10.7';
  for (let attempt = 0; attempt < 10; attempt += 1) await take({ grant: 'guest' }, { ip });
  const reply = await take({ grant: 'guest' }, { ip, headers: { 'x-forwarded-for': '1.2.3.4' } });
  expect(reply.status).toBe(429);
});

test('R-19: a sign-in rehashes a password with other parameters', async () => {
  const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await portal.pool.query('update credential set password_hash = $1 where contract_id = 100001', [old]);
  expect((await signIn('100001', PASSWORD)).status).toBe(200);
  const { rows } = await portal.pool.query<{ password_hash: string }>(
    'select password_hash from credential where contract_id = 100001',
  );
  expect(isOutdated(rows[0]!.password_hash)).toBe(false);
  expect((await signIn('100001', PASSWORD)).status).toBe(200);
});

test('a page of another site cannot sign in', async () => {
  const table: [Record<string, string>, number][] = [
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ];
  for (const [headers, status] of table) {
    const reply = await signIn('100001', PASSWORD, { headers });
    expect(reply.status, JSON.stringify(headers)).toBe(status);
    expect(Object.keys(reply.cookies)).toHaveLength(status === 200 ? 5 : 0);
  }
});

test('a program that is not a browser may sign in without an Origin', async () => {
  const reply = await portal.inject({
    method: 'POST',
    url: '/api/v2/auth/token',
    payload: { login: '100001', password: PASSWORD },
  });
  expect(reply.statusCode).toBe(200);
});

test('a new sign-in ends the previous session of the browser', async () => {
  const first = await signIn('100001', PASSWORD);
  const authorization = `Bearer ${String(first.body['access_token'])}`;
  const second = await signIn('100001', PASSWORD, { headers: { authorization } });
  expect((await sessionsOf(first.body['access_token'])).status).toBe(401);
  expect((await sessionsOf(second.body['access_token'])).body).toHaveLength(1);
});

test("a guest gets a token for half an hour that opens no subscriber's data", async () => {
  const { status, body, cookies } = await take({ grant: 'guest' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ expires_in: 1800 });
  expect(Object.keys(cookies)).toEqual(['ilkat']);
  expect((await sessionsOf(body['access_token'])).status).toBe(401);
});

test('a guest token keeps the cookie of a signed-in user', async () => {
  const authorization = `Bearer ${await portal.tokenOf(100001)}`;
  const reply = await take({ grant: 'guest' }, { headers: { authorization } });
  expect(reply.status).toBe(200);
  expect(reply.cookies).toEqual({});
});

test('R-12: a subscriber sees only their own sessions, the last used first', async () => {
  await signIn('100002', PASSWORD);
  const office = await signIn('100001', PASSWORD, { ip: '95.24.10.7' });
  portal.clock.advance(MINUTE);
  const home = await signIn('100001', PASSWORD, { ip: '2a00:1fa0:42:8::5', headers: { 'user-agent': 'curl/8' } });
  const { body } = await sessionsOf(office.body['access_token']);
  expect(body.map(({ browser, network, is_current }) => ({ browser, network, is_current }))).toEqual(
    expect.arrayContaining([
      { browser: 'Неизвестный браузер', network: '2a00:1fa0:42:8:*', is_current: false },
      { browser: 'Chrome на Windows', network: '95.24.10.*', is_current: true },
    ]),
  );
  const mine = new Set([office, home].map(({ cookies }) => cookies['__Secure-kabinet']!.value.split('.')[0]));
  expect(new Set(body.slice(0, 2).map(({ session_id }) => session_id))).toEqual(mine);
  expect(body[0]).toMatchObject({ is_current: false, started_at: '2026-11-20T10:06:00.000Z' });
  // Who has a contract open is seen by its owner, and by nobody else.
  const { rows } = await portal.pool.query<{ share_id: string }>(
    'select share_id from contract_share where contract_id = 100002 and member_id = 100001',
  );
  await portal.send(contract.family.open, { body: { share_id: rows[0]!.share_id } }, 100001);
  const membersIn = async (who: number) =>
    (await portal.send(contract.auth.sessions, {}, who)).body.filter(({ acting }) => acting !== null).length;
  expect([await membersIn(100002), await membersIn(100003)]).toEqual([1, 0]);
});

test('a network is familiar to a contract that has signed in from it, and only to that one', async () => {
  await signIn('100001', PASSWORD, { ip: '95.24.10.7' });
  await signIn('100002', PASSWORD, { ip: '95.24.11.7' });
  const isFamiliar = async (login: string, ip: string) => {
    const from = { ip, device: undefined };
    return (await portal.world.db.read((tx) => approach(tx, readLogin(login), from, portal.clock.now()))).isFamiliar;
  };
  expect(await isFamiliar('100001', '95.24.10.99')).toBe(true);
  expect(await isFamiliar('100001', '95.24.11.7')).toBe(false);
  expect(await isFamiliar('100002', '95.24.10.7')).toBe(false);
  expect(await isFamiliar('999999', '95.24.10.7')).toBe(false);
});

test('R-12: an ended session stops working at once', async () => {
  const lost = await signIn('100001', PASSWORD);
  const session_id = lost.cookies['__Secure-kabinet']!.value.split('.')[0]!;
  const ended = await portal.send(contract.auth.endSession, { body: { session_id } }, 100001);
  expect(ended.body).toEqual({ ended: 1 });
  expect((await sessionsOf(lost.body['access_token'])).status).toBe(401);
  const again = await portal.send(contract.auth.endSession, { body: { session_id } }, 100001);
  expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('another subscriber’s session gets the reply for one that does not exist', async () => {
  const other = await signIn('100002', PASSWORD);
  const session_id = other.cookies['__Secure-kabinet']!.value.split('.')[0]!;
  const foreign = await portal.send(contract.auth.endSession, { body: { session_id } }, 100001);
  const unknown = await portal.send(contract.auth.endSession, { body: { session_id: 'x' } }, 100001);
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
  expect((await sessionsOf(other.body['access_token'])).status).toBe(200);
});

test("R-12: ends all other sessions; this one and other subscribers' stay", async () => {
  const mine = await signIn('100001', PASSWORD);
  const theirs = await signIn('100002', PASSWORD);
  await signIn('100001', PASSWORD);
  const before = (await sessionsOf(mine.body['access_token'])).body.length;
  const authorization = `Bearer ${String(mine.body['access_token'])}`;
  const ended = await portal.send(contract.auth.endSession, { body: { others: true } }, undefined, { authorization });
  expect(ended.body).toEqual({ ended: before - 1 });
  expect((await sessionsOf(mine.body['access_token'])).body).toHaveLength(1);
  expect((await sessionsOf(theirs.body['access_token'])).status).toBe(200);
});

test('the journal has each sign-in and each session that is ended; the message of a device ends with its session', async () => {
  const { rows: written } = await portal.pool.query<{ id: number }>('select max(event_id)::int as id from audit_event');
  const entered = [];
  for (let device = 0; device < 4; device += 1) entered.push(await signIn('100001', PASSWORD, { ip: '95.24.10.7' }));
  const ids = entered.map(({ cookies }) => cookies['__Secure-kabinet']!.value.split('.')[0]!);
  const headers = { authorization: `Bearer ${String(entered[3]!.body['access_token'])}` };
  const told = async () =>
    (await portal.send(contract.notice.getMessages, {}, undefined, headers)).body
      .filter(({ title }) => title === 'В кабинет вошли с нового устройства')
      .map(({ topic }) => topic);
  const before = await told();
  await portal.send(contract.auth.endSession, { body: { session_id: ids[1]! } }, undefined, headers);
  await portal.send(contract.auth.endSession, { body: { others: true } }, undefined, headers);
  const { rows } = await portal.pool.query(
    'select kind, contract_id::int, detail from audit_event where event_id > $1 order by event_id',
    [written[0]?.id ?? 0],
  );
  const one = (kind: string, detail: object) => ({ kind, contract_id: 100001, detail });
  expect(rows.slice(0, 5)).toEqual([
    ...ids.map((session_id) => one('signed_in', { session_id, network: '95.24.10.*' })),
    one('session_ended', { session_id: ids[1], reason: 'ended_by_client' }),
  ]);
  const ended = [ids[0], ids[2]].map((session_id) => one('session_ended', { session_id, reason: 'ended_by_client' }));
  expect(rows.slice(5)).toEqual(expect.arrayContaining(ended));
  expect(before).toEqual(expect.arrayContaining(ids.slice(1).map((id) => `session:${id}`)));
  expect(await told()).toEqual([`session:${ids[3]!}`]);
});

test('a token of an ended session opens nothing, even if it is left', async () => {
  const { body } = await signIn('100001', PASSWORD);
  expect((await sessionsOf(body['access_token'])).status).toBe(200);
  await portal.pool.query("update session set ended_at = now(), end_reason = 'signed_out'");
  expect((await sessionsOf(body['access_token'])).status).toBe(401);
});

test('the number on the papers of a contract signs in, in any spelling, with the tries of its inner number', async () => {
  await portal.pool.query(`update contract set printed_no = 'ЮЛ-30003/17' where contract_id = 100001`);
  for (const login of ['ЮЛ-30003/17', ' юл 30003—17 ']) expect((await signIn(login, PASSWORD)).status).toBe(200);
  for (const login of ['ЮЛ-30003/17', '100001', 'юл30003/17', 'ЮЛ 30003 17']) await signIn(login, 'wrong');
  expect((await signIn('100001', 'wrong')).retryAfter).toBe('30');
  expect(await signIn('ЮЛ-30003/17', PASSWORD)).toMatchObject({ status: 429, body: { code: 'login_locked' } });
});

test('a printed number that nobody has is refused and locked as if somebody had it, whatever its spelling', async () => {
  const { body: known } = await signIn('100001', 'wrong');
  const spellings = ['ЮЛ-40004/1', 'юл 40004 1', 'ЮЛ—40004.1', 'юл40004/1', 'ЮЛ 40004/1'];
  const answers = [];
  for (const login of spellings) answers.push(await signIn(login, 'wrong'));
  expect(answers[0]!.body).toEqual({ ...known, request_id: expect.any(String) as string });
  expect(answers[4]!.retryAfter).toBe('30');
  expect((await signIn('Юл-40004-1', 'wrong')).body['code']).toBe('login_locked');
});
