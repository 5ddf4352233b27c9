import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { seedDemo } from '../../seeds/demo.ts';
import { startTestCluster } from '../../test/database/cluster.ts';
import { databaseAt } from '../../test/database/database.ts';
import { openPortal } from '../../test/portal/open-portal.ts';
import { freePort } from '../../test/process/process.ts';
import { START } from '../../test/portal/start.ts';
import { checkCommand } from '../operator/commands/running/check.ts';
import { migrateCommand } from '../operator/commands/running/migrate.ts';
import { GUARDED, guardsThatMayFall } from './guards.ts';
import { migrate } from './migrate.ts';
import { bringSchemaUpToDate } from './schema-state.ts';

// One database by the files of `deploy/database`, as a provider makes it; the tests go through its life in order.

let server: { url: string; stop(): Promise<void> };
let owner: string;
let runner: string;

const fileOf = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

/** Runs statements, each in a transaction of its own, as `psql` does with a file. */
async function asked(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  const tcpPort = await freePort();
  server = await startTestCluster(tcpPort);
  const file = (await fileOf('database/roles.sql'))
    .replace('database kabinet ', 'database portal ')
    .replace(`:'owner_password'`, `'the-owner'`)
    .replace(`:'password'`, `'the-runner'`);
  await asked(server.url, ...file.split(/;\n/).filter((statement) => statement.trim() !== ''));
  owner = `postgresql://kabinet_owner:the-owner@127.0.0.1:${tcpPort}/portal`;
  runner = `postgresql://kabinet_run:the-runner@127.0.0.1:${tcpPort}/portal`;
});
afterAll(() => server.stop());

const settingsOf = (more: Readonly<Record<string, string>>) => ({
  KABINET_PROVIDER: new URL('../../seeds/provider.json', import.meta.url).pathname,
  SERVICE_SECRET_KEY: '5e'.repeat(32),
  ...more,
});

async function saidBy({ run }: typeof checkCommand, settings: Readonly<Record<string, string>>) {
  const said: string[] = [];
  const code = await run((line) => void said.push(line), settingsOf(settings));
  return { code, said: said.join('\n') };
}

test('the role that runs the portal does not migrate; the start and the check say who does', async () => {
  await expect(
    bringSchemaUpToDate({ url: runner, ownerUrl: undefined, commandLine: 'npm run operator --' }, () => undefined),
  ).rejects.toThrow(
    /база данных пуста, а роль из DATABASE_URL создавать таблицы не вправе: выполните npm run operator -- migrate/,
  );
  expect(await saidBy(checkCommand, { DATABASE_URL: runner })).toMatchObject({
    code: 1,
    said: expect.stringContaining('— база данных пуста') as string,
  });
  expect(await saidBy(migrateCommand, { DATABASE_URL: runner, MIGRATION_DATABASE_URL: owner })).toEqual({
    code: 0,
    said: 'Создаю таблицы…\nБаза данных обновлена, права роли из DATABASE_URL выданы',
  });
  await bringSchemaUpToDate({ url: runner, ownerUrl: undefined, commandLine: 'npm run operator --' }, () => undefined);
  await bringSchemaUpToDate({ url: runner, ownerUrl: owner, commandLine: 'npm run operator --' }, () => undefined);
});

const FORBIDDEN = [
  'alter table operator_action disable trigger all',
  'delete from operator_action',
  `update operator_action set operator = 'nobody'`,
  'truncate operator_action',
  'delete from staff_read',
  'delete from audit_link',
  'update audit_link set row_id = 1',
  'update audit_anchor set seq = 1',
  'drop table operator_action',
  'update ledger_entry set amount_kopecks = 1',
  'delete from ledger_transaction',
  'set session_replication_role = replica',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'create temporary table forged (n integer)',
  'create table forged (n integer)',
  'set role kabinet_owner',
  'delete from migration',
];

test.each(FORBIDDEN)('it may not: %s', async (statement) => {
  await expect(asked(runner, statement)).rejects.toMatchObject({ code: '42501' });
});

test('the trial finds nothing that it may do, and what a role may that does both', async () => {
  expect(await guardsThatMayFall(runner)).toEqual([]);
  expect(await guardsThatMayFall(owner)).toEqual(
    expect.arrayContaining([
      'заменить функции триггеров',
      ...GUARDED.map((table) => `выключить триггеры таблицы ${table}`),
    ]),
  );
  const warning =
    'ВНИМАНИЕ: журнал операторов и книги не защищены от самого кабинета: роль kabinet_owner из DATABASE_URL может ';
  const [apart, both] = [
    await saidBy(checkCommand, { DATABASE_URL: runner }),
    await saidBy(checkCommand, { DATABASE_URL: owner }),
  ];
  expect([apart.code, apart.said]).toEqual([0, expect.not.stringContaining('ВНИМАНИЕ')]);
  expect([both.code, both.said]).toEqual([0, expect.stringContaining(warning)]);
});

test('the portal works as that role: it loads the demo, answers, changes and runs its jobs', async () => {
  const pool = new pg.Pool({ connectionString: runner, options: '-c timezone=UTC' });
  await seedDemo(pool, { now: START, company: 'small' });
  await pool.end();
  const portal = await openPortal(runner);
  onTestFinished(() => portal.close());
  const paid = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '500' } }, 100_001);
  expect(paid.status).toBe(200);
  await portal.work();
  const left = await portal.pool.query(`select from graphile_worker.jobs where last_error is not null`);
  expect(left.rowCount).toBe(0);
});

test('while a process of the former version runs, a migration may add a table that its triggers write into', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, '9001_later.sql'),
    `create schema later;
     create table later.seen (id bigint generated always as identity, town text);
     create function see_town() returns trigger language plpgsql as $$ begin insert into later.seen (town) values (new.name); return new; end $$;
     create trigger see after insert on town for each row execute function see_town()`,
  );
  // Its rights come with the table, not after all migrations.
  await asked(owner, await readFile(join(folder, '9001_later.sql'), 'utf8'));
  await asked(runner, `insert into town (name) values ('Новый')`);
  await asked(owner, 'drop schema later cascade; drop function see_town() cascade');
  await migrate(owner, { folder: pathToFileURL(`${folder}/`), runningRole: 'kabinet_run' });
  await asked(runner, `insert into town (name) values ('Ещё новее')`);
});

test('the roles of the mail server, of the exchange and of RADIUS see what is theirs as before, and nothing else', async () => {
  const superuser = databaseAt(server.url, 'portal');
  await asked(superuser, (await fileOf('mail/role.sql')).replace(`:'password'`, `'the-mail'`));
  await asked(superuser, (await fileOf('sip/role.sql')).replace(':password', `'the-sip'`));
  await asked(superuser, (await fileOf('radius/role.sql')).replace(':password', `'the-radius'`));
  const as = (role: string) => runner.replace('kabinet_run:the-runner', role);
  await asked(
    as('kabinet_mail:the-mail'),
    `insert into mail.usage (username, bytes) values ('nobody@volga.example', 1)`,
  );
  await asked(as('kabinet_sip:the-sip'), 'select from sip.subscriber', `select sip.may_call('1', '2', '3')`);
  const radius = as('kabinet_radius:the-radius');
  await asked(
    radius,
    `select radius.check_of('nobody', '10.0.0.1', '', '', false, '')`,
    `select radius.refuse('a', '10.0.0.1', '', 'unknown', '')`,
  );
  for (const table of [
    'radius.service',
    'radius.nas',
    'radius.refused',
    'radius.template',
    'public.contract',
    'public.service_secret',
  ])
    await expect(asked(radius, `select from ${table}`)).rejects.toThrow('permission denied');
  await expect(asked(radius, `select radius.opened('', '', '')`)).rejects.toThrow('permission denied');
});
