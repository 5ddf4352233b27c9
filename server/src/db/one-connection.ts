import pg from 'pg';

const PATIENCE_MS = 10_000;

/** Opens a connection for one piece of work. */
export async function onConnectionOf<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  // The query reports the error; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
