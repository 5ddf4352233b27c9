import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { createCluster, refuseOtherMajor, writeAccess } from './cluster.ts';
import { findPlace, leaveLink, makeSocketFolder, type ClusterPlace } from './place.ts';
import {
  disownDeadServer,
  logFile,
  readPostmaster,
  spawnPostmaster,
  stopPostmaster,
  type SpawnedPostgres,
} from './postmaster.ts';
import { clusterOf, isAbsent, isBusy, join, leave, urlOf, type SocketAddress } from './presence.ts';
import { installProgram, type Major } from './program.ts';
import { fileTrouble, inOwnWords } from '../file-trouble.ts';
import { EmbeddedRefused, unfitDataFolder } from './refusal.ts';
import { alone } from './start-lock.ts';

export { EmbeddedRefused } from './refusal.ts';

export interface EmbeddedOptions {
  /** The data folder; created if missing. The cluster is its subfolder `postgres`. */
  dataDir: string;
  major?: Major;
  /** Off only where data may be lost: in tests. A running server keeps its own setting. */
  fsync?: boolean;
  /** The most open connections, 100 by default. A running server keeps its own setting. */
  connections?: number;
  /** A port on 127.0.0.1 in addition to the socket, for roles with a password. A running server keeps its own. */
  tcpPort?: number;
  /** Gets messages for the operator, in Russian. */
  say?: (line: string) => void;
}

export interface EmbeddedDatabase {
  /** For node-postgres: the socket address of the existing database `kabinet`, which has Russian collation. */
  url: string;
  socketDir: string;
  /** The server was already running: left by a killed process, or used by a living one. */
  adopted: boolean;
  /**
   * Stops the server, started or adopted, if no other process uses it; otherwise it would run for ever. Close your own
   * connections first: open ones are cut.
   */
  stop(): Promise<void>;
}

interface Running {
  address: SocketAddress;
  guard: Client;
  adopted: boolean;
}

/** How long to wait for the remains of a killed server (its pid, its shared memory) to go. */
const remainsPatienceMs = 10_000;
const reviveEveryMs = 2_000;

/** Part of the socket's file name; no TCP port is opened. */
const usualPort = 5432;

async function adopt(cluster: string): Promise<Running | undefined> {
  for (;;) {
    const address = readPostmaster(cluster);
    if (!address) return undefined;
    try {
      const guard = await join(address);
      if ((await clusterOf(guard)) === cluster) return { address, guard, adopted: true };
      await guard.end();
      return undefined;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      if (!isBusy(error)) throw error;
    }
    await pause(100);
  }
}

type Settled = EmbeddedOptions & { major: Major; fsync: boolean; say: (line: string) => void };

/** Returns the connection to the new server, or the reason why it ended. */
async function launch(place: ClusterPlace, address: SocketAddress, options: Settled): Promise<Client | string> {
  const program = await installProgram(options.major, place.home);
  if (!existsSync(place.cluster)) {
    options.say(`Создаю базу данных в ${place.cluster}`);
    await createCluster(program, place, options.fsync);
  }
  writeAccess(place.cluster);
  disownDeadServer(place.cluster, address);
  return reach(address, spawnPostmaster(program, place, address, options));
}

/** Retries until the server answers, which after a crash means it has recovered, or until it ends. */
async function reach(address: SocketAddress, { child, said }: SpawnedPostgres): Promise<Client | string> {
  const fate: { end?: string } = {};
  child.once('error', (error) => (fate.end = error.message));
  child.once('exit', () => (fate.end = causeIn(said())));
  for (;;) {
    try {
      return await join(address);
    } catch (error) {
      if (!isAbsent(error) && !isBusy(error)) {
        child.kill('SIGINT');
        throw error;
      }
    }
    if (fate.end !== undefined) return fate.end;
    await pause(20);
  }
}

/** The first failure in the log; to whoever knocks meanwhile the server says only that it is not ready. */
const causeIn = (log: string): string =>
  /(?:FATAL|PANIC): +(?!the database system is )(.*)/.exec(log)?.[1] ?? log.trim();

const isRemains = (reason: string) => /"postmaster\.pid" already exists|shared memory block/.test(reason);

async function adoptOrLaunch(place: ClusterPlace, address: SocketAddress, options: Settled): Promise<Running> {
  const deadline = performance.now() + remainsPatienceMs;
  for (;;) {
    const found = await adopt(place.cluster);
    if (found) return found;
    const outcome = await launch(place, address, options);
    if (typeof outcome !== 'string') return { address, guard: outcome, adopted: false };
    if (!isRemains(outcome) || performance.now() > deadline) {
      throw new EmbeddedRefused(`PostgreSQL не запустился: ${inOwnWords(outcome)} (журнал: ${logFile(place)}).`);
    }
    await pause(200);
  }
}

/** Restarts the server at the same address, with all committed data, until it is told to stop. */
function keep(place: ClusterPlace, options: Settled, first: Running) {
  let running = first;
  let stopping = false;
  let reviving: Promise<void> | undefined;

  const revive = async () => {
    while (!stopping) {
      try {
        running = await alone(place.cluster, () => adoptOrLaunch(place, first.address, options));
        watch();
        if (!running.adopted) options.say('PostgreSQL прервался и запущен заново');
        return;
      } catch (error) {
        options.say(error instanceof Error ? error.message : String(error));
        await pause(reviveEveryMs);
      }
    }
  };
  const watch = () => {
    running.guard.once('end', () => {
      if (!stopping) reviving = revive();
    });
  };
  watch();

  const stop = async () => {
    stopping = true;
    await reviving;
    await alone(place.cluster, async () => {
      // If leaving fails, the server is already gone.
      const last = await leave(running.guard).catch(() => false);
      if (!last) return;
      await stopPostmaster(place.cluster);
      await rmdir(first.address.socketDir).catch(() => undefined);
    });
  };
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stop());
}

/**
 * Starts PostgreSQL on the data folder, or joins the server that already runs there; several processes may share it.
 * Throws EmbeddedRefused, with a sentence for the operator.
 */
export const startEmbedded = (given: EmbeddedOptions): Promise<EmbeddedDatabase> =>
  startOn(given).catch((error: unknown) => {
    const why = fileTrouble(error);
    throw why === undefined ? error : unfitDataFolder(given.dataDir, why);
  });

async function startOn(given: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const options = { major: 18 as const, fsync: true, say: () => undefined, ...given };
  const place = findPlace(options.dataDir);
  const running = await alone(place.cluster, () => {
    refuseOtherMajor(place.cluster, options.major);
    const address = { socketDir: makeSocketFolder(place), port: options.tcpPort ?? usualPort };
    return adoptOrLaunch(place, address, options);
  });
  if (leaveLink(place)) options.say(`Данные лежат в ${place.cluster}: в ${options.dataDir} PostgreSQL не может войти`);
  return {
    url: urlOf(running.address),
    socketDir: running.address.socketDir,
    adopted: running.adopted,
    stop: keep(place, options, running),
  };
}
