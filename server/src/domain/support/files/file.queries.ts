import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';

export interface StoredFile {
  file_id: string;
  name: string;
  type: string;
  bytes: number;
}

interface NewFile extends StoredFile {
  readonly contractId: number;
  /** By whom it is added: the client, or the staff for him. */
  readonly byStaff: boolean;
}

export async function insertFile(
  tx: Tx,
  { file_id, name, type, bytes, contractId, byStaff }: NewFile,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into support_file (file_id, contract_id, name, type, bytes, created_at, by_staff)
    values (${file_id}, ${contractId}, ${name}, ${type}, ${bytes}, ${now}, ${byStaff})`);
}

/** An uploaded or sent file of the contract; undefined if it belongs to another contract. */
export const fileOf = (tx: Tx, contractId: number, fileId: AskedId<'file'>): Promise<StoredFile | undefined> =>
  tx.maybe(sql`
    select file_id, name, type, bytes from support_file where file_id = ${fileId} and contract_id = ${contractId}`);

/** A file that has been sent in an order; undefined if it is none of that order. */
export const fileOfOrder = (tx: Tx, orderId: number, fileId: AskedId<'file'>): Promise<StoredFile | undefined> =>
  tx.maybe(sql`
    select f.file_id, f.name, f.type, f.bytes from support_file f join support_event using (support_event_id)
    where f.file_id = ${fileId} and order_id = ${orderId}`);

interface UploadedBy {
  readonly contractId: number;
  readonly byStaff: boolean;
  readonly since: Date;
}

/** Files of a contract, the latest first: when they came, and how large they are together with all later ones. */
export const uploadedSince = (
  tx: Tx,
  { contractId, byStaff, since }: UploadedBy,
): Promise<{ at: Instant; with_later: number }[]> =>
  tx.rows(sql`
    select created_at as at, (sum(bytes) over (order by created_at desc, file_id))::bigint as with_later from support_file
    where contract_id = ${contractId} and by_staff = ${byStaff} and created_at > ${since} order by created_at desc, file_id`);

/** For how many hours after its upload a file may be sent; later it is removed. */
const SENT_HOURS = 20;

/** Attaches uploaded files of the contract to an event; refuses all if one is not its own, sent already, or too old. */
export async function useFiles(
  tx: Tx,
  contractId: number,
  files: readonly AskedId<'file'>[],
  eventId: number,
  now: Date,
): Promise<void> {
  const uploaded = new Date(now.getTime() - SENT_HOURS * 3_600_000);
  const used = await tx.run(sql`
    update support_file set support_event_id = ${eventId}
    where file_id = any(${files}::uuid[]) and contract_id = ${contractId} and support_event_id is null
      and created_at > ${uploaded}`);
  if (used !== new Set(files).size) throw new Problem('file_used');
}

/** Uploads that no message has sent. */
export const unusedFiles = (tx: Tx, before: Date, most: number): Promise<{ file_id: string }[]> =>
  tx.rows(sql`
    select file_id from support_file where support_event_id is null and created_at < ${before} limit ${most}`);

/** An upload of the contract that was not kept. */
export const forgetUpload = (tx: Tx, contractId: number, fileId: string): Promise<number> =>
  tx.run(sql`
    delete from support_file where contract_id = ${contractId} and file_id = ${fileId} and support_event_id is null`);

export const forgetUnused = (tx: Tx, files: readonly string[]): Promise<number> =>
  tx.run(sql`delete from support_file where file_id = any(${files}::uuid[]) and support_event_id is null`);
