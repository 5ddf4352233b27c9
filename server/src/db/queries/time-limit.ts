import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

/** For work that may take longer than any statement of a call: the import, and the first night of charging. */
export const withoutTimeLimit = (tx: Tx): Promise<number> => tx.run(sql`set local statement_timeout = 0`);
