import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { ChannelListening, Listen } from '../hearing/listening.ts';
import { isTrouble } from '../trouble.ts';

/**
 * PostgreSQL's «serialization failure»: of the errors on which graphile-worker retries, the one on which it waits least. On «cannot
 * connect now» it would wait for three seconds, then longer each time, up to three minutes: no job would begin for a while after a
 * failover.
 */
const RETRIED_SOON = '40001';
/** Between two attempts to connect, and how many there are: it gives up after half a minute, and then retries less often. */
const [AGAIN_MS, MOST_ATTEMPTS] = [500, 60];

/**
 * The pool for graphile-worker. It does not handle a failure to record the end of a job: if the database dies at that
 * moment, an unhandled rejection would end the process. It waits for the database, and retries. Each of its runners would keep a connection to
 * listen; they share the one of the process.
 */
export const patientPool = (pool: pg.Pool, listen: Listen): pg.Pool =>
  withMethod(pool, 'connect', (heard?: Parameters<pg.Pool['connect']>[0]) =>
    // The listening connection is requested with a callback.
    heard ? lendListening(listen, heard) : connected(pool),
  );

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  for (let left = MOST_ATTEMPTS; ; left -= 1) {
    try {
      return patientClient(await pool.connect());
    } catch (error) {
      if (left === 0 || pool.ending || !isTrouble(error)) retell(error);
      await pause(AGAIN_MS);
    }
  }
}

function lendListening(listen: Listen, heard: Parameters<pg.Pool['connect']>[0]): void {
  const client = new ListeningClient(listen) as unknown as pg.PoolClient;
  process.nextTick(() => {
    heard(undefined, client, () => undefined);
  });
}

/** What graphile-worker does on a connection that listens: «LISTEN "a"; LISTEN "b"», and later «UNLISTEN …». */
class ListeningClient extends EventEmitter {
  readonly #listen: Listen;
  #listenings: ChannelListening[] = [];

  constructor(listen: Listen) {
    super();
    this.#listen = listen;
  }

  async query(text: string): Promise<void> {
    const ended = this.#listenings;
    this.#listenings = [...text.matchAll(/\bLISTEN "([^"]+)"/g)].map(([, channel = '']) =>
      this.#listen(channel, {
        hear: (payload) => this.emit('notification', { channel, payload }),
        // What was announced meanwhile is found by looking, which its runners do every two seconds.
        missed: () => undefined,
      }),
    );
    await Promise.all(ended.map((listening) => listening.end()));
  }
}

const patientClient = (client: pg.PoolClient): pg.PoolClient =>
  withMethod(client, 'query', (...given: unknown[]) =>
    (client.query as (...given: unknown[]) => Promise<unknown>).call(client, ...given).catch(retell),
  );

/** The same object with one method replaced. */
const withMethod = <T extends object>(of: T, name: keyof T, method: (...given: never[]) => unknown): T =>
  new Proxy(of, {
    get: (target, key) => {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

function retell(error: unknown): never {
  if (!isTrouble(error)) throw error;
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: RETRIED_SOON });
}
