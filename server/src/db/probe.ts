import pg from 'pg';

/** Checks the database on its own connection: a pool with no free connection says nothing about it. */
export interface Probe {
  /** Whether PostgreSQL answers within two seconds; simultaneous callers share one check. */
  answers(): Promise<boolean>;
  /** How far the log of the primary was written at some moment after the question. All that anybody could see by then stands before it. */
  readonly position: () => Promise<string>;
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
  const askPosition = async () => {
    const { rows } = await pool.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position');
    return rows[0]?.position ?? '';
  };
  return { answers: () => (asked ??= ask()), position: sharedNext(askPosition), close: () => pool.end() };
}

/** Who asks while a question is under way shares the next one with all others who do: the present one may have been answered before. */
function sharedNext<T>(ask: () => Promise<T>): () => Promise<T> {
  let present: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const asked = ask();
    present = asked.catch(() => undefined);
    return asked;
  };
  return () => (next ??= present.then(begin));
}
