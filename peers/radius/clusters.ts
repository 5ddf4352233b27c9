import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chown, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createCluster, writeAccess } from '../../server/src/db/embedded/cluster.ts';
import { findPlace, makeSocketFolder, type ClusterPlace } from '../../server/src/db/embedded/place.ts';
import { readPostmaster, spawnPostmaster, stopPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import { urlOf } from '../../server/src/db/embedded/presence.ts';
import { installProgram } from '../../server/src/db/embedded/program.ts';
import { databaseFolder } from '../../server/test/database/folder.ts';
import { databaseAt } from '../../server/test/database/database.ts';
import { freePort } from '../../server/test/process/process.ts';
import { guardRun } from '../../scripts/lib/guard.mjs';

type Signal = 'SIGSTOP' | 'SIGCONT' | 'SIGKILL';

/** A PostgreSQL that nobody starts again when it is stopped. */
export interface Cluster {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends all of its processes at once, as a failure does. */
  kill(): Promise<void>;
  /** Stops all of its processes where they are: connections stay open, and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** A primary, and a standby that follows it by streaming. */
export async function primaryAndStandby(): Promise<{ primary: Cluster; standby: Cluster }> {
  guardRun();
  const place = findPlace(await databaseFolder('kabinet-primary-'));
  await createCluster(await installProgram(18, place.home), place, false);
  writeAccess(place.cluster);
  await appendFile(join(place.cluster, 'pg_hba.conf'), 'local replication all trust\n');
  const primary = clusterAt(place, await freePort());
  await primary.start();
  return { primary, standby: await standbyOf(primary, place) };
}

/** A copy of the files of a running primary, which then follows it: the embedded PostgreSQL has no pg_basebackup. */
async function standbyOf(primary: Cluster, { cluster: original }: ClusterPlace): Promise<Cluster> {
  const place = findPlace(await databaseFolder('kabinet-standby-'));
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`alter system set wal_keep_size = '256MB'`);
  await client.query(`select pg_reload_conf(), pg_backup_start('standby', true)`);
  await promisify(execFile)('cp', ['-a', original, place.cluster]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  await rm(join(place.cluster, 'postmaster.pid'));
  const label = join(place.cluster, 'backup_label');
  await writeFile(label, rows[0]?.labelfile ?? '');
  if (place.account) await chown(label, place.account.uid, place.account.gid);
  await writeFile(join(place.cluster, 'standby.signal'), '');
  const { socketDir = '', port = 0 } = readPostmaster(original) ?? {};
  const source = `primary_conninfo = 'host=${socketDir} port=${port} user=kabinet'\n`;
  await appendFile(join(place.cluster, 'postgresql.auto.conf'), source);
  const standby = clusterAt(place, await freePort());
  await standby.start();
  return standby;
}

function clusterAt(place: ClusterPlace, port: number): Cluster {
  const address = { socketDir: makeSocketFolder(place), port };
  const url = databaseAt(urlOf(address), 'postgres');
  const signal = (name: Signal) => {
    const pids = processesOf(place);
    for (const pid of pids) signalled(pid, name);
    return pids;
  };
  return {
    url,
    port,
    async start() {
      const program = await installProgram(18, place.home);
      const { said } = spawnPostmaster(program, place, address, { fsync: false, tcpPort: port });
      await answers(url, said);
    },
    stop: () => stopPostmaster(place.cluster),
    async kill() {
      const pids = signal('SIGKILL');
      while (pids.some((pid) => existsSync(`/proc/${pid}/exe`))) await pause(20);
    },
    freeze: () => void signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
    async close() {
      signal('SIGCONT');
      await stopPostmaster(place.cluster);
      await rm(dirname(place.cluster), { recursive: true, force: true });
      await rm(address.socketDir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string, said: () => string): Promise<void> {
  for (let left = 600; ; left -= 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (cause) {
      if (left === 0) throw new Error(said(), { cause });
      await pause(50);
    }
  }
}

/** One that has ended meanwhile needs no signal. */
function signalled(pid: number, name: Signal): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The postmaster first, so that it starts no other meanwhile. */
function processesOf({ cluster }: ClusterPlace): number[] {
  const { pid } = readPostmaster(cluster) ?? {};
  if (pid === undefined) return [];
  const children = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && parentOf(one) === pid);
  return [pid, ...children];
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) . ([0-9]+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
