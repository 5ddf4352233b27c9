import type pg from 'pg';
import { isTrouble } from './trouble.ts';

/** Connections for pipelined reads: two backends keep two cores busy, and more would only share them. */
const LANES = 2;
/** Reads sent at once on each: PostgreSQL starts the second while this process still handles the reply to the first. */
const READS = 2;
/** Milliseconds after which a read is slow: none begins behind it, and those that wait no longer do so if nothing else moves. */
const SLOW = 100;
/** The most milliseconds that a read waits for its turn, however fast the others go. */
const LONGEST_WAIT = 1000;

type Work<T> = (client: pg.PoolClient) => Promise<T>;

interface Lane {
  /** Taken from the pool while a read is on it. */
  client: Promise<pg.PoolClient> | undefined;
  reads: number;
  /** When the first of them began to run, in milliseconds of the process. */
  since: number;
  /** Why its connection takes no further read and does not return to the pool. */
  broken: Error | undefined;
}

export interface Lanes {
  /** Runs a pipelined read in its turn; undefined if it waits only for slow ones, or for too long. */
  run<T>(work: Work<T>): Promise<{ result: T } | undefined>;
}

/** In milliseconds. */
export interface LaneLimits {
  readonly slow: number;
  readonly longestWait: number;
}

/** Lets few pipelined reads run at once, in the order in which they come (decision 0143). */
export function openLanes(pool: pg.Pool, { slow = SLOW, longestWait = LONGEST_WAIT }: Partial<LaneLimits> = {}): Lanes {
  const lanes = Array.from({ length: LANES }, (): Lane => ({
    client: undefined,
    reads: 0,
    since: 0,
    broken: undefined,
  }));
  const waiting = new Set<(lane: Lane) => void>();
  /** When a read last ended or got its turn, in milliseconds of the process. */
  let movedAt = performance.now();

  const turn = (): Promise<Lane | undefined> => {
    const free = freeLane(lanes, slow);
    if (free) {
      enter(free);
      return Promise.resolve(free);
    }
    return new Promise((resolve) => {
      const until = performance.now() + longestWait;
      const begin = (lane: Lane) => {
        clearTimeout(timer);
        resolve(lane);
      };
      const giveUp = () => {
        const left = Math.min(movedAt + slow, until) - performance.now();
        if (left > 0) {
          timer = setTimeout(giveUp, left);
          return;
        }
        waiting.delete(begin);
        resolve(undefined);
      };
      waiting.add(begin);
      let timer = setTimeout(giveUp, slow);
    });
  };
  const admit = () => {
    for (const begin of waiting) {
      const lane = freeLane(lanes, slow);
      if (!lane) return;
      waiting.delete(begin);
      enter(lane);
      begin(lane);
    }
  };
  const leave = (lane: Lane) => {
    lane.reads -= 1;
    lane.since = movedAt = performance.now();
    admit();
    if (lane.reads > 0) return;
    giveBack(lane);
    admit();
  };

  return {
    run: async (work) => {
      const lane = await turn();
      if (!lane) return undefined;
      try {
        lane.client ??= pool.connect();
        return { result: await work(await lane.client) };
      } catch (error) {
        if (isTrouble(error)) lane.broken ??= error as Error;
        throw error;
      } finally {
        leave(lane);
      }
    },
  };
}

function enter(lane: Lane): void {
  if (lane.reads === 0) lane.since = performance.now();
  lane.reads += 1;
}

/** The lane with the fewest reads; undefined if each has as many as it may have, or a slow one. */
function freeLane(lanes: readonly Lane[], slow: number): Lane | undefined {
  const open = lanes.filter((lane) => lane.reads < READS && lane.broken === undefined && !isSlow(lane, slow));
  return open.reduce<Lane | undefined>((best, lane) => (best && best.reads <= lane.reads ? best : lane), undefined);
}

/** A read behind another one on its connection cannot leave it any more, however long that takes. */
const isSlow = ({ reads, since }: Lane, slow: number): boolean => reads > 0 && performance.now() - since > slow;

/** Returns the connection of an empty lane to the pool, which closes a broken one. */
function giveBack(lane: Lane): void {
  const { client, broken } = lane;
  lane.client = undefined;
  lane.broken = undefined;
  // A connection that could not be opened has nothing to return.
  client?.then(
    (opened) => {
      opened.release(broken);
    },
    () => undefined,
  );
}
