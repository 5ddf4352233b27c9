import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** The number by which people know the contract of this row: that on its papers, else the inner one. */
export const knownNo = (contract: Sql): Sql => sql`coalesce(${contract}.printed_no, ${contract}.contract_id::text)`;

/** The number by which people know a contract. */
export const contractNo = async (tx: Tx, contractId: number): Promise<string> =>
  (await tx.one<{ no: string }>(sql`select ${knownNo(sql`c`)} as no from contract c where contract_id = ${contractId}`))
    .no;
