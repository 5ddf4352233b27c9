import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type FormerDocumentKind = 'contract' | 'act' | 'invoice' | 'bill' | 'other';

/** A document of the former system, which is opened where it lies. */
export interface FormerDocument {
  readonly title: string;
  readonly day: Day;
  readonly kind: FormerDocumentKind;
  readonly url: string;
}

const MOST = 1000;

/** Of a contract, newest first. */
export const formerDocumentsOf = (tx: Tx, contractId: number): Promise<FormerDocument[]> =>
  tx.rows(sql`
    select title, day, kind, url from former_document where contract_id = ${contractId}
    order by day desc, former_document_id desc limit ${MOST}`);
