import pg from 'pg';
import { onConnectionOf } from '../one-connection.ts';
import { unreachedBecause } from '../reach.ts';
import { isTrouble } from '../trouble.ts';

const PATIENCE_MS = 5_000;
const REFUSED = 'настройка DATABASE_READ_URL неверна';

/** Whether the address can be used; what is only away may come back, and does not keep the portal from starting. */
export interface StandbyTrial {
  readonly refusal?: string;
  readonly warning?: string;
}

interface Server {
  readonly system: string;
  readonly database: string;
  readonly is_standby: boolean;
}

const IDENTITY = `
  select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as is_standby,
    (select oid::text from pg_database where datname = current_database()) as database`;

/** Proves that the server at `url` repeats the database of `primaryUrl`. */
export async function tryStandby(url: string, primaryUrl: string): Promise<StandbyTrial> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return judged(await identityOf(client), await onConnectionOf(primaryUrl, identityOf));
  } catch (error) {
    const reason = unreachedBecause(error as NodeJS.ErrnoException, client);
    if (!isAway(error)) return { refusal: `${REFUSED}: ${reason}` };
    return { warning: `Резервная база из DATABASE_READ_URL недоступна: ${reason}. Пока всё читается из основной` };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function identityOf(client: pg.ClientBase): Promise<Server> {
  const { rows } = await client.query<Server>(IDENTITY);
  if (!rows[0]) throw new Error('no row');
  return rows[0];
}

function judged(there: Server, primary: Server): StandbyTrial {
  if (there.system !== primary.system || there.database !== primary.database)
    return { refusal: `${REFUSED}: там не копия базы из DATABASE_URL` };
  if (there.is_standby) return {};
  // After a switch the former standby is the primary; that is no mistake of a setting.
  return { warning: 'Сервер из DATABASE_READ_URL сейчас не резервный. Пока всё читается из основной базы' };
}

/** A standby that begins, or has no snapshot yet, refuses connections for a while. */
const isAway = (error: unknown): boolean => isTrouble(error) || (error as { code?: string }).code === undefined;
