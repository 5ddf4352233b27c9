import { openDatabase } from './database.ts';
import { compareMigrations, migrate } from './migrate.ts';
import { onConnectionOf } from './one-connection.ts';
import { refusalOfOwner } from './reach.ts';
import { roleOf } from './running-role.ts';

interface Addresses {
  /** Of the role that runs the portal, with sessions kept. */
  readonly url: string;
  /** Of the role that owns the tables, if it is another one. */
  readonly ownerUrl: string | undefined;
  /** How the operator's command is called here. */
  readonly commandLine: string;
}

type Say = (line: string) => void;

/** Migrates the database by the role that may; refuses an old database if the given one may not. */
export async function bringSchemaUpToDate({ url, ownerUrl, commandLine }: Addresses, say: Say): Promise<void> {
  if (ownerUrl !== undefined) await migrateByOwner(url, ownerUrl, say);
  else if (await mayMigrate(url)) await migrate(url, { say });
  else {
    const { missing, isEmpty } = await missingSteps(url);
    if (missing.length > 0) throw new Error(tooOld(isEmpty ? 'empty' : missing.length, commandLine));
  }
}

/** Migrates by the owner, and gives the role that runs the portal its rights. */
async function migrateByOwner(url: string, ownerUrl: string, say: Say): Promise<void> {
  const refusal = await refusalOfOwner(ownerUrl);
  if (refusal !== undefined) throw new Error(refusal);
  const [owner, role] = await Promise.all([roleOf(ownerUrl), roleOf(url)]);
  await migrate(ownerUrl, { say, ...(role !== owner && { runningRole: role }) });
}

/** What to do with a database that the running role may not migrate: it is empty, or so many steps older. */
export const tooOld = (steps: number | 'empty', commandLine: string): string =>
  `${
    steps === 'empty'
      ? 'база данных пуста, а роль из DATABASE_URL создавать таблицы'
      : `база данных старее программы, шагов: ${steps}, а роль из DATABASE_URL обновлять её`
  } не вправе: выполните ${commandLine} migrate с адресом владельца в MIGRATION_DATABASE_URL`;

/** Whether the role owns the tables or, of an empty database, may create them. */
export const mayMigrate = (url: string): Promise<boolean> =>
  onConnectionOf(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(`
      select case when to_regclass('migration') is null then has_schema_privilege('public', 'create')
        else (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migration')) end as may`);
    return rows[0]?.may === true;
  });

async function missingSteps(url: string): Promise<Awaited<ReturnType<typeof compareMigrations>>> {
  const db = openDatabase(url, { connections: 1, readers: 1, patience: 10_000 });
  try {
    return await compareMigrations(db.pool);
  } finally {
    await db.close();
  }
}
