import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessNetwork, type AccessNetwork, type Line } from './radius/network.ts';
import { isLetIn } from './radius/pap.ts';
import { dictionary, NAS_SECRET } from './radius/server.ts';
import { hashPassword } from '../server/src/domain/identity/credentials/password.ts';
import { sealTyped } from '../server/src/domain/services/access/seal-typed.ts';
import { attributesOf } from '../server/src/integrations/network/freeradius/attributes.ts';
import { templateFault } from '../server/src/integrations/network/freeradius/port.ts';

const PASSWORD = 'Lesnaya-tropa-48';
const [ROUTER, OTHER_ROUTER, NEIGHBOUR] = ['02:10:01:76:c0:e6', '02:10:01:76:c0:e7', '02:10:01:00:00:09'];
/** Devices of access: one that clients sign in to, one of lines, and one of each kind. */
const [LOGINS, LINES] = ['127.0.0.1', '127.0.0.2'];
const KINDS = {
  mikrotik: LOGINS,
  'accel-ppp': '127.0.0.12',
  cisco: '127.0.0.13',
  huawei: '127.0.0.14',
  juniper: '127.0.0.15',
} as const;

let network: AccessNetwork;
beforeAll(async () => {
  network = await accessNetwork();
  for (const [kind, address] of Object.entries(KINDS)) await network.addNas(address, kind);
  await network.addNas(LINES, 'mikrotik', 'line');
});
afterAll(() => network.close());

test('the attributes that a template may name are those of the dictionaries of FreeRADIUS', async () => {
  const known = await dictionary();
  for (const kind of Object.keys(KINDS)) {
    const wrong = [...attributesOf(kind)].filter(([name, type]) => known.get(name) !== type);
    expect([kind, wrong]).toEqual([kind, []]);
  }
  const written = await network.query<{ kind: string; attribute: string; value: string }>(
    'select kind, attribute, value from radius.template',
  );
  expect(written.flatMap((one) => templateFault(one.kind, one) ?? [])).toEqual([]);
});

/** A router that signs in over PPP. */
const signIn = (
  { login }: Line,
  {
    password = `User-Password = "${PASSWORD}"`,
    from = LOGINS,
    mac = ROUTER,
    wait = 5,
  }: { password?: string; from?: string; mac?: string; wait?: number } = {},
) =>
  network.radius.ask([`User-Name = "${login}"`, password, 'Framed-Protocol = PPP', `Calling-Station-Id = "${mac}"`], {
    from,
    wait,
  });

const why = async ({ login }: { login: string }) =>
  (await network.query<{ why: string }>('select why from radius.refused where login = $1', [login])).map(
    (row) => row.why,
  );

test.each([
  ['PAP', `User-Password = "${PASSWORD}"`, 'User-Password = "wrong-one"'],
  ['CHAP', `CHAP-Password = "${PASSWORD}"`, 'CHAP-Password = "wrong-one"'],
  ['MS-CHAP', `MS-CHAP-Password = "${PASSWORD}"`, 'MS-CHAP-Password = "wrong-one"'],
])('%s: the right password enters with the speed of the plan, a wrong one does not', async (_, right, wrong) => {
  const line = await network.addLine(PASSWORD);
  const entered = await signIn(line, { password: right });
  expect(entered?.code, network.radius.said().slice(-3000)).toBe('Access-Accept');
  expect(entered?.attributes).toMatchObject({
    'Mikrotik-Rate-Limit': ['100000k/100000k'],
    'Acct-Interim-Interval': ['300'],
    'Message-Authenticator': [expect.stringMatching(/^0x/)],
  });
  const refused = await signIn(line, { password: wrong });
  expect(refused?.code).toBe('Access-Reject');
  expect(refused?.attributes).not.toHaveProperty('Mikrotik-Rate-Limit');
  expect(refused?.attributes).toHaveProperty('Message-Authenticator');
  expect(await why(line)).toEqual(['password']);
});

test('a password may hold anything: FreeRADIUS reads no expression in it', async () => {
  const line = await network.addLine(PASSWORD);
  const words = [
    '"in quotes"',
    '`touch /tmp/kabinet`',
    '"%{User-Name}"',
    "it's",
    String.raw`back\nslash\\`,
    '{md5}word',
    'ёлка',
  ];
  for (const [index, word] of words.entries()) {
    await network.change(line, `update service_secret set secret = $2, changed_at = now() + $3 where user_id = $1`, [
      line.userId,
      network.portal.world.outside.vault.seal(word, `service:${line.userId}`),
      `${index} seconds`,
    ]);
    expect([word, await isLetIn(network.radius.port, NAS_SECRET, line.login, word)]).toEqual([word, true]);
  }
});

test('a request without Message-Authenticator, or of an unknown device, has no answer', async () => {
  const { login } = await network.addLine(PASSWORD);
  const request = [`User-Name = "${login}"`, `User-Password = "${PASSWORD}"`];
  const [unsigned, unknown, foreign] = await Promise.all([
    network.radius.ask(request, { isUnsigned: true, wait: 1 }),
    network.radius.ask(request, { from: '127.0.0.99', wait: 1 }),
    network.radius.ask(request, { secret: 'another secret', wait: 1 }),
  ]);
  expect([unsigned, unknown, foreign]).toEqual([undefined, undefined, undefined]);
});

test('a line enters by its device or by its port, and nobody by the device of a neighbour over PPP', async () => {
  const ask = (attributes: string[], from: string = LINES) => network.radius.ask(attributes, { from });
  const byDevice = await network.addLine();
  await network.change(byDevice, `insert into service_access (user_id, auto_auth, bound_mac) values ($1, true, $2)`, [
    byDevice.userId,
    NEIGHBOUR,
  ]);
  const byPort = await network.addLine();
  await network.query(`insert into service_access (user_id, auto_auth, bound_mac) values ($1, true, $2)`, [
    byPort.userId,
    ROUTER,
  ]);
  await network.change(byPort, `insert into service_line (user_id, circuit) values ($1, 'olt-3 eth 0/1/2:101')`, [
    byPort.userId,
  ]);
  const mac = NEIGHBOUR.replaceAll(':', '-').toUpperCase();
  const shape = (line: Line) => ({ code: 'Access-Accept', attributes: { Class: [classOf(line)] } });
  expect(await ask([`User-Name = "${NEIGHBOUR}"`, `Calling-Station-Id = "${mac}"`])).toMatchObject(shape(byDevice));
  const port = 'ADSL-Agent-Circuit-Id = "olt-3 eth 0/1/2:101"';
  expect(await ask([`User-Name = "${ROUTER}"`, `Calling-Station-Id = "${ROUTER}"`, port])).toMatchObject(shape(byPort));
  const overPpp = [
    `User-Name = "${NEIGHBOUR}"`,
    'User-Password = "x"',
    `Calling-Station-Id = "${mac}"`,
    'Framed-Protocol = PPP',
  ];
  const [tried, unknownPort] = await Promise.all([
    Promise.all([ask(overPpp), ask(overPpp, LOGINS)]),
    ask([
      `User-Name = "${ROUTER}"`,
      `Calling-Station-Id = "${ROUTER}"`,
      'ADSL-Agent-Circuit-Id = "olt-3 eth 0/1/2:102"',
    ]),
  ]);
  expect([...tried, unknownPort].map((reply) => reply?.code)).toEqual([
    'Access-Reject',
    'Access-Reject',
    'Access-Reject',
  ]);
});

const classOf = ({ userId }: Line) =>
  expect.stringMatching(new RegExp(`^0x${Buffer.from(`k:${userId}:`).toString('hex')}`)) as string;

test('each kind of device is told the speed in its own words, and of a debtor where he may go', async () => {
  const line = await network.addLine(PASSWORD);
  await network.change(
    line,
    `insert into plan_profile (plan_id, down_kbit, up_kbit, burst_down_kbit, burst_up_kbit, burst_seconds, pool)
     select plan_id, 100000, 50000, 150000, 75000, 8, 'main' from service_user where user_id = $1`,
    [line.userId],
  );
  await network.change(line, `insert into service_line (user_id, address) values ($1, '10.84.0.7')`, [line.userId]);
  const told = async (kind: keyof typeof KINDS) => (await signIn(line, { from: KINDS[kind] }))?.attributes;
  expect(await told('mikrotik')).toMatchObject({
    'Mikrotik-Rate-Limit': ['50000k/100000k 75000k/150000k 37500k/75000k 8/8'],
    'Framed-IP-Address': ['10.84.0.7'],
    'Framed-Pool': ['main'],
  });
  expect(await told('accel-ppp')).toMatchObject({ 'Filter-Id': ['100000/50000'] });
  expect(await told('cisco')).toMatchObject({ 'Cisco-Account-Info': ['AINET-100'] });
  expect(await told('huawei')).toMatchObject({
    'Huawei-Input-Average-Rate': ['50000000'],
    'Huawei-Output-Average-Rate': ['100000000'],
    'Huawei-Output-Peak-Rate': ['150000000'],
  });
  expect(await told('juniper')).toMatchObject({ 'ERX-Service-Activate:1': ['inet(100000k,50000k)'] });

  await network.change(line, `update service_user set state = 'blocked', reason = 'debt' where user_id = $1`, [
    line.userId,
  ]);
  const debtor = await told('mikrotik');
  expect(debtor).toMatchObject({ 'Mikrotik-Address-List': ['debtors'], 'Mikrotik-Rate-Limit': ['1024k/1024k'] });
  expect(debtor).not.toHaveProperty('Framed-Pool');
  expect(await told('accel-ppp')).toMatchObject({ 'L4-Redirect': ['1'], 'L4-Redirect-ipset': ['debtors'] });
  expect(await told('cisco')).toMatchObject({ 'Cisco-Account-Info': ['AREDIRECT'] });
  expect(await told('huawei')).toMatchObject({ 'Huawei-Policy-Name': ['debtors'] });
  expect(await told('juniper')).toMatchObject({ 'ERX-Service-Activate:1': ['walled'] });
});

test('a change of plan changes the speed and the class; a closed service is refused', async () => {
  const line = await network.addLine(PASSWORD);
  const before = await signIn(line);
  await network.change(
    line,
    'update plan set speed_mbit = 500 where plan_id = (select plan_id from service_user where user_id = $1)',
    [line.userId],
  );
  const after = await signIn(line);
  expect(after?.attributes).toMatchObject({ 'Mikrotik-Rate-Limit': ['500000k/500000k'] });
  expect(after?.attributes['Class']).not.toEqual(before?.attributes['Class']);
  await network.change(line, `update service_user set state = 'blocked', reason = 'operator' where user_id = $1`, [
    line.userId,
  ]);
  expect((await signIn(line))?.code).toBe('Access-Reject');
  expect(await why(line)).toEqual(['closed']);
});

test('another device than the bound one is refused only after the right password, and is told no speed', async () => {
  const line = await network.addLine(PASSWORD);
  await network.change(line, `insert into service_access (user_id, bound_mac) values ($1, $2)`, [line.userId, ROUTER]);
  const [own, other, guess] = await Promise.all([
    signIn(line),
    signIn(line, { mac: OTHER_ROUTER }),
    signIn(line, { mac: NEIGHBOUR, password: 'User-Password = "a-guess"' }),
  ]);
  expect([own, other, guess].map((reply) => reply?.code)).toEqual(['Access-Accept', 'Access-Reject', 'Access-Reject']);
  expect(Object.keys(other?.attributes ?? {})).toEqual(['Message-Authenticator']);
  expect(
    await network.query('select mac, why from radius.refused where login = $1 order by mac', [line.login]),
  ).toEqual([
    { mac: NEIGHBOUR, why: 'password' },
    { mac: OTHER_ROUTER, why: 'mac' },
  ]);
});

test('a second device is refused; the same one comes back although the end of its session was lost', async () => {
  const line = await network.addLine(PASSWORD);
  await network.query(
    `insert into internet_session (user_id, started_at, address, mac, bytes_in, bytes_out, counted_at)
     values ($1, now() - interval '1 hour', '100.64.0.9', $2, 0, 0, now() - interval '1 minute')`,
    [line.userId, ROUTER],
  );
  const [same, other] = await Promise.all([signIn(line), signIn(line, { mac: OTHER_ROUTER })]);
  expect([same?.code, other?.code]).toEqual(['Access-Accept', 'Access-Reject']);
  expect(await why(line)).toEqual(['sessions']);
  await network.query(`update internet_session set counted_at = now() - interval '13 minutes' where user_id = $1`, [
    line.userId,
  ]);
  expect((await signIn(line, { mac: OTHER_ROUTER }))?.code).toBe('Access-Accept');
});

test('a session lasts until the schedule closes', async () => {
  const line = await network.addLine(PASSWORD);
  await network.change(
    line,
    `insert into access_schedule (user_id, is_on, rules, next_change_at) values ($1, true, '[]', now() + interval '37 minutes')`,
    [line.userId],
  );
  const [{ left } = { left: 0 }] = await network.query<{ left: number }>(
    `select extract(epoch from next_change_at - clock_timestamp())::float as left from access_schedule where user_id = $1`,
    [line.userId],
  );
  const seconds = Number((await signIn(line))?.attributes['Session-Timeout']?.[0]);
  expect(Math.abs(seconds - left)).toBeLessThanOrEqual(1);
  await network.query(`update radius.service set open_until = now() where user_id = $1`, [line.userId]);
  expect((await signIn(line))?.code).toBe('Access-Reject');
  expect(await why(line)).toEqual(['schedule']);
});

const packet = (kind: string, session: string, { login, userId }: Line, ...more: string[]) =>
  network.radius.tell(
    [
      `Acct-Status-Type = ${kind}`,
      `Acct-Session-Id = "${session}"`,
      `User-Name = "${login}"`,
      `Class = 0x${Buffer.from(`k:${userId}:00000000`).toString('hex')}`,
      `Calling-Station-Id = "${ROUTER}"`,
      'Framed-IP-Address = 100.64.0.17',
      ...more,
    ],
    LOGINS,
  );
const packets = (session: string) =>
  network.query<{ kind: string; delay: number | null; bytes_in: string; nas: string; class: string }>(
    `select kind, delay::int, bytes_in::text, host(nas) as nas, class from radius.accounting where session = $1 order by accounting_id`,
    [session],
  );

test('packets of accounting are written one by one, and make a session', async () => {
  const line = await network.addLine(PASSWORD);
  expect(await packet('Start', 'one', line), network.radius.said().slice(-3000)).toBe(true);
  const counted = ['Acct-Session-Time = 60', 'Acct-Input-Octets = 7', 'Acct-Input-Gigawords = 2'];
  expect(await packet('Interim-Update', 'one', line, ...counted)).toBe(true);
  expect(await packets('one')).toMatchObject([
    { kind: 'Start', nas: LOGINS },
    { kind: 'Interim-Update', bytes_in: String(2 * 2 ** 32 + 7) },
  ]);
});

test('a packet that a device tells again is answered, and not written again', async () => {
  const line = await network.addLine(PASSWORD);
  const report = (octets: number, ...more: string[]) =>
    packet('Interim-Update', 'again', line, 'Acct-Session-Time = 60', `Acct-Input-Octets = ${octets}`, ...more);
  expect([await report(7), await report(7), await report(7, 'Acct-Delay-Time = 3')]).toEqual([true, true, true]);
  expect(await packets('again')).toMatchObject([{ bytes_in: '7', delay: null }]);
  // What names another address is told anew.
  for (const more of ['Delegated-IPv6-Prefix = 2001:db8:1::/56', 'Framed-IPv6-Prefix = 2001:db8:2::/64'])
    expect(await report(7, more)).toBe(true);
  expect(await report(8)).toBe(true);
  expect((await packets('again')).map((one) => one.bytes_in)).toEqual(['7', '7', '7', '8']);
});

test('who has only a hash enters by PAP at the second try, and what was typed is deleted', async () => {
  const line = await network.addLine();
  const word = 'Старый пароль "8"';
  await network.query(
    `insert into service_secret (user_id, form, secret, changed_at) values ($1, 'argon2id', $2, now())`,
    [line.userId, Buffer.from(await hashPassword(word))],
  );
  const enters = (password: string) => isLetIn(network.radius.port, NAS_SECRET, line.login, password);
  const judged = async () => {
    const { db, outside, clock } = network.portal.world;
    const sealed = await sealTyped({ db, vault: outside.vault, now: clock.now() });
    await network.portal.work();
    return sealed;
  };
  const typed = () =>
    network.query<{ has: boolean; tries: number }>(
      'select password is not null as has, tries from radius.typed where user_id = $1',
      [line.userId],
    );
  expect([await enters('a-guess'), await typed(), await judged()]).toEqual([false, [{ has: true, tries: 1 }], 0]);
  // The first one that waits is judged first.
  expect([await enters(word), await enters('a-guess')]).toEqual([false, false]);
  expect([await judged(), await typed()]).toEqual([1, [{ has: false, tries: 2 }]]);
  expect([await enters(word), await enters('a-guess')]).toEqual([true, false]);
  expect(await typed()).toEqual([{ has: false, tries: 2 }]);
});

test('ten guesses an hour are judged of a service with only a hash', async () => {
  const line = await network.addLine();
  const key = network.portal.world.outside.vault.radiusKey.toString('hex');
  const tries = async (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      await network.query(`select radius.keep_typed($1, '616263', $2)`, [String(line.userId), key]);
      await network.query('update radius.typed set password = null where user_id = $1 and $2', [line.userId, left > 1]);
    }
    return network.query('select password is not null as has, tries from radius.typed where user_id = $1', [
      line.userId,
    ]);
  };
  expect(await tries(10)).toEqual([{ has: true, tries: 10 }]);
  await network.query('update radius.typed set password = null');
  expect(await tries(3)).toEqual([{ has: false, tries: 10 }]);
  await network.query(`update radius.typed set first_at = now() - interval '61 minutes'`);
  expect(await tries(1)).toEqual([{ has: true, tries: 1 }]);
});

test('a fault of one service keeps nobody else out', async () => {
  const [broken, stranger] = [await network.addLine(PASSWORD), await network.addLine(PASSWORD)];
  await network.query('delete from radius.reply where user_id = $1', [broken.userId]);
  expect(await signIn(broken, { wait: 1 })).toBeUndefined();
  expect((await signIn(stranger, { wait: 2 }))?.code).toBe('Access-Accept');
});

test('without a database who is known enters, a wrong password is refused, and who was never seen has no answer', async () => {
  const [known, stranger] = [await network.addLine(PASSWORD), await network.addLine(PASSWORD)];
  const before = await signIn(known);
  await network.query(`alter role kabinet_radius nologin`);
  await network.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'kabinet_radius'`);
  const after = await signIn(known);
  expect(after?.code, network.radius.said().slice(-6000)).toBe('Access-Accept');
  expect(after?.attributes['Mikrotik-Rate-Limit']).toEqual(before?.attributes['Mikrotik-Rate-Limit']);
  const [wrong, never] = await Promise.all([
    signIn(known, { password: 'User-Password = "wrong-one"' }),
    signIn(stranger, { wait: 2 }),
  ]);
  expect([wrong?.code, never]).toEqual(['Access-Reject', undefined]);
  // Accounting is put by, and comes in with its delay when the database is back.
  expect(await packet('Start', 'late', known)).toBe(true);
  expect(await packets('late')).toEqual([]);
  await network.query(`alter role kabinet_radius login`);
  await expect
    .poll(() => packets('late'))
    .toMatchObject([{ kind: 'Start', nas: LOGINS, delay: expect.any(Number) as number }]);
});
