import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { AccountingRow } from './packet.ts';

/** The most rows that one transaction folds. */
export const BATCH = 5000;
/** A silence of all devices that is longer means that accounting was away, not that sessions were. */
const QUIET = sql`interval '15 minutes'`;

/** A row with its place; a transaction is too long a number for a number. */
interface PlacedRow extends AccountingRow {
  readonly tx: string;
  readonly accounting_id: number;
}

interface Place {
  readonly tx: string;
  readonly accounting_id: number;
  /** The place is of another cluster, which has counted more transactions than this one. */
  readonly is_foreign: boolean;
}

/** Locks the place of folding: whoever changes sessions by what accounting says does so alone. */
export const holdPlace = (tx: Tx): Promise<Place> =>
  tx.one(sql`
    select tx::text, accounting_id, tx >= pg_snapshot_xmax(pg_current_snapshot()) as is_foreign
    from radius.accounting_place for update`);

/** After a restore transactions count anew: all rows that are left are folded once more, which changes nothing that is right. */
export async function beginAnew(tx: Tx): Promise<void> {
  await tx.run(sql`update radius.accounting set tx = pg_current_xact_id()`);
  await tx.run(sql`update radius.accounting_place set tx = '0', accounting_id = 0`);
}

/** The next rows of transactions that have ended, and before which no other one can end. */
export const rowsAfter = (tx: Tx, { tx: after, accounting_id: id }: Omit<Place, 'is_foreign'>): Promise<PlacedRow[]> =>
  tx.rows(sql`
    select tx::text, accounting_id, host(nas) as nas, kind, session, unique_id, login, class, mac, port, address, prefix, nat,
      delay, seconds, bytes_in, bytes_out, cause, floor(extract(epoch from at) * 1000)::bigint as at
    from radius.accounting a
    where (a.tx, a.accounting_id) > (${after}::text::xid8, ${id}::bigint) and a.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by a.tx, a.accounting_id limit ${BATCH}`);

/** Moves the place to the last row of a batch whose rows came between these moments. */
export async function movePlace(
  tx: Tx,
  last: Omit<Place, 'is_foreign'>,
  { first, latest }: { readonly first: Date; readonly latest: Date },
): Promise<void> {
  await tx.run(sql`
    update radius.accounting_place set tx = ${last.tx}::text::xid8, accounting_id = ${last.accounting_id},
      last_at = greatest(last_at, ${latest}),
      spoke_since = case when last_at >= ${first}::timestamptz - ${QUIET} then coalesce(spoke_since, ${first}) else ${first} end`);
}

/** Devices that have told of a restart, each with the latest one. */
export async function noteBoots(
  tx: Tx,
  boots: readonly { readonly nas: string; readonly at: number }[],
): Promise<void> {
  if (boots.length === 0) return;
  await tx.run(sql`
    update radius.nas n set boot_at = greatest(n.boot_at, to_timestamp(told.at / 1000.0))
    from (
      select nas, max(at) as at from json_to_recordset(${JSON.stringify(boots)}::json) as t (nas inet, at bigint) group by nas
    ) told
    where n.address = told.nas`);
}

/** Seconds after which it is written anew that a device speaks: not in each batch. */
const HEARD_S = 10;

/** Devices from which packets came, each with the latest one. */
export async function noteSpeaking(
  tx: Tx,
  told: readonly { readonly nas: string; readonly at: number }[],
): Promise<void> {
  const latest = new Map<string, number>();
  for (const { nas, at } of told) latest.set(nas, Math.max(latest.get(nas) ?? 0, at));
  await tx.run(sql`
    update radius.nas n set heard_at = told.at
    from (
      select nas_id, to_timestamp(t.at / 1000.0) as at
      from radius.nas join json_to_recordset(${JSON.stringify([...latest].map(([nas, at]) => ({ nas, at })))}::json) as t (nas inet, at bigint)
        on t.nas = address
      order by nas_id for update of nas
    ) told
    where n.nas_id = told.nas_id and (n.heard_at is null or n.heard_at < told.at - make_interval(secs => ${HEARD_S}))`);
}

/** Addresses of the devices whose counters begin anew after 4 GiB. */
export const withoutGigawords = async (tx: Tx): Promise<Set<string>> =>
  new Set(
    (await tx.rows<{ nas: string }>(sql`select host(address) as nas from radius.nas where not has_gigawords`)).map(
      ({ nas }) => nas,
    ),
  );

/** Whether any device of access is known: only then accounting is looked for each second. */
export const hasDevices = async (tx: Tx): Promise<boolean> =>
  (await tx.one<{ has: boolean }>(sql`select exists (select from radius.nas) as has`)).has;

interface Unfolded {
  /** At most 100 001. */
  readonly rows: number;
  /** Seconds since the oldest of them came; 0: none waits. */
  readonly oldest: number;
}

/** Rows that are not folded yet. */
export const unfolded = (tx: Tx): Promise<Unfolded> =>
  tx.one(sql`
    select count(*)::integer as rows, coalesce(greatest(extract(epoch from clock_timestamp() - min(at)), 0), 0)::float as oldest
    from (
      select a.at from radius.accounting a, radius.accounting_place p
      where (a.tx, a.accounting_id) > (p.tx, p.accounting_id) order by a.tx, a.accounting_id limit 100001
    ) waiting`);

/** How far accounting is known: the oldest row that waits, or the last one that was folded. */
export const knownUntil = async (tx: Tx): Promise<{ known_until: Instant | null; spoke_since: Instant | null }> =>
  tx.one(sql`
    select coalesce((
        select min(at) from radius.accounting a where (a.tx, a.accounting_id) > (p.tx, p.accounting_id)
      ), p.last_at) as known_until, p.spoke_since
    from radius.accounting_place p`);
