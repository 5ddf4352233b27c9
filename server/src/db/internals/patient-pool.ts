import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
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
 * moment, an unhandled rejection would end the process. Here it waits for the database, and retries.
 */
export const patientPool = (pool: pg.Pool): pg.Pool =>
  withMethod(pool, 'connect', (heard?: Parameters<pg.Pool['connect']>[0]) =>
    // The listening connection is requested with a callback, and recovers by itself.
    heard ? pool.connect(heard) : connected(pool),
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
