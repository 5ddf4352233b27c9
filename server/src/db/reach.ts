import pg from 'pg';
import { MOST_CONNECTIONS } from './pools/connections.ts';
import { lostInSessions } from './sessions.ts';

const OLDEST = 150_000;
const PATIENCE_MS = 10_000;

/** Why the database at that address cannot be used, in a sentence without the password; undefined when it can. */
export async function refusalOfDatabase(
  url: string,
  setting = 'DATABASE_URL',
  needed: number = MOST_CONNECTIONS,
): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  // The query reports the error; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const lost = (await tooOld(client)) ?? (await lostInSessions(url, needed));
    return lost === undefined ? undefined : `настройка ${setting} неверна: ${lost}`;
  } catch (error) {
    return `настройка ${setting} неверна: ${unreachedBecause(error as NodeJS.ErrnoException, client)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
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
