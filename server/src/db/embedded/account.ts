import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedRefused } from './refusal.ts';

/** A line of /etc/passwd. */
export interface UnixAccount {
  name: string;
  uid: number;
  gid: number;
}

function accounts(): UnixAccount[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

const isRoot = () => process.getuid?.() === 0;

/** The name of our account; PostgreSQL's tools refuse an account without a name. */
export function ourName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new EmbeddedRefused(
      `У пользователя с номером ${String(process.getuid?.())} нет имени в /etc/passwd, а встроенный PostgreSQL без него не работает: ` +
        'запустите от другого пользователя или укажите DATABASE_URL.',
    );
  }
}

/**
 * The account for PostgreSQL, or undefined when it runs under ours. PostgreSQL refuses to run as root, so root uses an
 * existing account; none is created.
 */
export function accountForNewCluster(): UnixAccount | undefined {
  if (!isRoot()) {
    ourName();
    return undefined;
  }
  const known = accounts();
  const found = known.find((one) => one.name === 'postgres') ?? known.find((one) => one.name === 'nobody');
  if (!found) throw new EmbeddedRefused('В /etc/passwd нет ни postgres, ни nobody, а от root PostgreSQL не работает.');
  return found;
}

/** PostgreSQL must run as the owner of its cluster. */
export function accountForCluster(cluster: string): UnixAccount | undefined {
  const { uid, gid } = statSync(cluster);
  const name = accounts().find((one) => one.uid === uid)?.name ?? String(uid);
  if (isRoot()) return { name, uid, gid };
  if (uid === process.getuid?.()) return undefined;
  throw new EmbeddedRefused(
    `База данных в ${cluster} принадлежит пользователю ${name}: запустите от него или от root, либо задайте другую папку в KABINET_DATA.`,
  );
}

/** Whether the account may enter the folder. The system decides, because access lists and mounts matter too. */
export function canReach(folder: string, account: UnixAccount | undefined): boolean {
  if (!account) return true;
  const { uid, gid } = account;
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { uid, gid, cwd: '/' }).status === 0;
}
