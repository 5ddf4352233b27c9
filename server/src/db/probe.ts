import pg from 'pg';

/** Checks the database on its own connection: a pool with no free connection says nothing about it. */
export interface Probe {
  /** Whether PostgreSQL answers within two seconds; simultaneous callers share one check. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

const DEADLINE_MS = 1000;

/** The connection opens on the first check. */
export function openProbe(url: string): Probe {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    // A kept connection also answers while PostgreSQL accepts no further ones.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: DEADLINE_MS,
    query_timeout: DEADLINE_MS,
  });
  // The next check replaces a broken connection; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let asked: Promise<boolean> | undefined;
  const ask = () =>
    pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined;
      });
  return { answers: () => (asked ??= ask()), close: () => pool.end() };
}
