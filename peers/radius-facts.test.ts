import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../contract/src/index.ts';
import { accessNetwork, type AccessNetwork, type Line } from './radius/network.ts';
import { NAS_SECRET, startRadius, type RadiusServer } from './radius/server.ts';

// What FreeRADIUS refuses, as the client reads it; and what is kept of it.

const PASSWORD = 'Lesnaya-tropa-48';
const NAS = '127.0.0.1';
const [ROUTER, OTHER_ROUTER] = ['02:10:01:76:c0:e6', '02:10:01:76:c0:7a'];

let network: AccessNetwork;
beforeAll(async () => {
  network = await accessNetwork();
  await network.addNas(NAS, 'mikrotik');
});
afterAll(() => network.close());

const signIn = ({ login }: Line, { password = PASSWORD, mac = ROUTER } = {}) =>
  network.radius.ask([
    `User-Name = "${login}"`,
    `User-Password = "${password}"`,
    'Framed-Protocol = PPP',
    `Calling-Station-Id = "${mac}"`,
  ]);

/** A line whose contract the client reads. */
async function line() {
  const one = await network.addLine(PASSWORD);
  const who = Number(one.login.slice(1));
  const { portal } = network;
  return {
    ...one,
    check: async () => {
      portal.clock.set(new Date());
      const { body } = await portal.send(contract.support.check, { query: { user_id: String(one.userId) } }, who);
      return [body.finding.cause, body.checks.find(({ what }) => what === 'line')?.title];
    },
    unlock: async () => (await portal.send(contract.internetUser.unlock, { body: { user_id: one.userId } }, who)).body,
  };
}

test('a router with a wrong password, and a new router with the right one, are told to the client', async () => {
  const one = await line();
  for (let tries = 0; tries < 3; tries += 1) {
    await signIn(one, { password: 'wrong-one' });
    await network.query(`update radius.refused set last_at = last_at - interval '2 seconds' where login = $1`, [
      one.login,
    ]);
  }
  expect(await one.check()).toEqual(['wrong_password', 'Роутеру …:E6 не подходит пароль']);
  await network.change(one, 'insert into service_access (user_id, bound_mac) values ($1, $2)', [one.userId, ROUTER]);
  expect((await signIn(one, { mac: OTHER_ROUTER }))?.code).toBe('Access-Reject');
  expect(await one.check()).toEqual(['binding_stale', 'Подключено новое устройство …:7A']);
  expect(await one.unlock()).toMatchObject({ lifted: 'binding_stale' });
  await network.portal.work();
  expect((await signIn(one, { mac: OTHER_ROUTER }))?.code).toBe('Access-Accept');
});

test('a second device is told of the first one, and enters when its session is ended', async () => {
  const one = await line();
  await network.query(
    `insert into internet_session (user_id, started_at, seen_at, address, mac, bytes_in, bytes_out)
     values ($1, now() - interval '1 hour', now(), '100.64.0.9', $2, 0, 0)`,
    [one.userId, ROUTER],
  );
  expect((await signIn(one, { mac: OTHER_ROUTER }))?.code).toBe('Access-Reject');
  expect(await one.check()).toEqual(['second_device', 'Уже в сети другое устройство …:E6']);
  expect(await one.unlock()).toMatchObject({ lifted: 'session_stuck' });
  await network.portal.work();
  expect((await signIn(one, { mac: OTHER_ROUTER }))?.code).toBe('Access-Accept');
});

/** As many requests as a router sends that tries every five seconds, all day. */
const A_DAY = 17_280;
const ASKED = 1000;
const TYPED = 'what-was-typed-by-hand';

test('a router that is refused all day makes one row, and what it typed is kept nowhere', async () => {
  const one = await line();
  const radius = await quietRadius();
  try {
    await askOften(radius, one.login, ASKED);
    await network.query(
      `select radius.refuse($1, '${NAS}', '${ROUTER}', 'password', $2) from generate_series(1, ${A_DAY - ASKED})`,
      [one.login, String(one.userId)],
    );
    const rows = await network.query<{ why: string; is_counted: boolean }>(
      `select why, count > 1 as is_counted from radius.refused where login = $1`,
      [one.login],
    );
    expect(rows).toEqual([{ why: 'password', is_counted: true }]);
    const forms = [TYPED, Buffer.from(TYPED).toString('hex'), Buffer.from(TYPED).toString('base64').replace(/=+$/, '')];
    expect(await tablesWith(forms)).toEqual([]);
    expect(await filesWith(radius.folder, forms)).toEqual([]);
    expect(forms.filter((form) => radius.said().includes(form))).toEqual([]);
    // The search finds what is there.
    expect(await tablesWith([one.login])).toContain('radius.refused');
  } finally {
    await radius.stop();
  }
});

/** A FreeRADIUS that logs as a provider's does. */
async function quietRadius(): Promise<RadiusServer> {
  const [place] = await network.query<{ name: string; port: string }>(
    `select current_database() as name, current_setting('port') as port`,
  );
  const password = 'of-another-freeradius';
  await network.query(`alter role kabinet_radius password '${password}'`);
  return startRadius({
    database: `host=127.0.0.1 port=${place?.port} dbname=${place?.name} user=kabinet_radius password=${password} connect_timeout=2`,
    key: network.portal.world.outside.vault.radiusKey.toString('hex'),
    isQuiet: true,
  });
}

/** Sends the same request so often, many at once: each refusal waits a second. */
async function askOften({ port, folder }: RadiusServer, login: string, times: number): Promise<void> {
  const request = [
    `User-Name = "${login}"`,
    `User-Password = "${TYPED}"`,
    'Framed-Protocol = PPP',
    `Calling-Station-Id = "${ROUTER}"`,
    'Message-Authenticator = 0x00',
    `Packet-Src-IP-Address = ${NAS}`,
  ].join('\n');
  const together = 500;
  await new Promise<void>((resolve) => {
    const child = execFile(
      'radclient',
      [
        '-q',
        '-c',
        String(times / together),
        '-p',
        String(together),
        '-t',
        '10',
        '-d',
        folder,
        `127.0.0.1:${port}`,
        'auth',
        NAS_SECRET,
      ],
      () => resolve(),
    );
    child.stdin?.end(`${Array.from({ length: together }, () => request).join('\n\n')}\n`);
  });
}

/** Tables with a row that holds one of the texts, in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await network.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await network.query(
      `select 1 from ${name} t where exists (select from unnest($1::text[]) f where strpos(t::text, f) > 0) limit 1`,
      [texts],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1');
    if (texts.some((one) => text.includes(one))) found.push(name);
  }
  return found;
}
