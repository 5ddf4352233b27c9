import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Makes the partition of a month of calls, such as `2026-11`, if it is not there. It locks the table for a moment. */
export const keepCallMonth = (tx: Tx, period: string): Promise<number> =>
  tx.run(sql`select keep_call_month(${period})`);
