import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

/** The clock of the database, which should show the same time as ours. */
export const databaseNow = async (tx: Tx): Promise<Date> =>
  new Date((await tx.one<{ at: string }>(sql`select clock_timestamp() as at`)).at);
