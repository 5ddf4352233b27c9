import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Callbacks for the signals that triggers of the database leave. */
export interface SignalCallbacks {
  /** Called with what has committed since the last call, each text once. Every process gets all of it. */
  readonly hear: (payloads: readonly string[]) => void;
  /** Called when signals may have been lost: after a crash or a failover of PostgreSQL, or a long time without an answer. */
  readonly missed: () => void;
}

export interface FollowedSignals {
  /** Resolves when signals are followed for the first time. */
  readonly begun: Promise<void>;
  end(): Promise<void>;
}

/** In milliseconds. */
const LOOK_MS = 100;
/** How long a broken connection may look alive. */
const PATIENCE_MS = 5_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 2000];
/** A signal is kept for a minute at least (`forget_signals`). */
const KEPT_MS = 50_000;
const FORGET_EACH_MS = 20_000;

/** Milliseconds before the next attempt. A failover takes twenty seconds; soon after it browsers shall hear again. */
export const pauseBeforeFollowing = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random());

interface Position {
  readonly life: string;
  /** What has been heard, as a snapshot of PostgreSQL. */
  readonly known: string;
  /** When it was asked for, in milliseconds of the process. */
  readonly askedAt: number;
}

interface Following {
  readonly callbacks: SignalCallbacks;
  readonly signal: AbortSignal;
  readonly begun: () => void;
  position: Position | undefined;
  forgottenAt: number;
}

/** Follows the signals on a connection of its own, one for the process. A connection that breaks loses nothing: the next one goes on. */
export function followSignals(url: string, callbacks: SignalCallbacks): FollowedSignals {
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  const following: Following = {
    callbacks,
    signal: stop.signal,
    begun: first.resolve,
    position: undefined,
    forgottenAt: -FORGET_EACH_MS,
  };
  const ended = keepFollowing(url, following);
  return {
    begun: first.promise,
    end: async () => {
      stop.abort();
      first.resolve();
      await ended;
    },
  };
}

async function keepFollowing(url: string, following: Following): Promise<void> {
  const { signal } = following;
  let failures = 0;
  while (!signal.aborted) {
    await followOn(url, following, () => {
      failures = 0;
    }).catch(() => undefined);
    await pause(pauseBeforeFollowing(failures), undefined, { signal }).catch(() => undefined);
    failures += 1;
  }
}

/** Follows until the connection breaks or the signal aborts. */
async function followOn(url: string, following: Following, looked: () => void): Promise<void> {
  const { signal } = following;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // The query reports the error; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    while (!signal.aborted) {
      await look(client, following);
      looked();
      await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await Promise.race([client.end().catch(() => undefined), pause(1000, undefined, { ref: false })]);
  }
}

interface Seen {
  /** Null if the database has lost its signals. */
  readonly life: string | null;
  readonly known_now: string;
  readonly payloads: readonly string[];
}

async function look(client: pg.Client, following: Following): Promise<void> {
  const { callbacks, position } = following;
  const askedAt = performance.now();
  await forgetOld(client, following, askedAt);
  const { rows } = await client.query<Seen>(
    'select * from signals_since(coalesce($1::pg_snapshot, pg_current_snapshot()))',
    [position?.known],
  );
  const [seen] = rows;
  // The next look forgets, which begins the new life.
  if (!seen || seen.life === null) {
    following.forgottenAt = -FORGET_EACH_MS;
    return;
  }
  following.position = { life: seen.life, known: seen.known_now, askedAt };
  if (!position) following.begun();
  else if (position.life !== seen.life || performance.now() - position.askedAt > KEPT_MS) callbacks.missed();
  else if (seen.payloads.length > 0) callbacks.hear(seen.payloads);
}

async function forgetOld(client: pg.Client, following: Following, now: number): Promise<void> {
  if (now - following.forgottenAt < FORGET_EACH_MS) return;
  following.forgottenAt = now;
  await client.query('select forget_signals()');
}
