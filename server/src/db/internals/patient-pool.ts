import type pg from 'pg';
import { isTrouble } from '../trouble.ts';

/** PostgreSQL's «cannot connect now»: the only connection error on which graphile-worker retries. */
const CANNOT_CONNECT = '57P03';

/**
 * The pool for graphile-worker. It does not handle a failure to record the end of a job: if the database dies at that
 * moment, an unhandled rejection would end the process. On «cannot connect now» it retries.
 */
export const patientPool = (pool: pg.Pool): pg.Pool =>
  withMethod(pool, 'connect', (heard?: Parameters<pg.Pool['connect']>[0]) =>
    // The listening connection is requested with a callback, and recovers by itself.
    heard ? pool.connect(heard) : pool.connect().then(patientClient, retell),
  );

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
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: CANNOT_CONNECT });
}
