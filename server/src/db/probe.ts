import pg from 'pg';

/** Asks on a connection of its own: a pool whose connections are all taken tells nothing about the database. */
export interface Probe {
  /** Whether PostgreSQL answers within two seconds; those who ask at once share one answer. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

const DEADLINE_MS = 1000;

/** The connection is opened when somebody first asks. */
export function openProbe(url: string): Probe {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: DEADLINE_MS,
    query_timeout: DEADLINE_MS,
  });
  // A connection that breaks is replaced by the next question; unheard, its error would end the process.
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
