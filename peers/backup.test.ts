import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { agentsOf } from '../server/src/domain/payments/payment-agents/payment-agent.ts';
import { seedDemo } from '../server/seeds/demo.ts';
import { openPortal, type TestPortal } from '../server/test/portal/open-portal.ts';
import { START } from '../server/test/portal/start.ts';
import { AGENT } from '../bench/parts/traffic.ts';
import { startArchivedCluster, type ArchivedCluster } from './backup/cluster.ts';
import { freePort } from './mail/folder.ts';

// The files of deploy/backup with Debian's PostgreSQL and pgBackRest: payments go on while a backup is made; then a moment is restored.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCRIPTS = join(ROOT, 'deploy/backup');
const run = promisify(execFile);

let cluster: ArchivedCluster;
let portal: TestPortal & { close(): Promise<void> };

beforeAll(async () => {
  cluster = await startArchivedCluster();
  await migrate(cluster.ownerUrl, { runningRole: 'kabinet_run' });
  const owner = openDatabase(cluster.ownerUrl);
  await seedDemo(owner.pool, { now: START, company: 'small' });
  await owner.close();
  portal = await openPortal(cluster.runningUrl, { agents: agentsOf([AGENT]) });
  await writeFile(join(cluster.folder, 'kabinet'), COMMAND, { mode: 0o755 });
  await chmod(join(cluster.folder, 'kabinet'), 0o755);
  await writeFile(
    join(cluster.folder, 'kabinet.env'),
    `DATABASE_URL=${cluster.runningUrl}\nSERVICE_SECRET_KEY=${'5e'.repeat(32)}\nKABINET_DEMO=on\nACQUIRER=absent\nSMTP_URL=smtp://127.0.0.1:1\n`,
  );
});
afterAll(async () => {
  cluster.stop();
  await rm(cluster.folder, { recursive: true, force: true });
});

/** The command of an installed Kabinet, from the sources. */
const COMMAND = `#!/bin/sh
settings=$KABINET_SETTINGS
unset KABINET_SETTINGS KABINET_MIGRATION_SETTINGS
cd ${ROOT} && exec ${process.execPath} --env-file="$settings" server/src/operator/main.ts "$@"
`;

/** In the background, so that payments go on meanwhile. */
const backrest = (...words: readonly string[]) => {
  const program = ['pgbackrest', `--config=${cluster.pgbackrest}`, '--stanza=kabinet', ...words];
  return run('runuser', ['-u', 'postgres', '--', ...program], { cwd: '/' });
};

const ACCOUNT = `select account_no from account where contract_id = 100001 and kind = 'i'`;

interface Paid {
  readonly txn: string;
  readonly began: number;
  readonly acknowledged: number;
}

/** A terminal that takes payments one after the other, until the end. */
function startTerminal() {
  const account = cluster.ask(ACCOUNT);
  const paid: Paid[] = [];
  let isOver = false;
  const work = async () => {
    for (let number = 9_000_001; !isOver; number += 1) {
      const query = { command: 'pay', txn_id: String(number), txn_date: '20261120120000', account, sum: '10.00' };
      const began = Date.now();
      const { body } = await portal.inject({ url: '/gateway/osmp', query, remoteAddress: '127.0.0.1' });
      expect(body).toContain('<result>0</result>');
      paid.push({ txn: query.txn_id, began, acknowledged: Date.now() });
      await pause(50);
    }
  };
  const working = work();
  const end = async () => {
    isOver = true;
    await working;
  };
  return { paid, end };
}

const environment = (port: number) => ({
  ...process.env,
  PGBACKREST_CONFIG: cluster.pgbackrest,
  KABINET_SETTINGS: join(cluster.folder, 'kabinet.env'),
  KABINET_DATA: join(cluster.folder, 'data'),
  KABINET_COMMAND: join(cluster.folder, 'kabinet'),
  DRILL_FOLDER: join(cluster.folder, 'drill'),
  DRILL_PORT: String(port),
  DRILL_STAMP: join(cluster.folder, 'stamp'),
  STATE_TO: join(cluster.folder, 'state.prom'),
  PGHOST: join(cluster.folder, 'sockets'),
  PGPORT: cluster.ask('show port'),
});

const drill = (port: number, ...words: readonly string[]) =>
  run(join(SCRIPTS, 'drill.sh'), words, { env: environment(port), encoding: 'utf8' });

/** As the page writes a moment. */
const written = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

/** Lets the segment leave, as `archive_timeout` makes it leave within a minute. */
async function untilArchived(): Promise<void> {
  const segment = cluster.ask('select pg_walfile_name(pg_switch_wal())');
  await expect
    .poll(() => cluster.ask(`select last_archived_wal collate "C" >= '${segment}' from pg_stat_archiver`))
    .toBe('t');
}

const TERMINALS = `select split_part(reference, ':', 3) from ledger_transaction where reference like 'teller:terminals:9______' order by 1`;

test('with payments going on, those acknowledged before the chosen moment are in the restored database, later ones are not', async () => {
  const terminal = startTerminal();
  await backrest('--type=full', 'backup');
  await pause(1000);
  const cut = new Date();
  await pause(1000);
  await terminal.end();
  await untilArchived();

  const port = await freePort();
  const { stdout } = await drill(port, '--to', written(cut), '--keep');
  const copy = { host: join(cluster.folder, 'drill'), port };
  try {
    const restored = cluster.ask(TERMINALS, copy).split('\n');
    const before = terminal.paid.filter(({ acknowledged }) => acknowledged <= cut.getTime()).map(({ txn }) => txn);
    const after = terminal.paid.filter(({ began }) => began > cut.getTime()).map(({ txn }) => txn);
    expect([before.length > 5, after.length > 5]).toEqual([true, true]);
    expect(restored).toEqual(expect.arrayContaining(before));
    expect(restored.filter((txn) => after.includes(txn))).toEqual([]);
    // The last one before the moment was less than a second old.
    const newest = terminal.paid.find(({ txn }) => txn === before.at(-1));
    expect(cut.getTime() - (newest?.acknowledged ?? 0)).toBeLessThan(1000);
    expect(stdout).toContain('Договоров: 5');
    expect(stdout).toContain('Сумма всех строк книг, коп.: 0');
    expect(stdout).toMatch(/— \S+ ledger verify\n.*Книги сходятся/);
    expect(stdout).toContain('УЧЕНИЕ ПРОШЛО');
    // It is a copy: it does not send its log to the repository, and no process of the portal is there.
    expect(
      cluster.ask(
        `select current_setting('archive_mode'), count(*) from pg_stat_activity where usename = 'kabinet_run'`,
        copy,
      ),
    ).toBe('off|0');
    // Numbers that were given after the moment are known outside; none of them is given again.
    const given = Number(cluster.ask('select max(transaction_id) from ledger_transaction'));
    cluster.ask(await readFile(join(SCRIPTS, 'after-recovery.sql'), 'utf8'), copy);
    const next = cluster.ask(`select nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id'))`, copy);
    expect(Number(next)).toBeGreaterThan(given);
    // node_exporter tells how old everything is.
    await run(join(SCRIPTS, 'state.sh'), { env: environment(port) });
    const state = await readFile(join(cluster.folder, 'state.prom'), 'utf8');
    const told = new Map(
      [...state.matchAll(/^(kabinet_\w+) ([0-9]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    );
    const now = Date.now() / 1000;
    for (const what of ['newest', 'archived', 'drill']) {
      expect(told.get(`kabinet_backup_${what}_seconds`), what).toBeGreaterThan(now - 600);
    }
    expect(told.get('kabinet_backup_archive_failing')).toBe(0);
    const portalSettings = await readFile(join(copy.host, 'portal/kabinet.env'), 'utf8');
    expect(portalSettings).not.toContain('SMTP_URL');
  } finally {
    await drill(port, '--clear');
  }
  expect(existsSync(copy.host)).toBe(false);
});

test('after a recovery to a moment, a later moment of before it is found, too', async () => {
  const mark = (name: string) => cluster.ask(`insert into mark values ('${name}')`);
  /** A moment with nothing written a second before and after it. */
  const moment = async () => {
    await pause(1000);
    const now = new Date();
    await pause(1000);
    return written(now);
  };
  cluster.ask('create table mark (name text)');
  mark('one');
  const first = await moment();
  mark('two');
  const second = await moment();
  mark('three');
  await untilArchived();

  await portal.close();
  await cluster.replaceBy(() =>
    backrest('--type=time', `--target=${first}`, '--target-timeline=current', '--target-action=promote', 'restore'),
  );
  await expect.poll(() => cluster.ask('select pg_is_in_recovery()')).toBe('f');
  expect(cluster.ask('select string_agg(name, $$ $$) from mark')).toBe('one');
  mark('after the recovery');
  await untilArchived();

  const port = await freePort();
  await drill(port, '--to', second, '--keep');
  const found = cluster.ask('select string_agg(name, $$ $$) from mark', { host: join(cluster.folder, 'drill'), port });
  await drill(port, '--clear');
  expect(found).toBe('one two');
});

test('keys and settings are sealed for whoever holds the key of recovery, and old copies go', async () => {
  const { folder } = cluster;
  const [data, to] = [join(folder, 'of-portal'), join(folder, 'sealed')];
  await mkdir(join(data, 'postgres'), { recursive: true });
  await writeFile(join(data, 'service-secret-key'), '5e'.repeat(32));
  await writeFile(join(data, 'postgres/PG_VERSION'), '18');
  const key = join(folder, 'recovery.key');
  execFileSync('age-keygen', ['-o', key], { stdio: 'ignore' });
  await writeFile(join(folder, 'recipients'), execFileSync('age-keygen', ['-y', key]));
  const [anchors, own, settings] = [join(folder, 'anchors'), join(folder, 'backup.env'), join(folder, 'of-portal.env')];
  await writeFile(anchors, '');
  await writeFile(settings, `AUDIT_ANCHOR_FILE='${anchors}'\nKABINET_COMMAND=kabinet\n`);
  await writeFile(own, `FILES_TO='${to}'\nRECIPIENTS='${join(folder, 'recipients')}'\nKEEP=2\n`);
  const env = { ...process.env, BACKUP_SETTINGS: own, KABINET_SETTINGS: settings, KABINET_DATA: data };
  await mkdir(to);
  for (const day of ['20260101T000000Z', '20260102T000000Z'])
    await writeFile(join(to, `kabinet-files-${day}.tar.age`), '');
  await run(join(SCRIPTS, 'own-files.sh'), { env });
  const [kept, made = ''] = (await readdir(to)).sort();
  expect(kept).toBe('kabinet-files-20260102T000000Z.tar.age');
  const sealed = join(to, made);
  expect((await readFile(sealed)).includes('5e5e')).toBe(false);
  const opened = execFileSync('sh', ['-c', `age -d -i ${key} ${sealed} | tar -tz`], { encoding: 'utf8' });
  expect(opened).toContain(`${data.slice(1)}/service-secret-key\n`);
  expect(opened).not.toContain('PG_VERSION');
  // The settings name it, so nobody has to.
  expect(opened).toContain(`${anchors.slice(1)}\n`);
  // Without anybody who could open it nothing is written.
  await rm(join(folder, 'recipients'));
  await expect(run(join(SCRIPTS, 'own-files.sh'), { env })).rejects.toThrow(/Некому/);
});
