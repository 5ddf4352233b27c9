import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { wireSchema } from '#server/http/api/open-api.ts';
import { describeSchema } from './describe-schema.ts';
import { newPortal } from '../portal/portal.ts';

test('docs/schema.sql is what the migrations make now (npm run schema)', async () => {
  const { pool } = await newPortal('empty');
  const written = await readFile(new URL('../../../docs/schema.sql', import.meta.url), 'utf8');
  expect(written.split('\n')).toEqual((await describeSchema(pool)).split('\n'));
});

/** Foreign keys that lead no index of all rows. Accounts are never deleted, and these rows are never looked up by account alone. */
const WITHOUT_INDEX = [
  // Receipts are found by their transaction.
  'fiscal_receipt (account_id) → account',
  // Payments and charges have an index each; together they cover every entry.
  'ledger_entry (account_id) → account',
  // Pending charges have one.
  'one_time_charge (account_id) → account',
];

test('every foreign key has an index, so rows are found from both sides', async () => {
  const { pool } = await newPortal('empty');
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

type Schema = Record<string, unknown>;

/** The values of a field, by its path in a schema; lists and nullable values are unwrapped. */
function valuesAt(schema: Schema, path: string): string[] {
  const plain = (one: Schema): Schema => {
    const variants = one['anyOf'] as Schema[] | undefined;
    if (variants) return plain(variants.find(({ type }) => type !== 'null') ?? {});
    return one['type'] === 'array' ? plain(one['items'] as Schema) : one;
  };
  const found = path
    .split('.')
    .reduce((one, name) => plain((one['properties'] as Record<string, Schema>)[name] ?? {}), plain(schema));
  return found['enum'] as string[];
}

/** Where the contract returns a column's value unchanged. */
const TOLD: Readonly<
  Record<string, readonly [call: { readonly result: Parameters<typeof wireSchema>[0] }, path: string]>
> = {
  'contract.state': [contract.internetContract.get, 'state'],
  'message.kind': [contract.notice.getMessages, 'kind'],
  'operator_action.outcome': [operatorContract.audit.list, 'outcome'],
  'operator_action.role': [operatorContract.audit.list, 'role'],
  'payment.state': [contract.payment.status, 'state'],
  'phone_number.reason': [contract.telephoneNumber.list, 'reason'],
  'phone_number.state': [contract.telephoneNumber.list, 'state'],
  'plan_change.made_by': [contract.plan.options, 'planned.by'],
  'service_user.reason': [contract.user.get, 'reason'],
  'service_user.state': [contract.user.get, 'state'],
  'service_user.user_type': [contract.user.get, 'user_type'],
  'support_order.state': [contract.support.getOrders, 'items.state'],
};

test('a list of values is the same in the database and in the contract', async () => {
  const { pool } = await newPortal('empty');
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select c.conrelid::regclass || '.' || a.attname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['`);
  const held = new Map(
    rows.map(({ name, definition }) => [name, [...definition.matchAll(/'(\w+)'/g)].map(([, value]) => value)]),
  );
  for (const [name, [call, path]] of Object.entries(TOLD)) {
    expect.soft(held.get(name)?.toSorted(), name).toEqual(valuesAt(wireSchema(call.result), path).toSorted());
  }
});

test('no sequence is unlogged: a standby that takes over could not read it, and whatever needs it could not be written', async () => {
  const { pool } = await newPortal('empty');
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relpersistence = 'u'`,
  );
  expect(rows).toEqual([]);
});
