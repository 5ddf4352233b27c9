import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { FormerDocument } from '#server/domain/identity/papers/former-documents.queries.ts';
import { changedRows, orStay, type ChangedRows } from '../changed/catalogue-changes.queries.ts';

interface DocumentKey {
  readonly contract: number;
  readonly document: string;
}

export type KeyedDocument = DocumentKey & FormerDocument;

export const knownDocumentsOf = (tx: Tx, keys: readonly DocumentKey[]): Promise<KeyedDocument[]> =>
  tx.rows(sql`
    select contract_id as contract, former_key as document, title, day, kind, url
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as g (contract bigint, document text)
    join former_document d on d.contract_id = g.contract and d.former_key = g.document`);

export const insertDocuments = (tx: Tx, documents: readonly KeyedDocument[]): Promise<number> =>
  tx.run(sql`
    insert into former_document (contract_id, former_key, title, day, kind, url)
    select contract, document, title, day, kind, url from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as g (contract bigint, document text, title text, day date, kind text, url text)`);

export const changeDocuments = (tx: Tx, rows: ChangedRows<KeyedDocument>): Promise<number> =>
  tx.run(sql`
    update former_document d set
      title = ${orStay('title', sql`g.title`, sql`d.title`)},
      day = ${orStay('day', sql`g.day`, sql`d.day`)},
      kind = ${orStay('kind', sql`g.kind`, sql`d.kind`)},
      url = ${orStay('url', sql`g.url`, sql`d.url`)}
    from jsonb_to_recordset(${changedRows(rows)}::jsonb)
      as g (contract bigint, document text, title text, day date, kind text, url text, changed text[])
    where d.contract_id = g.contract and d.former_key = g.document`);
