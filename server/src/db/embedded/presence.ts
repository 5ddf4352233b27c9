import { Client } from 'pg';
import { databaseName } from './cluster.ts';

export interface SocketAddress {
  socketDir: string;
  port: number;
}

/**
 * An advisory lock in the database `postgres`, which holds nothing else, so it cannot collide with the application's
 * locks.
 */
const presenceLock = 1;

/** A connection string for node-postgres and psql. */
export function urlOf({ socketDir, port }: SocketAddress): string {
  return `postgresql://${databaseName}@${encodeURIComponent(socketDir)}:${port}/${databaseName}`;
}

async function connect({ socketDir, port }: SocketAddress): Promise<Client> {
  const client = new Client({
    host: socketDir,
    port,
    user: databaseName,
    database: 'postgres',
    application_name: 'kabinet presence',
  });
  // The event "end" reports a closed connection; without a listener "error" would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Joins a running server and counts as present until the connection ends, at the latest with the process. Rejects with
 * the error of node-postgres while the server does not answer.
 */
export async function join(address: SocketAddress): Promise<Client> {
  const client = await connect(address);
  try {
    await client.query('select pg_advisory_lock_shared($1)', [presenceLock]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Ends the presence; true if nobody else is present, so that the server may be stopped. */
export async function leave(client: Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [presenceLock]);
  const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [presenceLock]);
  await client.end();
  return rows[0]?.last === true;
}

/** The server's own data directory: an old socket may lead to another server. */
export async function clusterOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  return rows[0]?.data_directory;
}

/** PostgreSQL's code for "starting up" and "shutting down": the server is alive and the state is temporary. */
export const isBusy = (error: unknown): boolean => (error as { code?: string }).code === '57P03';

/** Nothing listens there (yet), or the listener has gone. */
export function isAbsent(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01'].includes(code ?? '') ||
    message?.includes('terminated') === true
  );
}
