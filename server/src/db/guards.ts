import type pg from 'pg';
import { onConnectionOf } from './one-connection.ts';

/** Tables whose triggers keep the audit and the books. */
export const GUARDED = [
  'operator_action',
  'staff_read',
  'audit_link',
  'audit_anchor',
  'audit_event',
  'account',
  'ledger_transaction',
  'ledger_entry',
];

/** What would let a role set the guards of the audit and the books aside, in the words of a sentence «роль может …». */
const ATTEMPTS: readonly (readonly [what: string, statement: string])[] = [
  ['выключить триггеры всего сеанса', 'set local session_replication_role = replica'],
  ['заменить функции триггеров', 'alter function refuse_change() reset all'],
  // Those of foreign keys are the system's: `all` would need a superuser, and an owner would seem harmless.
  ...GUARDED.map(
    (table) => [`выключить триггеры таблицы ${table}`, `alter table ${table} disable trigger user`] as const,
  ),
  ['удалить таблицы как владелец схемы', 'alter schema public owner to current_user'],
  ['создавать свои таблицы', 'create table kabinet_trial ()'],
  ['создавать временные таблицы', 'create temporary table kabinet_trial ()'],
];

/** PostgreSQL's «insufficient privilege». */
const FORBIDDEN = '42501';

/** Tries to set the guards aside as the role of the address; everything is rolled back. Returns what it may do. */
export const guardsThatMayFall = (url: string): Promise<string[]> =>
  onConnectionOf(url, async (client) => {
    const may: string[] = [];
    for (const [what, statement] of [...ATTEMPTS, await becomingOwner(client)]) {
      if (await isAllowed(client, statement)) may.push(what);
    }
    return may;
  });

/** A role owns what belongs to a role that it can become. */
async function becomingOwner(client: pg.Client): Promise<readonly [string, string]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('set local role %I', pg_get_userbyid(relowner)) as statement from pg_class where oid = 'operator_action'::regclass`,
  );
  return ['стать владельцем таблиц', rows[0]?.statement ?? ''];
}

async function isAllowed(client: pg.Client, statement: string): Promise<boolean> {
  // A lock that somebody else holds must not keep a running portal waiting: to have to wait for it is to be allowed.
  await client.query(`begin; set local lock_timeout = '200ms'`);
  const outcome = await client.query(statement).then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code,
  );
  await client.query('rollback');
  return outcome !== FORBIDDEN;
}
