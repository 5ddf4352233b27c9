import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface FileSum {
  readonly bytes: number;
  readonly sha256: Buffer;
}

export const insertSum = (tx: Tx, fileId: string, { bytes, sha256 }: FileSum): Promise<number> =>
  tx.run(
    sql`insert into file_sum (file_id, bytes, sha256) values (${fileId}, ${bytes}, ${sha256}) on conflict (file_id) do nothing`,
  );

export const fileSumOf = (tx: Tx, fileId: string): Promise<FileSum | undefined> =>
  tx.maybe(sql`select bytes, sha256 from file_sum where file_id = ${fileId}`);

export const deleteSums = (tx: Tx, fileIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from file_sum where file_id = any(${fileIds}::uuid[])`);
