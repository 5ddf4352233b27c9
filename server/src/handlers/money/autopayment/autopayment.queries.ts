import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** The contract's account of that kind. */
export const accountOfKind = (
  tx: Tx,
  contractId: number,
  kind: 'i' | 't',
): Promise<{ account_id: number } | undefined> =>
  tx.maybe(sql`select account_id from account where contract_id = ${contractId} and kind = ${kind}`);
