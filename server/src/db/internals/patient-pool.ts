import type pg from 'pg';
import { isTrouble } from '../trouble.ts';

/** PostgreSQL's «cannot connect now»: the one trouble of a connection after which graphile-worker tries again. */
const CANNOT_CONNECT = '57P03';

/**
 * The pool as graphile-worker is to see it. Of the end of a job it keeps no promise: where that cannot be noted because the
 * database has just died, the process would die of a rejection that nobody hears. Told that nobody can connect, it tries again.
 */
export const patientPool = (pool: pg.Pool): pg.Pool =>
  withMethod(pool, 'connect', (heard?: Parameters<pg.Pool['connect']>[0]) =>
    // The connection that listens is asked for by a callback, and looks after itself.
    heard ? pool.connect(heard) : pool.connect().then(patientClient, retell),
  );

const patientClient = (client: pg.PoolClient): pg.PoolClient =>
  withMethod(client, 'query', (...given: unknown[]) =>
    (client.query as (...given: unknown[]) => Promise<unknown>).apply(client, given).catch(retell),
  );

/** The same object, but for one method. */
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
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: CANNOT_CONNECT });
}
