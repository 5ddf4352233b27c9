import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ChainHead, FormedLink, LinkOf, Seal, SealedLink } from './chain.ts';

/** Of all processes, one seals at a time. */
const SEALING = 20_401;

export async function mayHoldSealing(tx: Tx): Promise<boolean> {
  const { held } = await tx.one<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${SEALING}::bigint) as held`);
  return held;
}

/**
 * The columns of a row by name, moments in UTC. A null is left out, so that a column that is added later changes no hash; what the result of
 * a call adds does not belong to its beginning.
 */
const formOf = (row: Sql, part: Sql): Sql => sql`(
  select jsonb_object_agg(key, value)
  from jsonb_each(to_jsonb(${row}) - case ${part} when 'begun' then array['outcome', 'problem', 'ended_at', 'changed'] else '{}' end)
  where value <> 'null'::jsonb)::text`;

const FORM = sql`case source
  when 'action' then (select ${formOf(sql`a`, sql`part`)} from operator_action a where source = 'action' and action_id = row_id)
  else (select ${formOf(sql`r`, sql`part`)} from staff_read r where source = 'look' and staff_read_id = row_id)
end as form`;

/** The hashes need moments in one zone, whatever the connection says. */
export const inUtc = (tx: Tx): Promise<number> => tx.run(sql`select set_config('TimeZone', 'UTC', true)`);

export const chainHead = (tx: Tx): Promise<ChainHead | undefined> =>
  tx.maybe(sql`select seq, hash from audit_link where seq is not null order by seq desc limit 1`);

/** What is committed and not sealed, in the order in which it was written. */
export const unsealedLinks = (tx: Tx, limit: number): Promise<FormedLink[]> =>
  tx.rows(sql`
    select source, row_id, part, ${FORM} from audit_link where seq is null order by link_id limit ${limit}`);

export async function seal(tx: Tx, seals: readonly Seal[]): Promise<void> {
  const columns = JSON.stringify(
    seals.map((one) => ({ ...one, row_hash: one.row_hash.toString('hex'), hash: one.hash.toString('hex') })),
  );
  await tx.run(sql`
    update audit_link l
    set seq = s.seq, sealed_at = s.sealed_at, row_hash = decode(s.row_hash, 'hex'), hash = decode(s.hash, 'hex')
    from jsonb_to_recordset(${columns}::jsonb) as s (source text, row_id bigint, part text, seq bigint, sealed_at timestamptz, row_hash text, hash text)
    where (l.source, l.row_id, l.part) = (s.source, s.row_id, s.part)`);
}

export const sealedAfter = (tx: Tx, seq: number, limit: number): Promise<SealedLink[]> =>
  tx.rows(sql`
    select source, row_id, part, seq, sealed_at, row_hash, hash, ${FORM}
    from audit_link where seq > ${seq} order by seq limit ${limit}`);

/** Rows that no trigger has linked, and links that wait for a row that is not there. */
export const strayRows = (tx: Tx, limit: number): Promise<(LinkOf & { is_there: boolean })[]> =>
  tx.rows(sql`
    select 'action' as source, action_id as row_id, 'whole' as part, true as is_there from operator_action a
    where not exists (
      select from audit_link
      where source = 'action' and row_id = action_id and part = case a.outcome when 'begun' then 'begun' else 'whole' end)
    union all
    select 'look', staff_read_id, 'whole', true from staff_read
    where not exists (select from audit_link where source = 'look' and row_id = staff_read_id and part = 'whole')
    union all
    select source, row_id, part, false from audit_link l
    where seq is null
      and not exists (select from operator_action where l.source = 'action' and action_id = l.row_id)
      and not exists (select from staff_read where l.source = 'look' and staff_read_id = l.row_id)
    limit ${limit}`);

/** How much waits to be sealed, and for how many seconds the oldest of it; by the clock of the database, as it was written. */
export const unsealed = (tx: Tx): Promise<{ count: number; oldest: number }> =>
  tx.one(sql`
    select count(*)::integer as count, coalesce(greatest(extract(epoch from now() - min(written_at)), 0), 0)::float as oldest
    from audit_link where seq is null`);

/** The head of the chain at a moment, kept apart. */
export interface Anchor extends ChainHead {
  readonly anchored_at: Instant;
}

export const anchors = (tx: Tx): Promise<Anchor[]> =>
  tx.rows(sql`select seq, hash, anchored_at from audit_anchor order by seq`);

export const lastAnchor = (tx: Tx): Promise<Anchor | undefined> =>
  tx.maybe(sql`select seq, hash, anchored_at from audit_anchor order by seq desc limit 1`);

export async function insertAnchor(tx: Tx, { seq, hash }: ChainHead, at: Date): Promise<void> {
  await tx.run(sql`
    insert into audit_anchor (seq, hash, anchored_at) values (${seq}, ${hash}, ${at}) on conflict do nothing`);
}

/** The hashes of some links, and what they stand for. */
export const linksAt = (tx: Tx, seqs: readonly number[]): Promise<(LinkOf & ChainHead)[]> =>
  tx.rows(sql`select source, row_id, part, seq, hash from audit_link where seq = any (${seqs}::bigint[])`);
