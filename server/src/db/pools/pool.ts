import pg from 'pg';
import { types } from '../types.ts';
import { asStatement, settingsWith, type SessionSettings } from './settings.ts';

/** Connections are renewed: PostgreSQL frees the memory of cached plans only with the connection. */
const CONNECTION_LIFE_S = 3600;

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly patience: number;
  readonly longestStatement: number;
  /** 0 keeps idle connections. */
  readonly idleTimeoutMillis: number;
  readonly inBatches: boolean;
  /** In addition to the settings of all connections. */
  readonly settings?: SessionSettings;
}

export function openPool(options: PoolOptions): pg.Pool {
  const { url, max, patience, longestStatement, idleTimeoutMillis, inBatches, settings } = options;
  const setting = asStatement(settingsWith(longestStatement, settings));
  // Nobody gets a connection before `onConnect` has ended.
  const unknownToTypes = { pipeline: inBatches, onConnect: (client: pg.ClientBase) => client.query(setting) };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    types,
    ...unknownToTypes,
  });
  // The next query replaces a broken connection; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
