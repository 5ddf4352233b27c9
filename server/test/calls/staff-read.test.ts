import { expect, test } from 'vitest';
import type { Database, Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { operatorContract } from '@kabinet/contract/staff';
import type { Operator, RawInput } from '#server/kernel/world.ts';
import { insertLook, noteStaffRead } from '#server/kernel/call/staff-read.ts';

const { contracts, clients } = operatorContract;
const [LOOK, CHANGE] = [contracts.balance, clients.edit];
const NOW = new Date('2026-11-20T10:05:00Z');
const OLGA: Operator = { kind: 'operator', name: 'Ольга В.', role: 'cashier' };
const entry = (sessionId: string | null) => ({ sessionId, personId: 7 }) as unknown as NonNullable<Operator['entry']>;

/** What is written down of each contract that a request is about. */
async function noted(raw: RawInput, more: Partial<Parameters<typeof noteStaffRead>[1]> = {}): Promise<unknown[][]> {
  const said: unknown[][] = [];
  let writes = 0;
  const tx = { run: ({ values }: Sql) => Promise.resolve(said.push([...values])) } as unknown as Tx;
  const db = { write: (work: (one: Tx) => unknown) => (writes++, work(tx)) } as unknown as Database;
  await noteStaffRead(db, { call: LOOK, raw, operator: OLGA, ...more }, NOW);
  expect(writes).toBe(Math.min(said.length, 1));
  return said;
}

test.each<[RawInput, unknown]>([
  [{ query: { contract_id: '100001' } }, 100_001],
  [{ body: { contract_id: 1 } }, 1],
  [{ params: { user_id: '5' } }, 5],
  [{ query: { order_id: '6' } }, 6],
  [{ body: { account_no: '12i' } }, '12i'],
])('a request that names %j is a look', async (raw, about) => {
  const said = await noted(raw);
  expect(said).toHaveLength(1);
  expect(said[0]).toEqual(expect.arrayContaining([NOW, 'Ольга В.', 'cashier', 'contract balance', about]));
});

test.each<[RawInput]>([
  [{}],
  [{ query: { contract_id: '1.5' } }],
  [{ query: { contract_id: 'x', user_id: '0', order_id: '-1' } }],
  [{ query: { contract_id: '1e30' } }],
  [{ body: { account_no: 12 } }],
])('one that names nobody by %j is none', async (raw) => {
  expect(await noted(raw)).toEqual([]);
  const none = { run: () => Promise.reject(new Error('nothing to write')) } as unknown as Tx;
  await insertLook(none, { call: LOOK, raw, operator: OLGA }, NOW);
});

test('a change of two contracts is a look at both', async () => {
  const said = await noted({ body: { contract_id: 1, into_contract_id: 2 } }, { call: CHANGE });
  expect(said.map((values) => [values.includes(1), values.includes(2)])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('what is only rehearsed says so; what a page asks for again by itself may be the same look', async () => {
  const raw = { query: { contract_id: '100001' } };
  const told = async (more: Parameters<typeof noted>[1]) => {
    const [values = []] = await noted(raw, more);
    return [
      values.find((one) => typeof one === 'string' && one.includes(' ') && one !== OLGA.name),
      values.includes(true),
    ];
  };
  const page = { ...OLGA, entry: entry('s') };
  expect(await told({})).toEqual(['contract balance', false]);
  expect(await told({ isRehearsal: true })).toEqual(['contract balance --dry_run', false]);
  expect(await told({ operator: page })).toEqual(['contract balance', true]);
  expect(await told({ operator: { ...OLGA, entry: entry(null) } })).toEqual(['contract balance', false]);
  expect(await told({ operator: page, call: CHANGE })).toEqual(['contract edit', false]);
});
