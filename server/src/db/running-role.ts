import pg from 'pg';
import { onConnectionOf } from './one-connection.ts';

/** Schemas of the product and of its worker. */
const OWN_SCHEMAS = `nspname !~ '^pg_' and nspname <> 'information_schema'`;

/** The name of the role of an address. */
export const roleOf = (url: string): Promise<string> =>
  onConnectionOf(url, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  });

/**
 * Gives the role that runs the portal what it needs of tables to come. Before the migrations: a trigger that one of them adds may write into a
 * new table as soon as it is there, for a process of the former version.
 */
export async function grantOfNewTables(owner: pg.ClientBase, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await owner.query(`
    alter default privileges grant usage on schemas to ${name};
    alter default privileges grant select, insert, update, delete on tables to ${name};
    alter default privileges grant usage, select, update on sequences to ${name}`);
}

/**
 * Gives the role that runs the portal rows to read and write, and nothing of their tables: no trigger, no constraint and no
 * function can be set aside by it (decision 0160). What a trigger keeps from being changed is not even granted.
 */
export async function grantToRunningRole(owner: pg.ClientBase, role: string): Promise<void> {
  await owner.query('begin');
  try {
    for (const statement of await statementsFor(owner, role)) await owner.query(statement);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function statementsFor(owner: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ statement: string }>(STATEMENTS, [role]);
  return rows.map(({ statement }) => statement);
}

/** Bits of `tgtype`: what a trigger fires on. */
const [ON_DELETE, ON_UPDATE] = [8, 16];

const STATEMENTS = `
  with own as (select oid, nspname from pg_namespace where ${OWN_SCHEMAS}),
  kept as (
    select tgrelid::regclass as "table", tgtype, tgattr from pg_trigger t join pg_proc f on f.oid = tgfoid
    where f.proname = 'refuse_change'),
  statements as (
    select 1 as step, unnest(array[
      format('grant usage on schema %I to %I', nspname, $1::text),
      format('grant select, insert, update, delete on all tables in schema %I to %I', nspname, $1),
      format('grant usage, select, update on all sequences in schema %I to %I', nspname, $1)]) as statement
    from own
    union all
    select 2, format('revoke delete on %s from %I', "table", $1) from kept where tgtype & ${ON_DELETE} > 0
    union all
    select 2, format('revoke update on %s from %I', "table", $1)
    from kept where tgtype & ${ON_UPDATE} > 0 and tgattr = ''
    union all
    select 2, unnest(array[
      format('revoke update, delete on operator_action from %I', $1),
      format('revoke update, delete on audit_link from %I', $1),
      format('revoke insert, update, delete on migration from %I', $1)])
    union all
    select 3, unnest(array[
      format('grant update (outcome, problem, ended_at, changed) on operator_action to %I', $1),
      format('grant update (seq, sealed_at, row_hash, hash) on audit_link to %I', $1)])
    union all
    -- Nobody else may have partitions made and dropped.
    select 3, format('grant execute on function %s to %I', oid::regprocedure, $1) from pg_proc
    where prosecdef and proname in
      ('keep_accounting_day', 'drop_accounting_before', 'keep_session_month', 'keep_hours_month', 'keep_change_month', 'keep_call_month',
       'drop_months_before')
    union all
    -- A table of its own may have a trigger of its own, by which it could move a balance without an entry.
    select 3, unnest(array[
      format('revoke temporary on database %I from public, %I', current_database(), $1),
      format('revoke create on schema public from public, %I', $1)])
    union all
    -- The tables of the worker show nothing to others than their owner, unless a policy says so.
    select 3, format('create policy running on %s to %I using (true) with check (true)', c.oid::regclass, $1)
    from pg_class c join own on own.oid = c.relnamespace
    where c.relrowsecurity and not exists (
      select from pg_policy p where p.polrelid = c.oid and $1::regrole::oid = any (p.polroles)))
  select statement from statements order by step`;
