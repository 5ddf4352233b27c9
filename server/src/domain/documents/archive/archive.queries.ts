import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface ArchiveRow {
  readonly archive_id: string;
  readonly ordered_on: Day;
  readonly ordered_at: Instant;
  readonly ready_at: Instant | null;
  readonly kept_until: Instant | null;
  readonly bytes: number | null;
}

export const lastArchive = (tx: Tx, contractId: number): Promise<ArchiveRow | undefined> =>
  tx.maybe(sql`
    select archive_id, ordered_on, ordered_at, ready_at, kept_until, bytes from data_archive
    where contract_id = ${contractId} order by ordered_on desc limit 1`);

interface NewArchive {
  readonly archiveId: string;
  readonly contractId: number;
  readonly sessionId: string;
  readonly today: Day;
  readonly now: Date;
}

/** Orders an archive; false if one was ordered today. */
export const orderArchive = async (tx: Tx, made: NewArchive): Promise<boolean> =>
  (await tx.run(sql`
    insert into data_archive (archive_id, contract_id, session_id, ordered_on, ordered_at)
    values (${made.archiveId}, ${made.contractId}, ${made.sessionId}, ${made.today}, ${made.now})
    on conflict (contract_id, ordered_on) do nothing`)) > 0;

/** The contract of an archive that waits to be made. */
export const archiveToMake = (
  tx: Tx,
  archiveId: string,
  orderedAfter: Date,
): Promise<{ contract_id: number; ordered_on: Day } | undefined> =>
  tx.maybe(sql`
    select contract_id, ordered_on from data_archive
    where archive_id = ${archiveId} and ready_at is null and ordered_at > ${orderedAfter}`);

export interface ArchivePart {
  readonly fileId: string;
  readonly archiveId: string;
  readonly attempt: string;
  readonly position: number;
}

export async function notePart(
  tx: Tx,
  { fileId, archiveId, attempt, position }: ArchivePart,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into data_archive_part (file_id, archive_id, attempt, position, noted_at)
    values (${fileId}, ${archiveId}, ${attempt}, ${position}, ${now})`);
}

interface Finished {
  readonly archiveId: string;
  readonly attempt: string;
  readonly bytes: number;
  readonly now: Date;
  readonly until: Date;
}

/** Marks an archive as ready; false if another attempt was first. */
export const finishArchive = async (tx: Tx, { archiveId, attempt, bytes, now, until }: Finished): Promise<boolean> =>
  (await tx.run(sql`
    update data_archive set ready_at = ${now}, kept_until = ${until}, bytes = ${bytes}, attempt = ${attempt}
    where archive_id = ${archiveId} and ready_at is null`)) > 0;

export interface ReadyArchive {
  readonly bytes: number;
  readonly ordered_on: Day;
  readonly files: string[];
}

/** The pieces of an archive, in order; undefined if it belongs to another contract, is not ready, or is erased. */
export const readyArchive = (
  tx: Tx,
  contractId: number,
  archiveId: AskedId<'archive'>,
  now: Date,
): Promise<ReadyArchive | undefined> =>
  tx.maybe(sql`
    select coalesce(a.bytes, 0)::bigint as bytes, a.ordered_on,
      array(select file_id::text from data_archive_part p where p.attempt = a.attempt order by position) as files
    from data_archive a
    where a.archive_id = ${archiveId} and a.contract_id = ${contractId} and a.kept_until > ${now}`);

/** Pieces of an attempt that has not become the archive. */
export const archivePartsOf = (tx: Tx, attempt: string): Promise<{ file_id: string }[]> =>
  tx.rows(sql`
    select p.file_id from data_archive_part p join data_archive a using (archive_id)
    where p.attempt = ${attempt} and a.attempt is distinct from p.attempt`);

/** Pieces of expired archives and of failed attempts. */
export const spentParts = (tx: Tx, now: Date, lostBefore: Date, most: number): Promise<{ file_id: string }[]> =>
  tx.rows(sql`
    select p.file_id from data_archive_part p join data_archive a using (archive_id)
    where a.kept_until <= ${now} or p.attempt <> a.attempt or (a.attempt is null and p.noted_at < ${lostBefore})
    limit ${most}`);

export const forgetParts = (tx: Tx, files: readonly string[]): Promise<number> =>
  tx.run(sql`delete from data_archive_part where file_id = any(${files}::uuid[])`);

/** Records that the full numbers of others in each of these months were shown, because an archive shows them. */
export async function noteAllCalls(
  tx: Tx,
  contractId: number,
  { sessionId, now, browser, network }: { sessionId: string; now: Date; browser: string; network: string },
): Promise<void> {
  await tx.run(sql`
    insert into number_access (contract_id, session_id, phone_number, at, what, period, browser, network)
    select distinct ${contractId}::bigint, ${sessionId}, l.number, ${now}::timestamptz, 'csv', t.period, ${browser}, ${network}
    from call_line l join call_total t on t.phone_number = l.number
    where l.contract_id = ${contractId}`);
}

export interface SentFile {
  readonly file_id: string;
  readonly order_id: number;
  readonly name: string;
}

/** Files that were sent with orders. */
export const sentFiles = (tx: Tx, contractId: number): Promise<SentFile[]> =>
  tx.rows(sql`
    select f.file_id, e.order_id, f.name
    from support_file f join support_event e using (support_event_id)
    where f.contract_id = ${contractId} order by e.order_id, f.created_at, f.file_id`);
