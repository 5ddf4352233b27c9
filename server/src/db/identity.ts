import type pg from 'pg';

/** What a connection leads to. */
export interface DatabaseIdentity {
  /** Of the server; a standby has that of its primary. */
  readonly system: string;
  readonly database: string;
  readonly role: string;
  readonly is_standby: boolean;
}

const IDENTITY = `
  select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as is_standby,
    (select oid::text from pg_database where datname = current_database()) as database, current_user as role`;

export async function identityOf(client: pg.ClientBase): Promise<DatabaseIdentity> {
  const { rows } = await client.query<DatabaseIdentity>(IDENTITY);
  if (!rows[0]) throw new Error('no row');
  return rows[0];
}

/** Whether both are the same database, or one repeats the other. */
export const isSameDatabase = (one: DatabaseIdentity, other: DatabaseIdentity): boolean =>
  one.system === other.system && one.database === other.database;
