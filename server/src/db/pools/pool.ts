import pg from 'pg';
import type { Connections } from '../transaction.ts';
import { types } from '../types.ts';
import { asOpening, asStatement, READING, READING_ONCE, settingsWith } from './settings.ts';

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
  /** Whether its transactions only read. */
  readonly reads: boolean;
  /** Whether a connection keeps its session, and with it its settings; a pooler by transactions lends a session to one transaction after another. */
  readonly bySession: boolean;
}

/** A pool whose transactions have our settings: from their session, or each from its own first statement. */
export function openConnections(options: PoolOptions): Connections {
  const { longestStatement, inBatches, reads, bySession } = options;
  if (bySession) {
    const setting = asStatement(settingsWith(longestStatement, reads ? READING : {}));
    // Nobody gets a connection before `onConnect` has ended.
    return { pool: openPool(options, { onConnect: (client: pg.ClientBase) => client.query(setting) }), inBatches };
  }
  const opening = asOpening(settingsWith(longestStatement, reads ? READING_ONCE : {}));
  return { pool: openPool(options, {}), inBatches, opening };
}

function openPool({ url, max, patience, idleTimeoutMillis, inBatches }: PoolOptions, hooks: object): pg.Pool {
  const unknownToTypes = { pipeline: inBatches, ...hooks };
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
