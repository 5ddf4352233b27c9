import { execFileSync } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, place } from '../mail/folder.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));
const PASSWORDS = { owner: 'the-owner-of-the-tables', running: 'the-role-of-the-portal' };

/** Debian's PostgreSQL with the files of `deploy/backup`, in a folder of its own. */
export interface ArchivedCluster {
  readonly folder: string;
  readonly pgbackrest: string;
  readonly ownerUrl: string;
  readonly runningUrl: string;
  /** Runs a program as PostgreSQL's user; answers what it says. */
  as(...command: readonly string[]): string;
  /** The rows of a statement, of this cluster or of a copy. */
  ask(statement: string, at?: CopyAddress): string;
  /** Stops it, lets another folder come in place of its own, and starts that. */
  replaceBy(restore: () => Promise<unknown>): Promise<void>;
  stop(): void;
}

interface CopyAddress {
  readonly host: string;
  readonly port: number;
}

const asPostgres = (...command: readonly string[]): string =>
  execFileSync('runuser', ['-u', 'postgres', '--', ...command], { cwd: '/', encoding: 'utf8' });

const numberOf = (name: string): number => Number(execFileSync('id', [name, 'postgres'], { encoding: 'utf8' }));

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp('/var/tmp/kabinet-backup-');
  await chmod(folder, 0o755);
  for (const name of ['base', 'repository', 'spool', 'log', 'lock', 'sockets']) await makeOwn(join(folder, name));
  return folder;
}

/** A folder of PostgreSQL's user alone. */
async function makeOwn(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, numberOf('-u'), numberOf('-g'));
}

export async function startArchivedCluster(): Promise<ArchivedCluster> {
  const folder = await makeFolder();
  const port = await freePort();
  const [base, sockets, pgbackrest] = [join(folder, 'base'), join(folder, 'sockets'), join(folder, 'pgbackrest.conf')];
  await place('../backup/pgbackrest.conf', pgbackrest, [
    ['/var/lib/postgresql/15/main', base],
    ['pg1-port=5432', `pg1-port=${port}\npg1-socket-path=${sockets}`],
    ['/var/lib/pgbackrest', join(folder, 'repository')],
    ['spool-path=/var/spool', `log-path=${folder}/log\nlock-path=${folder}/lock\nspool-path=${folder}/spool`],
    ['CHANGE-ME', 'the-pass-of-the-repository'],
  ]);
  asPostgres(`${BIN}/initdb`, '-D', base, '-A', 'trust', '-U', 'postgres', '--data-checksums', '-E', 'UTF8');
  await place('../backup/kabinet-archive.conf', join(folder, 'archive.conf'), [
    ['pgbackrest --', `pgbackrest --config=${pgbackrest} --`],
  ]);
  await writeFile(
    join(base, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${sockets}'\n`,
  );
  const control = (...words: readonly string[]) => void asPostgres(`${BIN}/pg_ctl`, '-D', base, '-s', ...words);
  const start = () => control('-l', join(folder, 'log/postgres'), '-w', 'start');
  start();
  // Before the archive is on: a server that sends its log holds the lock of the repository.
  asPostgres('pgbackrest', `--config=${pgbackrest}`, '--stanza=kabinet', 'stanza-create');
  await appendFile(join(base, 'postgresql.conf'), `include '${folder}/archive.conf'\n`);
  control('-l', join(folder, 'log/postgres'), '-m', 'fast', '-w', 'restart');
  const psql = (at: CopyAddress, ...more: readonly string[]) =>
    asPostgres('psql', '-h', at.host, '-p', String(at.port), '-XAt', '-v', 'ON_ERROR_STOP=1', ...more).trim();
  const own = { host: sockets, port };
  const roles = ['-v', `owner_password=${PASSWORDS.owner}`, '-v', `password=${PASSWORDS.running}`];
  psql(own, '-q', ...roles, '-f', await readable(folder, 'database/roles.sql'));
  const urlOf = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/kabinet`;
  return {
    folder,
    pgbackrest,
    ownerUrl: urlOf('kabinet_owner', PASSWORDS.owner),
    runningUrl: urlOf('kabinet_run', PASSWORDS.running),
    as: asPostgres,
    ask: (statement, at = own) => psql(at, '-d', 'kabinet', '-c', statement),
    replaceBy: async (restore) => {
      control('-m', 'fast', 'stop');
      await rm(base, { recursive: true });
      await makeOwn(base);
      await restore();
      start();
    },
    stop: () => control('-m', 'immediate', 'stop'),
  };
}

/** A copy of a file where PostgreSQL's user may read it. */
async function readable(folder: string, name: string): Promise<string> {
  const copy = join(folder, 'roles.sql');
  await writeFile(copy, execFileSync('cat', [join(DEPLOY, name)]));
  return copy;
}
