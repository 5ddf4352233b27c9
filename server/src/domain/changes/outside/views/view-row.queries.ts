import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ToldSubject } from '../conflict.queries.ts';

/** What views tell rows of. */
export type ViewSubject = Extract<ToldSubject, 'balance' | 'service'>;

/** What a row said when it was told last. */
export interface KnownRow {
  readonly key: string;
  readonly row_id: number;
  readonly digest: string;
  readonly is_taken: boolean;
  readonly told_at: Date;
}

interface StoredRow extends Omit<KnownRow, 'told_at'> {
  readonly told_at: string;
}

export async function knownRows(tx: Tx, told: ViewSubject, keys: readonly string[]): Promise<KnownRow[]> {
  const rows = await tx.rows<StoredRow>(sql`
    select key, row_id, digest, is_taken, told_at from billing_view_row where told = ${told} and key = any(${keys}::text[])`);
  return rows.map((row) => ({ ...row, told_at: new Date(row.told_at) }));
}

/** Keys of rows that stood between two ids, and are not there any more. */
export async function vanishedRows(
  tx: Tx,
  told: ViewSubject,
  { after, last, present }: { readonly after: number; readonly last: number; readonly present: readonly string[] },
): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    select key from billing_view_row
    where told = ${told} and row_id > ${after} and row_id <= ${last} and digest <> '' and key <> all(${present}::text[])`);
  return rows.map(({ key }) => key);
}

/** A row that has come back is told anew. */
export const forgetVanished = (tx: Tx, told: ViewSubject, keys: readonly string[], now: Date): Promise<number> =>
  tx.run(sql`
    update billing_view_row set digest = '', is_taken = false, told_at = ${now} where told = ${told} and key = any(${keys}::text[])`);

export const keepViewRows = (
  tx: Tx,
  told: ViewSubject,
  rows: readonly Omit<KnownRow, 'told_at'>[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into billing_view_row (told, key, row_id, digest, is_taken, told_at)
    select ${told}, g.key, g.row_id, g.digest, g.is_taken, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (key text, row_id bigint, digest text, is_taken boolean)
    on conflict (told, key) do update
      set row_id = excluded.row_id, digest = excluded.digest, is_taken = excluded.is_taken, told_at = excluded.told_at`);

interface KnownVersion {
  readonly key: string;
  readonly version: number;
}

/** The versions under which accounts were told last, also by a script before. */
export const balanceVersions = (tx: Tx, keys: readonly string[]): Promise<KnownVersion[]> =>
  tx.rows(sql`
    select a.account_no as key, t.version from account a join billing_told_balance t using (account_id)
    where a.account_no = any(${keys}::text[])`);

export const serviceVersions = (tx: Tx, keys: readonly string[]): Promise<KnownVersion[]> =>
  tx.rows(sql`
    select u.login as key, t.version from service_user u join billing_told_service t using (user_id)
    where u.login = any(${keys}::text[])`);
