import pg from 'pg';

/** Makes a database one whose copies can be put back, by `kept.put_back()`, to what it is now. */
export async function keepRows(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(KEEPING);
  await client.end();
}

/**
 * Remembers the rows and sequences of now in a schema of its own, and makes `put_back()`. Triggers mark the tables that a statement
 * has touched, so the others are not even read; they fire also for who has set the triggers of the product aside. `put_back()`
 * recognizes a row that came later by the number of its transaction, and a row that is gone by the number of those that are left. One
 * function with static statements for each table: PostgreSQL plans them once, and not for the sizes of that moment.
 */
const KEEPING = String.raw`
create schema kept;
create table kept.began (xid xid not null);
create table kept.spoilt (by text);
create function kept.spoil() returns event_trigger language plpgsql as
$$ begin insert into kept.spoilt values (tg_tag); end $$;
create unlogged table kept.touched (relation oid);
-- Whoever touches a table, also a role that knows nothing of this schema. A statement names a table, and its rows are in partitions.
create function kept.touch() returns trigger language plpgsql security definer as
$$ begin insert into kept.touched select tg_relid::regclass union select relid from pg_partition_tree(tg_relid); return null; end $$;
create table kept.sequences (sequence oid not null, last_value bigint not null, is_called boolean not null);

do $make$
declare
  one record;
  total bigint;
  code text := '';
begin
  for one in
    select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name, format('kept.r%s', c.oid) as copy,
           (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select string_agg(format('t.%1$I = k.%1$I', a.attname), ' and ')
              from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
             where i.indrelid = c.oid and i.indisprimary) as same
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'kept')
     order by c.oid
  loop
    execute format($trigger$
create trigger kept after insert or update or delete or truncate on %1$s for each statement execute function kept.touch();
alter table %1$s enable always trigger kept
$trigger$, one.name);
    continue when one.relkind = 'p';
    execute format('select count(*) from %s', one.name) into total;
    code := code || format($code$
  if %2$s = any (kept_touched) then
  select count(*), count(*) filter (where age(t.xmin) < kept_since) into kept_all, kept_later from %1$s t;
  if kept_later > 0 then delete from %1$s t where age(t.xmin) < kept_since; end if;
$code$, one.name, one.oid);
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
    code := code || '  end if;';
  end loop;
  for one in select seqrelid as oid from pg_sequence loop
    execute format('insert into kept.sequences select %s, last_value, is_called from %s', one.oid, one.oid::regclass);
  end loop;
  execute format($function$
create function kept.put_back() returns boolean language plpgsql as
$body$
declare
  kept_since integer := (select age(xid) from kept.began);
  kept_touched oid[] := array(select distinct relation from kept.touched);
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
  perform setval(sequence, last_value, is_called) from kept.sequences
    where pg_sequence_last_value(sequence) is distinct from case when is_called then last_value end;
  delete from kept.touched;
  update kept.began set xid = pg_current_xact_id()::xid;
  return true;
end $body$ $function$, code);
  insert into kept.began values (pg_current_xact_id()::xid);
end $make$;

create event trigger spoil on ddl_command_end execute function kept.spoil();
`;
