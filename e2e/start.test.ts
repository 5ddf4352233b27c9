import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { addClient } from '../server/test/client.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../server/test/database.ts';
import { killInserting } from '../server/test/kill-inserting.ts';
import {
  becomesReady,
  endOf,
  freePort,
  runOperator,
  spawnServer,
  type Ended,
  type Settings,
} from '../server/test/process.ts';
import { holdsDemo, isEmpty } from '../server/seeds/demo.ts';
import { journeysDatabase } from './server.ts';

const KEY = 'a1'.repeat(32);
const OTHER = 'b2'.repeat(32);
const PROVIDER = { KABINET_PROVIDER: 'server/seeds/provider.json' };

/** A provider's own database, a folder, and the processes started on them. */
async function installation({ template }: { template: keyof typeof TEMPLATES } = { template: 'empty' }) {
  const url = await cloneDatabase(journeysDatabase(), TEMPLATES[template]);
  const data = await mkdtemp(join(tmpdir(), 'kabinet-main-'));
  const db = openDatabase(url, { connections: 2 });
  const running: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of running) child.kill('SIGKILL');
    await db.close();
    await dropDatabase(journeysDatabase(), url);
    await rm(data, { recursive: true, force: true });
  });
  const common = { DATABASE_URL: url, KABINET_DATA: data, SERVICE_SECRET_KEY: KEY, BURST: '10000' };
  const start = async (settings: Settings) => {
    const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
    const all: Settings = { ...common, ...ports, ...settings };
    const child = spawnServer(all);
    running.push(child);
    let output = '';
    const ended = endOf(child, (part) => (output += part));
    return { child, ended, url: `http://127.0.0.1:${all['PORT'] ?? ''}`, all, output: () => output };
  };
  return {
    db,
    data,
    common,
    start,
    ready: async (settings: Settings = PROVIDER) => {
      const started = await start(settings);
      await becomesReady(started.child, started.url, started.output);
      return started;
    },
    /** The result of a start that must fail. */
    refused: async (settings: Settings): Promise<Ended> => (await start(settings)).ended,
    check: (settings: Settings) => runOperator(['check'], { ...common, ...settings }),
  };
}

const hasSandboxBank = async (url: string) => (await fetch(`${url}/sandbox/bank.css`)).status === 200;

/** A provider's own clients with the same numbers as those of the demo. */
async function addNamesakes(db: Database): Promise<void> {
  for (const contractId of [100_001, 100_002, 100_003, 100_004, 100_005]) await addClient({ db }, { contractId });
}

test('does not treat a provider with the demo’s contract numbers as the demo, and gives it no sandbox bank', async () => {
  const { db, ready, refused } = await installation();
  await addNamesakes(db);
  const { url } = await ready();
  expect(await hasSandboxBank(url)).toBe(false);
  const { code, output } = await refused({ KABINET_DEMO: 'on' });
  expect(code).toBe(1);
  expect(output).toMatch(/^Кабинет не запустился: настройка KABINET_DEMO неверна: в базе есть данные/m);
});

test('leaves an empty database of a provider empty', async () => {
  const { db, ready } = await installation();
  const { url } = await ready();
  expect(await hasSandboxBank(url)).toBe(false);
  expect([await isEmpty(db.pool), await holdsDemo(db.pool)]).toEqual([true, false]);
});

test('loads the demo once when two processes start with it, and serves it only when configured', async () => {
  const { db, ready, refused } = await installation();
  const [one, other] = await Promise.all([ready({ KABINET_DEMO: 'on' }), ready({ KABINET_DEMO: 'on' })]);
  expect(await Promise.all([hasSandboxBank(one.url), hasSandboxBank(other.url)])).toEqual([true, true]);
  expect(await holdsDemo(db.pool)).toBe(true);
  const { code, output } = await refused(PROVIDER);
  expect(code).toBe(1);
  expect(output).toMatch(/настройка KABINET_DEMO неверна: в базе лежит демо/);
});

test('continues serving and loading the demo’s history after the database breaks', async () => {
  const { db, ready } = await installation({ template: 'demo' });
  await db.pool.query('update demo_mark set months_back = 24');
  const { child, url } = await ready({ KABINET_DEMO: 'on' });
  const months = async () => {
    const { rows } = await db.pool.query<{ n: number }>(
      `select count(*)::int as n from ledger_transaction where reference like 'transfer:%'`,
    );
    return rows[0]?.n ?? 0;
  };
  await killInserting(db.pool);
  const before = await months();
  await expect.poll(months, { timeout: 25_000, interval: 200 }).toBeGreaterThan(before);
  expect(child.exitCode).toBeNull();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('refuses one of two processes that start with different keys, and keeps refusing it', async () => {
  const { db, start, ready, refused } = await installation();
  const both = await Promise.all([KEY, OTHER].map((key) => start({ ...PROVIDER, SERVICE_SECRET_KEY: key })));
  const winner = await Promise.any(
    both.map(({ child, url, output }, index) => becomesReady(child, url, output).then(() => index)),
  );
  const loser = await both[1 - winner]!.ended;
  expect(loser.code).toBe(1);
  expect(loser.output).toMatch(/настройка SERVICE_SECRET_KEY неверна: пароли услуг .* другим ключом/);
  const [right, wrong] = winner === 0 ? [KEY, OTHER] : [OTHER, KEY];
  await ready({ ...PROVIDER, SERVICE_SECRET_KEY: right.toUpperCase() });
  expect((await refused({ ...PROVIDER, SERVICE_SECRET_KEY: wrong })).output).toContain('SERVICE_SECRET_KEY');
  const { rows } = await db.pool.query<{ key: string }>(`select encode(fingerprint, 'hex') as key from service_key`);
  expect([KEY, OTHER]).not.toContain(rows[0]?.key);
});

test('names the variable of a port in use; with other ports two processes run in parallel', async () => {
  const { ready, refused } = await installation();
  const first = await ready();
  const { PORT, METRICS_PORT } = first.all as { PORT: string; METRICS_PORT: string };
  expect(await refused({ ...PROVIDER, PORT })).toEqual({
    code: 1,
    output: `Кабинет не запустился: порт ${PORT} занят другой программой, задайте другой в PORT\n`,
  });
  expect(await refused({ ...PROVIDER, METRICS_PORT })).toEqual({
    code: 1,
    output: `Кабинет не запустился: порт ${METRICS_PORT} занят другой программой, задайте другой в METRICS_PORT\n`,
  });
  const second = await ready({ ...PROVIDER, METRICS_HOST: '127.0.0.2', METRICS_PORT });
  expect((await fetch(`http://127.0.0.2:${METRICS_PORT}/metrics`)).status).toBe(200);
  expect((await fetch(`${first.url}/livez`)).status).toBe(200);
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
});

test('does not start with half of a configuration, and `check` lists everything that is missing', async () => {
  const { db, refused, check } = await installation({ template: 'demo' });
  await db.pool.query('insert into service_key (fingerprint, noted_at) values ($1, now())', [randomBytes(32)]);
  const half = { ACQUIRER: 'tbank', ACQUIRER_ID: 'terminal', KABINET_PAYMENT_AGENTS: 'no-such-file.json', PORT: 'abc' };
  const { code, output } = await refused(half);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(/^Кабинет не запустился: настройка PORT неверна: .*всего ошибок 4, .*operator -- check$/m);

  const checked = await check(half);
  expect(checked.code).toBe(1);
  const told = checked.output.trim().split('\n').slice(1);
  expect(told.map((line) => /^— настройка (\w+) не(?:верна|\ задана): .*[а-я]/.exec(line)?.[1])).toEqual([
    'PORT',
    'KABINET_PROVIDER',
    'ACQUIRER_SECRET',
    'ATOL_GROUP',
    'KABINET_PAYMENT_AGENTS',
    'KABINET_DEMO',
    'SERVICE_SECRET_KEY',
  ]);
});

test('`check` accepts a correct configuration, changes nothing, and reports a database that does not answer', async () => {
  const { db, check } = await installation({ template: 'demo' });
  const right = await check({ KABINET_DEMO: 'on' });
  expect(right).toEqual({ code: 0, output: 'Всё верно: демо, банк — учебный, касса — учебная\n' });
  expect((await db.pool.query('select from service_key')).rowCount).toBe(0);
  const telegram = { TELEGRAM_BOT: 'volga_bot', TELEGRAM_TOKEN: 't', TELEGRAM_SECRET: 's'.repeat(16) };
  expect((await check({ KABINET_DEMO: 'on', ...telegram })).output).toMatch(
    /^Всё верно.*\nTELEGRAM_BOT: закон № 41-ФЗ/,
  );
  const away = await check({ ...PROVIDER, DATABASE_URL: 'postgresql://kabinet:secret@127.0.0.1:1/kabinet' });
  expect(away.code).toBe(1);
  expect(away.output).toContain('— настройка DATABASE_URL неверна: сервер 127.0.0.1:1 не отвечает');
  expect(away.output).not.toContain('secret');
});
