import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '#db/database.ts';
import { cloneDatabase, dropDatabase } from './database.ts';
import { openTestDatabase } from './open-portal.ts';

// A copy of a template costs more than most tests. So a test gets the copy that an earlier test has used, with everything put back:
// whatever rows it added, changed or deleted, and its sequences. What cannot be put back (another schema, other statistics, a
// transaction still open) makes the copy useless, and it is dropped.

/** As before: many changes of one row leave dead ones behind, which the next tests would read. */
const MOST_USES = 100;
/** Idle connections beyond these are closed: all copies of all processes share the server's. */
const MOST_CONNECTIONS = 16;
const QUIET_WITHIN_MS = 2000;
const MOST_TRIES = 4;

export interface UsedDatabase {
  readonly url: string;
  readonly db: Database;
  /** Puts everything back for the next test, or drops the copy. Whoever used it must have finished. */
  leave(): Promise<void>;
}

interface Copy {
  readonly url: string;
  db: Database;
  readonly keeper: pg.Client;
  uses: number;
}

/** Copies that wait for the next test of this process, by template. */
const waiting = new Map<string, Copy>();

/** A database that equals the template. */
export async function usedDatabase(server: string, template: string): Promise<UsedDatabase> {
  const copy = waiting.get(template) ?? (await newCopy(server, template));
  waiting.delete(template);
  copy.uses += 1;
  const leave = async () => {
    if (copy.uses < MOST_USES && !waiting.has(template) && (await isQuiet(copy.db)) && (await isPutBack(copy.keeper))) {
      if (connectionsOf(copy.db) > MOST_CONNECTIONS) {
        await copy.db.close();
        copy.db = openTestDatabase(copy.url);
      }
      waiting.set(template, copy);
    } else {
      await Promise.all([copy.db.close(), copy.keeper.end()]);
      await dropDatabase(server, copy.url);
    }
  };
  return { url: copy.url, db: copy.db, leave };
}

async function newCopy(server: string, template: string): Promise<Copy> {
  const url = await cloneDatabase(server, template);
  const keeper = new pg.Client({ connectionString: url });
  // A test may cut all connections of its database; then the copy is dropped.
  keeper.on('error', () => undefined);
  await keeper.connect();
  await keeper.query(KEEPING);
  await keeper.query(PUTTING_BACK);
  return { url, db: openTestDatabase(url), keeper, uses: 0 };
}

const connectionsOf = ({ pool, readingPool }: Database): number => pool.totalCount + readingPool.totalCount;

const isIdle = (pool: pg.Pool): boolean => pool.idleCount === pool.totalCount && pool.waitingCount === 0;

/** Waits for statements that nobody awaits. */
async function isQuiet({ pool, readingPool }: Database): Promise<boolean> {
  const until = performance.now() + QUIET_WITHIN_MS;
  while (!isIdle(pool) || !isIdle(readingPool)) {
    if (performance.now() > until) return false;
    await pause(5);
  }
  return true;
}

/** A connection of the pool may still be ending its last transaction: a read does not wait for that. */
async function isPutBack(keeper: pg.Client): Promise<boolean> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    if (await putBack(keeper)) return true;
    await pause(tries * 5);
  }
  return false;
}

const putBack = (keeper: pg.Client): Promise<boolean> =>
  keeper.query<{ done: boolean }>('select kept.put_back() as done').then(
    ({ rows }) => rows[0]?.done === true,
    () => false,
  );

/**
 * Remembers the rows and sequences of now in a schema of its own, and makes `put_back()`. It recognizes a row that came later by
 * the number of its transaction, and a row that is gone by the number of those that are left. One function with a static statement for
 * each table: PostgreSQL plans them once, and not for the sizes of that moment.
 */
const KEEPING = String.raw`
create schema kept;
create table kept.began (xid xid not null);
create table kept.spoilt (by text);
create function kept.spoil() returns event_trigger language plpgsql as
$$ begin insert into kept.spoilt values (tg_tag); end $$;

do $make$
declare
  one record;
  total bigint;
  code text := '';
begin
  for one in
    select format('%I.%I', n.nspname, c.relname) as name, format('kept.r%s', c.oid) as copy,
           (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select string_agg(format('t.%1$I = k.%1$I', a.attname), ' and ')
              from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
             where i.indrelid = c.oid and i.indisprimary) as same
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'kept')
     order by c.oid
  loop
    execute format('select count(*) from %s', one.name) into total;
    code := code || format($code$
  select count(*), count(*) filter (where age(t.xmin) < kept_since) into kept_all, kept_later from %1$s t;
  if kept_later > 0 then delete from %1$s t where age(t.xmin) < kept_since; end if;
$code$, one.name);
    if total > 0 then
      execute format('create unlogged table %s as select %s from %s', one.copy, one.columns, one.name);
      code := code || case when one.same is null then format($code$
  if kept_later > 0 or kept_all <> %4$s then
    delete from %1$s;
    insert into %1$s (%3$s) overriding system value select %3$s from %2$s;
  end if;
$code$, one.name, one.copy, one.columns, total)
      else format($code$
  if kept_all - kept_later <> %5$s then
    insert into %1$s (%3$s) overriding system value
    select %3$s from %2$s k where not exists (select from %1$s t where %4$s);
  end if;
$code$, one.name, one.copy, one.columns, one.same, total) end;
    end if;
  end loop;
  for one in
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' order by c.oid
  loop
    execute format('select format(%L, %L, last_value, is_called) from %s', $code$
  perform setval('%1$s', %2$s, %3$L) from %1$s where last_value <> %2$s or is_called <> %3$L;
$code$, one.name, one.name) into one;
    code := code || one.format;
  end loop;
  execute format($function$
create function kept.put_back() returns boolean language plpgsql as
$body$
declare
  kept_since integer := (select age(xid) from kept.began);
  kept_all bigint;
  kept_later bigint;
begin
  if exists (select from kept.spoilt)
    or exists (select from pg_statistic s where age(s.xmin) < kept_since)
    or exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null)
  then
    return false;
  end if;
%s
  update kept.began set xid = pg_current_xact_id()::xid;
  return true;
end $body$ $function$, code);
  insert into kept.began values (pg_current_xact_id()::xid);
end $make$;

create event trigger spoil on ddl_command_end execute function kept.spoil();
`;

/** For the whole connection: a function that sets the role for itself makes PostgreSQL forget all plans at each call. */
const PUTTING_BACK = `
set session_replication_role = replica;
set plan_cache_mode = force_generic_plan;
set enable_nestloop = off`;
