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

export type Listen = (channel: string, ears: ChannelCallbacks) => ChannelListening;

/** How long a broken connection may look alive. */
const KEEP_ALIVE_MS = 15_000;
const PATIENCE_MS = 5_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 10_000];

type Say = (statement: string) => Promise<unknown>;

/** One statement at a time: the driver will not keep a queue of them (pg 9). */
function inTurn(client: pg.Client): Say {
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const ask = () => client.query(statement);
    last = last.then(ask, ask);
    return last;
  };
}

interface Listener {
  readonly channel: string;
  readonly ears: ChannelCallbacks;
  readonly begun: PromiseWithResolvers<void>;
  hasListened: boolean;
}

/**
 * Listens to any number of channels on one connection, which is open as long as somebody listens, and opens again whenever it breaks.
 */
export function openListening(url: string): Listen {
  const listeners = new Set<Listener>();
  let line: Line | undefined;

  const end = async (listener: Listener): Promise<void> => {
    listeners.delete(listener);
    listener.begun.resolve();
    if (listeners.size > 0) {
      await line?.leave(listener.channel);
      return;
    }
    const ending = line;
    line = undefined;
    await ending?.end();
  };
  return (channel, ears) => {
    const listener: Listener = { channel, ears, begun: Promise.withResolvers(), hasListened: false };
    listeners.add(listener);
    if (line) line.join(listener);
    else line = new Line(url, listeners);
    return { begun: listener.begun.promise, end: () => end(listener) };
  };
}

/** The connection of the listeners, until ended. */
class Line {
  readonly #url: string;
  readonly #listeners: ReadonlySet<Listener>;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  /** On the connection that listens at present. */
  #say: Say | undefined;

  constructor(url: string, listeners: ReadonlySet<Listener>) {
    this.#url = url;
    this.#listeners = listeners;
    this.#ended = this.#keepListening();
  }

  /** A further listener; without a connection it is heard of when there is one. */
  join(listener: Listener): void {
    // If the connection breaks meanwhile, the next one listens for it.
    this.#say?.(listenTo([listener])).then(
      () => begin(listener),
      () => undefined,
    );
  }

  async leave(channel: string): Promise<void> {
    if ([...this.#listeners].some((listener) => listener.channel === channel)) return;
    await this.#say?.(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#stop;
    let wait = FIRST_PAUSE_MS;
    const listens = (): void => {
      wait = FIRST_PAUSE_MS;
    };
    while (!signal.aborted) {
      await this.#listenOnce(listens).catch(() => undefined);
      await pause(wait * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Listens until the connection breaks or is ended. */
  async #listenOnce(listens: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    const broken = Promise.withResolvers<void>();
    client.on('error', () => broken.resolve());
    client.on('end', () => broken.resolve());
    this.#stop.signal.addEventListener('abort', () => broken.resolve(), { once: true });
    client.on('notification', ({ channel, payload }) => {
      if (payload !== undefined) this.#tell(channel, payload);
    });
    // A connection through a firewall may be dropped in silence.
    const say = inTurn(client);
    const probe = setInterval(() => void say('select 1').catch(() => broken.resolve()), KEEP_ALIVE_MS);
    try {
      await client.connect();
      const present = [...this.#listeners];
      // Whoever comes from now on joins behind these.
      this.#say = say;
      await say(listenTo(present));
      listens();
      present.forEach(begin);
      await broken.promise;
    } finally {
      this.#say = undefined;
      clearInterval(probe);
      await Promise.race([client.end().catch(() => undefined), pause(1000, undefined, { ref: false })]);
    }
  }

  #tell(channel: string, payload: string): void {
    for (const listener of this.#listeners) if (listener.channel === channel) listener.ears.hear(payload);
  }
}

const listenTo = (listeners: readonly Listener[]): string =>
  [...new Set(listeners.map(({ channel }) => channel))]
    .map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
    .join('; ');

function begin(listener: Listener): void {
  if (listener.hasListened) listener.ears.missed();
  listener.hasListened = true;
  listener.begun.resolve();
}
