import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface LineViewPlace {
  /** Up to this id everything is read for good. */
  readonly settled_id: number;
  readonly seen_id: number;
  readonly seen_at: string;
}

export const linePlace = (tx: Tx, view: string): Promise<LineViewPlace | undefined> =>
  tx.maybe(sql`select settled_id, seen_id, seen_at from billing_view_line where view = ${view}`);

export const keepPlace = (
  tx: Tx,
  view: string,
  { settled, seen, now }: { readonly settled: number; readonly seen: number; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into billing_view_line (view, settled_id, seen_id, seen_at) values (${view}, ${settled}, ${seen}, ${now})
    on conflict (view) do update
      set settled_id = excluded.settled_id, seen_id = excluded.seen_id, seen_at = excluded.seen_at`);

/** Those of the lines that are not entered yet, of accounts that are known here. */
export async function newLines(
  tx: Tx,
  lines: readonly { readonly key: string; readonly account_no: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ key: string }>(sql`
    select g.key from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (key text, account_no text)
    join account a on a.account_no = g.account_no and a.contract_id is not null
    where not exists (
      select from ledger_transaction t where t.reference = 'outside:' || a.account_id || ':line:' || g.key)`);
  return new Set(rows.map(({ key }) => key));
}
