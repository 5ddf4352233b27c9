import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export const insertContent = (tx: Tx, fileId: string, content: Buffer): Promise<number> =>
  tx.run(
    sql`insert into stored_file (file_id, content) values (${fileId}, ${content}) on conflict (file_id) do nothing`,
  );

export const contentOf = (tx: Tx, fileId: string): Promise<{ content: Buffer } | undefined> =>
  tx.maybe(sql`select content from stored_file where file_id = ${fileId}`);

export const deleteContents = (tx: Tx, fileIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from stored_file where file_id = any(${fileIds}::uuid[])`);
