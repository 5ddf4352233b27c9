import pg from 'pg';
import { identityOf, isSameDatabase, type DatabaseIdentity } from '../identity.ts';
import { onConnectionOf } from '../one-connection.ts';
import { TO_STANDBY } from '../pools/connections.ts';
import { lostInSessions } from '../pools/trial.ts';
import { unreachedBecause } from '../reach.ts';
import { isTrouble } from '../trouble.ts';

const PATIENCE_MS = 5_000;
const REFUSED = 'настройка DATABASE_READ_URL неверна';

/** Whether the address can be used; what is only away may come back, and does not keep the portal from starting. */
export interface StandbyTrial {
  readonly refusal?: string;
  readonly warning?: string;
}

/** Proves that the server at `url` repeats the database of `primaryUrl`. */
export async function tryStandby(url: string, primaryUrl: string): Promise<StandbyTrial> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const trial = judged(await identityOf(client), await onConnectionOf(primaryUrl, identityOf));
    if (trial.refusal !== undefined) return trial;
    // How far it has come is asked in the session that reads.
    const lost = await lostInSessions(url, TO_STANDBY.portal + TO_STANDBY.jobs);
    return lost === undefined ? trial : { refusal: `${REFUSED}: ${lost}` };
  } catch (error) {
    const reason = unreachedBecause(error as NodeJS.ErrnoException, client);
    if (!isAway(error)) return { refusal: `${REFUSED}: ${reason}` };
    return { warning: `Резервная база из DATABASE_READ_URL недоступна: ${reason}. Пока всё читается из основной` };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function judged(there: DatabaseIdentity, primary: DatabaseIdentity): StandbyTrial {
  if (!isSameDatabase(there, primary)) return { refusal: `${REFUSED}: там не копия базы из DATABASE_URL` };
  if (there.is_standby) return {};
  // After a switch the former standby is the primary; that is no mistake of a setting.
  return { warning: 'Сервер из DATABASE_READ_URL сейчас не резервный. Пока всё читается из основной базы' };
}

/** A standby that begins, or has no snapshot yet, refuses connections for a while. */
const isAway = (error: unknown): boolean => isTrouble(error) || (error as { code?: string }).code === undefined;
