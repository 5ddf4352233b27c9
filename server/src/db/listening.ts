import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Callbacks for notifications of PostgreSQL. */
export interface ChannelCallbacks {
  /** Called for each notification of a committed transaction. Every listening process gets all of them, in the same order. */
  readonly hear: (payload: string) => void;
  /** Called when a broken connection listens again, because notifications were lost. */
  readonly missed: () => void;
}

export interface ChannelListening {
  /** Resolves when the channel is listened to for the first time. */
  readonly begun: Promise<void>;
  end(): Promise<void>;
}

/** How long a broken connection may look alive. */
const KEEP_ALIVE_MS = 15_000;
const PATIENCE_MS = 5_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 2000];

/** Milliseconds before the next attempt. A failover takes twenty seconds; soon after it browsers shall hear again. */
export const pauseBeforeListening = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random());

/** Listens to a channel on a connection of its own, one for the process, and connects again whenever it breaks. */
export function listenToChannel(url: string, channel: string, ears: ChannelCallbacks): ChannelListening {
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  const ended = keepListening({ url, channel, ears, signal: stop.signal, begun: first.resolve });
  return {
    begun: first.promise,
    end: async () => {
      stop.abort();
      first.resolve();
      await ended;
    },
  };
}

interface Order {
  readonly url: string;
  readonly channel: string;
  readonly ears: ChannelCallbacks;
  readonly signal: AbortSignal;
  readonly begun: () => void;
}

async function keepListening({ url, channel, ears, signal, begun }: Order): Promise<void> {
  let hasListened = false;
  let failures = 0;
  const listens = (): void => {
    failures = 0;
    if (hasListened) ears.missed();
    hasListened = true;
    begun();
  };
  while (!signal.aborted) {
    await listenOnce(url, channel, { hear: ears.hear, listens, signal }).catch(() => undefined);
    await pause(pauseBeforeListening(failures), undefined, { signal }).catch(() => undefined);
    failures += 1;
  }
}

interface Once {
  readonly hear: ChannelCallbacks['hear'];
  readonly listens: () => void;
  readonly signal: AbortSignal;
}

/** Listens until the connection breaks or the signal aborts. */
async function listenOnce(url: string, channel: string, { hear, listens, signal }: Once): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  const broken = Promise.withResolvers<void>();
  client.on('error', () => broken.resolve());
  client.on('end', () => broken.resolve());
  signal.addEventListener('abort', () => broken.resolve(), { once: true });
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) hear(payload);
  });
  // A connection through a firewall may be dropped in silence.
  const probe = setInterval(() => void client.query('select 1').catch(() => broken.resolve()), KEEP_ALIVE_MS);
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    listens();
    await broken.promise;
  } finally {
    clearInterval(probe);
    await Promise.race([client.end().catch(() => undefined), pause(1000, undefined, { ref: false })]);
  }
}
