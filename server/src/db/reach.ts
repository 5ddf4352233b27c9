import pg from 'pg';
import { identityOf, isSameDatabase } from './identity.ts';
import { onConnectionOf } from './one-connection.ts';
import { MOST_CONNECTIONS, NEEDED_BY_COMMAND } from './pools/connections.ts';
import { lostInSessions, lostInTransactions, type Trial } from './pools/trial.ts';

const OLDEST = 150_000;
const PATIENCE_MS = 10_000;

/** Of one database: at the first one, connections keep their sessions unless there is a second one. */
export interface DatabaseAddresses {
  readonly url: string;
  /** Where sessions are kept, if the first address is that of a pooler by transactions. */
  readonly sessionUrl?: string | undefined;
}

interface Asked {
  readonly setting: string;
  /** Connections at once. */
  readonly needed: number;
  readonly trial?: Trial;
}

/** Why the addresses of the portal's database cannot be used, in a sentence without the password; undefined when they can. */
export async function refusalOfAddresses(
  { url, sessionUrl }: DatabaseAddresses,
  needed: number = MOST_CONNECTIONS,
): Promise<string | undefined> {
  if (sessionUrl === undefined) return refusalOfDatabase(url, { setting: 'DATABASE_URL', needed });
  return (
    (await refusalOfDatabase(url, { setting: 'DATABASE_URL', needed, trial: lostInTransactions })) ??
    (await refusalOfDatabase(sessionUrl, { setting: 'DATABASE_SESSION_URL', needed: NEEDED_BY_COMMAND })) ??
    (await refusalOfOther(url, sessionUrl))
  );
}

/** Why the address of the owner of the tables cannot be used, likewise. */
export const refusalOfOwner = (url: string): Promise<string | undefined> =>
  refusalOfDatabase(url, { setting: 'MIGRATION_DATABASE_URL', needed: NEEDED_BY_COMMAND });

async function refusalOfDatabase(
  url: string,
  { setting, needed, trial = lostInSessions }: Asked,
): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  // The query reports the error; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const lost = (await tooOld(client)) ?? (await trial(url, needed));
    return lost === undefined ? undefined : `настройка ${setting} неверна: ${lost}`;
  } catch (error) {
    return `настройка ${setting} неверна: ${unreachedBecause(error as NodeJS.ErrnoException, client)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function refusalOfOther(url: string, sessionUrl: string): Promise<string | undefined> {
  const [ours, other] = await Promise.all([onConnectionOf(url, identityOf), onConnectionOf(sessionUrl, identityOf)]);
  if (!isSameDatabase(ours, other)) return 'настройка DATABASE_SESSION_URL неверна: там не база из DATABASE_URL';
  return ours.role === other.role
    ? undefined
    : 'настройка DATABASE_SESSION_URL неверна: там другая роль, чем в DATABASE_URL';
}

async function tooOld(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as name`,
  );
  const [version] = rows;
  return version && version.number >= OLDEST
    ? undefined
    : `нужен PostgreSQL 15 или новее, а там ${version?.name ?? 'другой'}`;
}

/** Why nobody answers, or not us, without the password. */
export function unreachedBecause(
  { code = '', message }: NodeJS.ErrnoException,
  { host, port, database = '' }: pg.Client,
): string {
  if (code.startsWith('28')) return 'сервер не принял имя или пароль';
  if (code === '3D000') return `на сервере нет базы ${database}`;
  if (code === '53300') return 'у сервера не осталось свободных соединений';
  return `сервер ${host}:${port} не отвечает (${message === '' ? code : message})`;
}
