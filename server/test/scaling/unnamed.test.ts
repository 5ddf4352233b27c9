import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { sql } from '#server/db/sql.ts';
import { readingPortal, testPortal } from '../portal/portal.ts';
import { withOwnStatements } from './own-statements.ts';
import { planOf } from './plan.ts';
import { contractIdsIn, readBeyondContract } from './unnamed.ts';

async function judged(text: string, ...values: unknown[]): Promise<string[] | undefined> {
  const plan = await planOf((await readingPortal()).pool, { text, values });
  return plan && readBeyondContract(plan);
}

describe('a statement names its contract', () => {
  test.each([
    ['by its id', 'select balance_kopecks from account where contract_id = $1', [100_001]],
    ['by a list of ids', 'select balance_kopecks from account where account_id = any($1::bigint[])', [[1, 2]]],
    [
      'through another table',
      `select e.text from ledger_entry e join account a using (account_id) where a.contract_id = $1 and e.day > '2026-01-01'`,
      [100_001],
    ],
    [
      'in a subquery that is hashed',
      `select exists (select from service_state s where s.user_id = u.user_id and s.applied_version < s.version) from service_user u
       where u.contract_id = $1`,
      [100_001],
    ],
    [
      'in both parts of a union',
      `select o.user_id from (select user_id from user_option union all select user_id from user_program where info <> '') o
       join service_user u using (user_id) where u.contract_id = $1`,
      [100_001],
    ],
    ['in what it changes', `update contact set label = null where contract_id = $1 and kind = 'phone'`, [100_001]],
    ['or reads what no contract owns', 'select name from plan', []],
    ['or looks for the contract', 'select contract_id from contact where value = $1', ['79270000440']],
  ])('%s', async (_, text, values) => {
    expect(await judged(text, ...values)).toEqual([]);
  });
});

describe('a statement reads beyond its contract', () => {
  test.each([
    ['without any key', 'select count(*) from ledger_entry where day = $1', ['2026-11-20'], ['ledger_entry']],
    [
      'with a key in one of two ways only',
      'select 1 from account where contract_id = $1 or balance_kopecks < 0',
      [100_001],
      ['account'],
    ],
    ['with a key that it excludes', 'select 1 from account where contract_id <> $1', [100_001], ['account']],
    [
      'in one of its tables',
      'select 1 from account a join ledger_entry e on e.day = a.charged_through where a.contract_id = $1',
      [100_001],
      ['ledger_entry'],
    ],
    [
      'where two tables name only each other',
      `select 1 from account a join ledger_entry e using (account_id) where e.day > '2026-01-01'`,
      [],
      ['account', 'ledger_entry'],
    ],
    [
      'in a part of a union that alone has no key',
      'select text from ledger_entry where account_id = $1 union all select title from message where body <> title',
      [5],
      ['message'],
    ],
    ['in what it changes', `update contact set label = null where kind = 'phone'`, [], ['contact']],
    ['for accounts of clients of one kind', `select 1 from account where kind = 'i'`, [], ['account']],
  ])('%s', async (_, text, values, tables) => {
    expect(await judged(text, ...values)).toEqual(tables);
  });
});

test('a statement names several contracts', async () => {
  const { pool } = await readingPortal();
  const text = 'select 1 from account where contract_id = any($1::bigint[])';
  const plan = await planOf(pool, { text, values: [[100_001, 100_002]] });
  expect(plan && [...contractIdsIn(plan)]).toEqual(['100001', '100002']);
});

test('a call that sends such a statement fails', async () => {
  const portal = await testPortal();
  const call = () =>
    portal.world.db.read((tx) => tx.rows(sql`select message_id from message where title = ${'planted'}`));
  await expect(withOwnStatements(portal.pool, call)).rejects.toThrow(/names no contract for message/);
  const two = sql`select title from message where contract_id in (${100_001}, ${100_002})`;
  const both = () => portal.world.db.read((tx) => tx.rows(two));
  await expect(withOwnStatements(portal.pool, both)).rejects.toThrow(/names 2 contracts/);
});

test('a call that keeps to its contract is answered', async () => {
  const portal = await readingPortal();
  expect((await portal.send(contract.internetAccount.get, {}, 100_001)).status).toBe(200);
});
