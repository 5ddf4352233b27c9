import { expect, test } from 'vitest';
import { testPortal } from './portal.ts';

/** Foreign keys that lead no index of all rows. Accounts are never deleted, and these rows are never looked up by account alone. */
const WITHOUT_INDEX = [
  // Receipts are found by their transaction.
  'fiscal_receipt (account_id) → account',
  // Payments and charges have an index each; together they hold every entry.
  'ledger_entry (account_id) → account',
  // Charges that are still to be made have one.
  'one_time_charge (account_id) → account',
];

test('every foreign key leads an index, so rows are found from both sides', async () => {
  const { pool } = await testPortal({ template: 'empty' });
  const { rows } = await pool.query<{ key: string }>(`
    select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by k.n) || ') → ' || c.confrelid::regclass as key
    from pg_constraint c
    cross join unnest(c.conkey) with ordinality k (attnum, n)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
          and coalesce(pg_get_expr(i.indpred, i.indrelid), '') ~ '^(\\(\\w+ IS NOT NULL\\))?$')
    group by c.oid, c.conrelid, c.confrelid
    order by 1`);
  expect(rows.map(({ key }) => key)).toEqual(WITHOUT_INDEX);
});
