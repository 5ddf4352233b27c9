import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { openDatabase, type Database } from '../../server/src/db/database.ts';
import { oneCommand } from '../../server/src/operator/one-command.ts';
import { RunningPortal } from '../../server/src/running-portal.ts';
import { addClient } from '../../server/test/portal/client.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../server/test/database/database.ts';
import { killInserting } from '../../server/test/database/kill-inserting.ts';
import {
  endOf,
  freePorts,
  runOperator,
  spawnServer,
  type EndedProcess,
  type ProcessEnvironment,
} from '../../server/test/process/process.ts';
import { holdsDemo, isEmpty } from '../../server/seeds/demo.ts';
import { journeysDatabase } from '../harness/server.ts';

// Portals begin and refuse to begin in the process of the tests: only what a process itself says and does needs one.

const KEY = 'a1'.repeat(32);
const OTHER = 'b2'.repeat(32);
const PROVIDER = { KABINET_PROVIDER: 'server/seeds/provider.json' };

interface Started {
  readonly url: string;
  readonly settings: ProcessEnvironment;
  /** What it has said so far. */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

/** A provider's own database, a folder, and the portals started on them. */
async function installation({ template }: { template: keyof typeof TEMPLATES } = { template: 'empty' }) {
  const url = await cloneDatabase(journeysDatabase(), TEMPLATES[template]);
  const data = await mkdtemp(join(tmpdir(), 'kabinet-main-'));
  const db = openDatabase(url, { connections: 2 });
  const running = new Set<RunningPortal>();
  onTestFinished(async () => {
    await Promise.all([...running].map((portal) => portal.stop()));
    await db.close();
    await dropDatabase(journeysDatabase(), url);
    await rm(data, { recursive: true, force: true });
  });
  const common = {
    DATABASE_URL: url,
    KABINET_DATA: data,
    SERVICE_SECRET_KEY: KEY,
    BURST: '10000',
    LOG_LEVEL: 'silent',
  };
  const withPorts = async (settings: ProcessEnvironment): Promise<ProcessEnvironment> => {
    const [port = '', metricsPort = ''] = (await freePorts(2)).map(String);
    const ports = { PORT: port, METRICS_PORT: metricsPort };
    return { ...common, ...ports, ...settings };
  };
  const start = async (settings: ProcessEnvironment): Promise<Started> => {
    const all = await withPorts(settings);
    const said: string[] = [];
    const portal = new RunningPortal(readConfig(all), (line) => void said.push(line));
    running.add(portal);
    const stop = () => (running.delete(portal), portal.stop());
    await portal.start();
    return { url: `http://127.0.0.1:${all['PORT'] ?? ''}`, settings: all, said, stop };
  };
  return {
    db,
    common,
    start: (settings: ProcessEnvironment = PROVIDER) => start(settings),
    /** The reason of a start that must fail. */
    refusal: (settings: ProcessEnvironment): Promise<string> =>
      start(settings).then(
        () => 'started',
        (error: unknown) => (error as Error).message,
      ),
    /** The end of a process that must fail. */
    refusedProcess: async (settings: ProcessEnvironment): Promise<EndedProcess> =>
      endOf(spawnServer(await withPorts(settings))),
    check: async (settings: ProcessEnvironment): Promise<EndedProcess> => {
      let output = '';
      const say = (line: string) => void (output += `${line}\n`);
      return { code: await oneCommand(['check'], { ...common, ...settings }, { say, complain: say }), output };
    },
  };
}

const hasSandboxBank = async (url: string) => (await fetch(`${url}/sandbox/bank.css`)).status === 200;

/** A provider's own clients with the same numbers as those of the demo. */
async function addNamesakes(db: Database): Promise<void> {
  for (const contractId of [100_001, 100_002, 100_003, 100_004, 100_005]) await addClient({ db }, { contractId });
}

test('does not treat a provider with the demo’s contract numbers as the demo, and gives it no sandbox bank', async () => {
  const { db, start, refusal } = await installation();
  const empty = await start();
  expect(await hasSandboxBank(empty.url)).toBe(false);
  expect([await isEmpty(db.pool), await holdsDemo(db.pool)]).toEqual([true, false]);
  await empty.stop();
  await addNamesakes(db);
  expect(await hasSandboxBank((await start()).url)).toBe(false);
  expect(await refusal({ KABINET_DEMO: 'on' })).toMatch(/^настройка KABINET_DEMO неверна: в базе есть данные/);
});

test('serves without the file of its anchors, and says so', async () => {
  const { common, start } = await installation();
  const folder = common.KABINET_DATA;
  const kept = await start({ ...PROVIDER, AUDIT_ANCHOR_FILE: join(folder, 'anchors') });
  expect(kept.said.join()).not.toContain('Якоря');
  await kept.stop();
  const away = await start({ ...PROVIDER, AUDIT_ANCHOR_FILE: join(folder, 'away/anchors') });
  expect(away.said.join()).toMatch(/Якоря журнала действий не пишутся в \S+: не записать: /);
});

test('loads the demo once when two portals start with it, and serves it only when configured', async () => {
  const { db, start, refusal } = await installation();
  const [one, other] = await Promise.all([start({ KABINET_DEMO: 'on' }), start({ KABINET_DEMO: 'on' })]);
  expect(await Promise.all([hasSandboxBank(one.url), hasSandboxBank(other.url)])).toEqual([true, true]);
  expect(await holdsDemo(db.pool)).toBe(true);
  expect(await refusal(PROVIDER)).toMatch(/настройка KABINET_DEMO неверна: в базе лежит демо/);
});

test('continues serving and loading the demo’s history after the database breaks', async () => {
  const { db, start } = await installation({ template: 'demo' });
  await db.pool.query('update demo_mark set months_back = 24');
  const { url } = await start({ KABINET_DEMO: 'on' });
  const months = async () => {
    const { rows } = await db.pool.query<{ n: number }>(
      `select count(*)::int as n from ledger_transaction where reference like 'transfer:%'`,
    );
    return rows[0]?.n ?? 0;
  };
  await killInserting(db.pool);
  const before = await months();
  await expect.poll(months, { timeout: 25_000, interval: 200 }).toBeGreaterThan(before);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('refuses one of two portals that start with different keys, and keeps refusing it', async () => {
  const { db, start, refusal } = await installation();
  const told = await Promise.all([KEY, OTHER].map((key) => refusal({ ...PROVIDER, SERVICE_SECRET_KEY: key })));
  const winner = told.indexOf('started');
  expect(told[1 - winner]).toMatch(/^настройка SERVICE_SECRET_KEY неверна: пароли услуг .* другим ключом/);
  const [right, wrong] = winner === 0 ? [KEY, OTHER] : [OTHER, KEY];
  await start({ ...PROVIDER, SERVICE_SECRET_KEY: right.toUpperCase() });
  expect(await refusal({ ...PROVIDER, SERVICE_SECRET_KEY: wrong })).toContain('SERVICE_SECRET_KEY');
  const { rows } = await db.pool.query<{ key: string }>(`select encode(fingerprint, 'hex') as key from service_key`);
  expect([KEY, OTHER]).not.toContain(rows[0]?.key);
});

test('names the variable of a port in use; with other ports two portals run in parallel', async () => {
  const { start, refusal, refusedProcess } = await installation();
  const first = await start();
  const { PORT, METRICS_PORT } = first.settings as { PORT: string; METRICS_PORT: string };
  const { code, output } = await refusedProcess({ ...PROVIDER, PORT });
  expect(code).toBe(1);
  expect(output).toMatch(
    new RegExp(`(?:^|\\n)Кабинет не запустился: порт ${PORT} занят другой программой, задайте другой в PORT\\n$`),
  );
  expect(await refusal({ ...PROVIDER, METRICS_PORT })).toBe(
    `порт ${METRICS_PORT} занят другой программой, задайте другой в METRICS_PORT`,
  );
  const second = await start({ ...PROVIDER, METRICS_HOST: '127.0.0.2', METRICS_PORT });
  expect((await fetch(`http://127.0.0.2:${METRICS_PORT}/metrics`)).status).toBe(200);
  expect((await fetch(`${first.url}/livez`)).status).toBe(200);
  await second.stop();
});

test('does not start with half of a configuration, and `check` lists everything that is missing', async () => {
  const { db, common, refusedProcess } = await installation({ template: 'demo' });
  await db.pool.query('insert into service_key (fingerprint, noted_at) values ($1, now())', [randomBytes(32)]);
  const half = { ACQUIRER: 'tbank', ACQUIRER_ID: 'terminal', KABINET_PAYMENT_AGENTS: 'no-such-file.json', PORT: 'abc' };
  const { code, output } = await refusedProcess(half);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(/^Кабинет не запустился: настройка PORT неверна: .*всего ошибок 4, .*operator -- check$/m);

  const checked = await runOperator(['check'], { ...common, ...half });
  expect(checked.code).toBe(1);
  const told = checked.output.split('\n').filter((line) => line.startsWith('— настройка'));
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
  const telegram = {
    TELEGRAM_URL: 'http://127.0.0.1:1',
    TELEGRAM_BOT: 'volga_bot',
    TELEGRAM_TOKEN: 't',
    TELEGRAM_SECRET: 's'.repeat(16),
  };
  expect((await check({ KABINET_DEMO: 'on', ...telegram })).output).toMatch(
    /^Кабинет запустится.*\nНе отвечают:\n— Telegram, 127\.0\.0\.1:1: .*\nTELEGRAM_BOT: закон № 41-ФЗ/,
  );
  const away = await check({ ...PROVIDER, DATABASE_URL: 'postgresql://kabinet:secret@127.0.0.1:1/kabinet' });
  expect(away.code).toBe(1);
  expect(away.output).toContain('— настройка DATABASE_URL неверна: сервер 127.0.0.1:1 не отвечает');
  expect(away.output).not.toContain('secret');
});
