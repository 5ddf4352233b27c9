import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { createCluster, refuseOtherMajor, writeAccess } from './cluster.ts';
import { findPlace, leaveLink, makeSocketFolder, type Place } from './place.ts';
import {
  disownDeadServer,
  logFile,
  readPostmaster,
  spawnPostmaster,
  stopPostmaster,
  type Spawned,
} from './postmaster.ts';
import { clusterOf, isAbsent, isBusy, join, leave, urlOf, type Address } from './presence.ts';
import { installProgram, type Major } from './program.ts';
import { EmbeddedRefused } from './refusal.ts';
import { alone } from './start-lock.ts';

export { EmbeddedRefused } from './refusal.ts';

export interface EmbeddedOptions {
  /** The folder to keep data in; made if missing. The cluster is its `postgres`. */
  dataDir: string;
  major?: Major;
  /** Off only where the data may be lost: tests. A server that runs already keeps its own setting. */
  fsync?: boolean;
  /** A port on 127.0.0.1 besides the socket, for roles with a password. A server that runs already keeps its own. */
  tcpPort?: number;
  /** Hears, in Russian, what the operator should know. */
  say?: (line: string) => void;
}

export interface Embedded {
  /** For node-postgres, through the socket, to the database `kabinet`, which exists and sorts as Russian does. */
  url: string;
  socketDir: string;
  /** The server was running already: left by a killed process, or in use by a living one. */
  adopted: boolean;
  /**
   * Stops the server if nobody else is here, whether it was started or adopted: a database that outlives its last
   * process would stay for ever. Close your own connections first; those still open are cut.
   */
  stop(): Promise<void>;
}

interface Running {
  address: Address;
  guard: Client;
  adopted: boolean;
}

/** How long the remains of a killed server (its number, its shared memory) may stand in the way. */
const remainsPatienceMs = 10_000;
const reviveEveryMs = 2_000;

/** Names the socket file; no TCP port is opened by it. */
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

/** The connection to the new server, or why it ended. */
async function launch(place: Place, address: Address, options: Settled): Promise<Client | string> {
  const program = await installProgram(options.major, place.home);
  if (!existsSync(place.cluster)) {
    options.say(`Создаю базу данных в ${place.cluster}`);
    await createCluster(program, place, options.fsync);
  }
  writeAccess(place.cluster);
  disownDeadServer(place.cluster, address);
  return reach(address, spawnPostmaster(program, place, address, options));
}

/** Asks until the server answers, which after a crash is when it has recovered, or until it ends. */
async function reach(address: Address, { child, said }: Spawned): Promise<Client | string> {
  const fate: { end?: string } = {};
  child.once('error', (error) => (fate.end = error.message));
  child.once('exit', () => (fate.end = /FATAL: +(.*)/.exec(said())?.[1] ?? said().trim()));
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

const isRemains = (reason: string) => /"postmaster\.pid" already exists|shared memory block/.test(reason);

async function adoptOrLaunch(place: Place, address: Address, options: Settled): Promise<Running> {
  const deadline = performance.now() + remainsPatienceMs;
  for (;;) {
    const found = await adopt(place.cluster);
    if (found) return found;
    const outcome = await launch(place, address, options);
    if (typeof outcome !== 'string') return { address, guard: outcome, adopted: false };
    if (!isRemains(outcome) || performance.now() > deadline) {
      throw new EmbeddedRefused(`PostgreSQL не запустился: ${outcome} (журнал: ${logFile(place)}).`);
    }
    await pause(200);
  }
}

/** Keeps the server running, at one address, until it is told to stop: a killed server comes back with what was committed. */
function keep(place: Place, options: Settled, first: Running) {
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
      // Where the presence cannot be ended the server is gone already.
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
 * Starts PostgreSQL on the data folder, or joins the one that runs there; any number of processes may.
 * Throws EmbeddedRefused, with a sentence for the operator, where it cannot.
 */
export async function startEmbedded(given: EmbeddedOptions): Promise<Embedded> {
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
