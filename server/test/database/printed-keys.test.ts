import { printedKey, whyNotPrinted } from '@kabinet/contract/kernel/papers/printed-no';
import { expect, test } from 'vitest';
import { contractsPrinted } from '#server/domain/search/key.queries.ts';
import type { Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { addClient } from '../portal/client.ts';
import { testPortal } from '../portal/portal.ts';

const WRITTEN = [
  ...[
    'ЮЛ-30003/17',
    'юл 30003 17',
    '№ ЮЛ—30003.17',
    'ЮЛ-3000/317',
    'АВ-12/ЕЁ',
    'AB 12 EE',
    'TKX_0045',
    'L-7',
    '12-345',
    '12\\345',
  ],
  ...['abcehkmoptxy1', 'ABCEHKMOPTXY1', 'ёЁ1', 'Щъ-1', 'ЮЛ‑3−4–5', '1/2/3', '-1-a-', 'д.5'],
];

test('the database spells printed numbers as the portal does', async () => {
  const { pool } = await testPortal({ template: 'empty' });
  const { rows } = await pool.query<{ text: string; key: string }>(
    'select text, printed_key(text) as key from unnest($1::text[]) text',
    [WRITTEN],
  );
  expect(rows.map(({ text, key }) => [text, key])).toEqual(WRITTEN.map((text) => [text, printedKey(text)]));
});

const REFUSED = ['', '100001', '100 001', '№ 100001', 'ЮЛ', 'ЮЛ-3;', 'ЮЛ-3\n', 'ЮЛ-\u202e3', `ЮЛ-${'1'.repeat(30)}`];

test('the database refuses what cannot be printed, and the same number of two contracts in another spelling', async () => {
  const { pool, world } = await testPortal({ template: 'empty' });
  await addClient(world, { contractId: 200_001 });
  await addClient(world, { contractId: 200_002 });
  const put = (contract: number, text: string) =>
    pool.query('update contract set printed_no = $2 where contract_id = $1', [contract, text]);
  for (const text of REFUSED) {
    expect([text, whyNotPrinted(text)]).toEqual([text, expect.any(String)]);
    await expect(put(200_001, text)).rejects.toThrow('contract_printed_no_check');
  }
  await put(200_001, 'ЮЛ-30003/17');
  await expect(put(200_002, 'юл 30003–17')).rejects.toThrow('contract_by_printed_no');
  await put(200_002, 'ЮЛ-3000/317');
});

test('a beginning is a range of the index', async () => {
  const { pool } = await testPortal({ template: 'empty' });
  const sent: Sql[] = [];
  await contractsPrinted(
    { rows: (statement: Sql) => Promise.resolve(void sent.push(statement)) } as unknown as Tx,
    'юл30',
  );
  const client = await pool.connect();
  // Tables are empty: only a query that no index supports scans a table.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sent[0]!.text}`, [...sent[0]!.values]);
  client.release(true);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan using contract_by_printed_no/);
  expect(plan).toMatch(/Index Cond: .* >= .* < /);
  expect(plan).not.toContain('Sort Key');
});
