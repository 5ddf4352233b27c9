import { execFile } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ourName, type UnixAccount } from './account.ts';
import type { ClusterPlace } from './place.ts';
import type { Major } from './program.ts';
import { inOwnWords } from '../file-trouble.ts';
import { EmbeddedRefused } from './refusal.ts';

/** The name of both the role and the database. */
export const databaseName = 'kabinet';

/** PostgreSQL gets none of our environment: it holds secrets, and PG* variables would change PostgreSQL's behaviour. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Spawn options that run a program under the account. */
export function as(account: UnixAccount | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Throws EmbeddedRefused if another major version wrote the data: only dump and restore can convert it. */
export function refuseOtherMajor(cluster: string, major: Major): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(cluster)) return;
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (found === undefined)
    throw new EmbeddedRefused(`В ${cluster} лежит не база данных PostgreSQL: освободите эту папку.`);
  if (found !== String(major)) {
    throw new EmbeddedRefused(
      `База данных в ${cluster} создана PostgreSQL ${found}, а запускается PostgreSQL ${major}: ` +
        'перенесите данные через pg_dump или задайте другую папку в KABINET_DATA.',
    );
  }
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

/**
 * Creates the cluster beside its final place and then moves it, so that an incomplete one is never used. Encoding and
 * Russian collation are explicit, because an empty environment would mean SQL_ASCII.
 */
export async function createCluster(
  program: string,
  { cluster, home, account }: ClusterPlace,
  fsync: boolean,
): Promise<void> {
  const fresh = `${cluster}.init`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (account) chownSync(fresh, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=ru'];
  const rest = [`--username=${databaseName}`, '--auth=reject', '--no-instructions', ...(fsync ? [] : ['--no-sync'])];
  try {
    await promisify(execFile)(join(program, 'bin', 'initdb'), ['-D', fresh, ...locale, ...rest], {
      ...as(account),
      cwd: home,
      env: environment,
    });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw new EmbeddedRefused(`База данных в ${cluster} не создана: ${reasonOf(error)}`);
  }
  renameSync(fresh, cluster);
  if (fsync) syncFolder(home);
}

/** The line that tells what went wrong; the last one tells how initdb has tidied up. */
function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  return inOwnWords(stderr.split('\n').find((line) => /error|FATAL|could not/.test(line)) ?? message);
}

/**
 * Access rules: on the socket only we and root, identified by the operating system without a password; on TCP (closed
 * by default) only roles with a password.
 */
export function writeAccess(cluster: string): void {
  writeFileSync(
    join(cluster, 'pg_hba.conf'),
    'local all all peer map=owners\nhost all all 127.0.0.1/32 scram-sha-256\n',
  );
  const names = new Set(['root', ourName()]);
  const lines = [...names].map((name) => `owners "${name}" ${databaseName}\n`);
  writeFileSync(join(cluster, 'pg_ident.conf'), lines.join(''));
}
