import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { staffContract } from '@kabinet/contract/staff';
import { anchorFile } from '#server/integrations/anchors/file.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';
import { inUtc, sealedAfter } from './chain.queries.ts';
import { chainHash, NO_LINK, rowHash } from './chain.ts';
import { anchorAudit, sealAudit } from './seal.ts';

// Whoever owns the database changes the audit trail, with the triggers off; the chain and its anchors tell what he has done.

const { goals, contracts, audit } = staffContract;

let portal: TestPortal;
let folder: string;
let session: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-anchors-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  portal = await testPortal({
    template: 'empty',
    throughOutside: (outside) => ({ ...outside, auditAnchors: anchorFile(join(folder, 'anchors')) }),
  });
  await addClient(portal.world);
  session = cookieOf(await staffToken(portal, 'cashier', 'admin'));
  for (const name of ['1', '2', '3', '4']) await act(name);
  const look = await sendStaff(portal, contracts.balance, { query: { contract_id: '200001' } }, session);
  expect(look.status).toBe(200);
});

const act = async (name: string) => {
  const body = { name, question: 'Что случилось' };
  expect((await sendStaff(portal, goals.add, { body }, session)).status).toBe(200);
};
const seal = () => sealAudit(portal.world.db, portal.clock.now());
const verified = async () => (await sendStaff(portal, audit.verify, {}, session)).body;
const faults = async () => (await verified()).faults;

/** As the owner of the database, past every trigger. */
async function tamper(...statements: readonly string[]): Promise<void> {
  const client = await portal.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

const rowOf = (row_id: number, source = 'action') => ({ source, row_id, part: 'whole' });
async function ids(): Promise<number[]> {
  const { rows } = await portal.pool.query<{ id: string }>(
    'select action_id::text as id from operator_action order by 1',
  );
  return rows.map(({ id }) => Number(id));
}

/** What an owner of the database does who knows this program: every link anew, from the changed row on. */
async function forgeChain(): Promise<void> {
  const links = await portal.world.db.read(async (tx) => {
    await inUtc(tx);
    return sealedAfter(tx, 0, 1000);
  });
  let last = NO_LINK.hash;
  for (const link of links) {
    const row_hash = rowHash(link.form ?? '');
    last = chainHash(last, { ...link, row_hash });
    const [written, hash] = [row_hash, last].map((one) => `'\\x${one.toString('hex')}'`);
    await tamper(`update audit_link set row_hash = ${written}, hash = ${hash} where seq = ${link.seq}`);
  }
}

test('what nobody has touched is whole, sealed or not', async () => {
  expect(await verified()).toMatchObject({ links: 0, hash: null, unsealed: 5, faults: [], anchors: { file: 0 } });
  await seal();
  await act('5');
  const whole = { links: 5, hash: expect.stringMatching(/^[\da-f]{64}$/) as string, unsealed: 1, faults: [] };
  expect(await verified()).toMatchObject(whole);
  await seal();
  await seal();
  expect(await verified()).toMatchObject({ links: 6, unsealed: 0, faults: [] });
});

test('a changed row is named, and so is a changed look', async () => {
  await seal();
  const [, second = 0] = await ids();
  await tamper(
    `update operator_action set input = input || '{"name": "Другая"}' where action_id = ${second}`,
    `update staff_read set operator = 'Никто'`,
  );
  expect(await faults()).toEqual([
    { fault: 'changed', seq: 2, row: rowOf(second) },
    { fault: 'changed', seq: 5, row: rowOf(1, 'look') },
  ]);
});

test('a removed row is named, with its link or without, sealed or not', async () => {
  await seal();
  await act('5');
  const [, second = 0, third = 0, , fifth = 0] = await ids();
  await tamper(
    `delete from operator_action where action_id in (${second}, ${third}, ${fifth})`,
    `delete from audit_link where row_id = ${third} and source = 'action'`,
  );
  expect(await faults()).toEqual([
    { fault: 'removed', seq: 2, row: rowOf(second) },
    { fault: 'missing', seq: 3, row: null },
    { fault: 'removed', seq: null, row: rowOf(fifth) },
  ]);
});

test('an inserted row is named', async () => {
  await seal();
  await tamper(
    `insert into operator_action (begun_at, operator, role, call, input, outcome, ended_at)
     values ('2026-11-01', 'Анна', 'cashier', 'payment post', '{}', 'done', '2026-11-01')`,
  );
  const inserted = (await ids()).at(-1) ?? 0;
  expect(await faults()).toEqual([{ fault: 'inserted', seq: null, row: rowOf(inserted) }]);
});

test('reordered rows are named, by their numbers or by their links', async () => {
  await seal();
  const [first = 0, second = 0, third = 0, fourth = 0] = await ids();
  await tamper(
    'alter table operator_action alter action_id drop identity',
    `update operator_action set action_id = 1000 where action_id = ${first}`,
    `update operator_action set action_id = ${first} where action_id = ${second}`,
    `update operator_action set action_id = ${second} where action_id = 1000`,
    `update audit_link set seq = 1000 where seq = 3`,
    `update audit_link set seq = 3 where seq = 4`,
    `update audit_link set seq = 4 where seq = 1000`,
  );
  expect(await faults()).toEqual([
    { fault: 'changed', seq: 1, row: rowOf(first) },
    { fault: 'changed', seq: 2, row: rowOf(second) },
    { fault: 'reordered', seq: 3, row: rowOf(fourth) },
    { fault: 'reordered', seq: 4, row: rowOf(third) },
    { fault: 'reordered', seq: 5, row: rowOf(1, 'look') },
  ]);
});

test('a chain that was rewritten whole does not fit its anchors: those of the database, or of the file alone', async () => {
  await seal();
  await anchorAudit(portal.world);
  const [, second = 0] = await ids();
  await tamper(`update operator_action set operator = 'Другая' where action_id = ${second}`);
  await forgeChain();
  const found = [{ fault: 'rewritten', seq: 5, row: rowOf(1, 'look') }];
  expect(await faults()).toEqual(found);
  await tamper(`update audit_anchor set hash = (select hash from audit_link where audit_link.seq = audit_anchor.seq)`);
  expect(await verified()).toMatchObject({ faults: found, anchors: { database: 1, file: 1 } });
});

test('a chain that was cut is shorter than its anchor', async () => {
  await seal();
  await anchorAudit(portal.world);
  await tamper(
    'delete from audit_link where seq > 3',
    'delete from staff_read',
    'delete from operator_action where action_id > 3',
  );
  expect(await faults()).toContainEqual({ fault: 'rewritten', seq: 5, row: null });
});

test('an anchor is kept once a day, in the file and in the database', async () => {
  await seal();
  await anchorAudit(portal.world);
  await act('5');
  await seal();
  await anchorAudit(portal.world);
  portal.clock.advance(86_400_000);
  await anchorAudit(portal.world);
  await anchorAudit(portal.world);
  const lines = (await readFile(join(folder, 'anchors'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([5, 6]);
  expect((await portal.pool.query('select seq from audit_anchor')).rowCount).toBe(2);
});

test('a call of several transactions is in the chain before its result, and again with it', async () => {
  await portal.pool.query(
    `insert into operator_action (begun_at, operator, role, call, input, outcome) values (now(), 'А', 'engineer', 'charge run', '{}', 'begun')`,
  );
  await seal();
  await portal.pool.query(
    `update operator_action set outcome = 'done', ended_at = now(), changed = '{}' where outcome = 'begun'`,
  );
  await seal();
  expect(await verified()).toMatchObject({ links: 7, unsealed: 0, faults: [] });
  const id = (await ids()).at(-1) ?? 0;
  await tamper(`update operator_action set role = 'admin' where action_id = ${id}`);
  expect(await faults()).toEqual([
    { fault: 'changed', seq: 6, row: { ...rowOf(id), part: 'begun' } },
    { fault: 'changed', seq: 7, row: rowOf(id) },
  ]);
});

test('of two that seal at once, one seals: no link is there twice and none is left', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, index) => act(String(index + 10))));
  await Promise.all([seal(), seal(), act('100'), seal()]);
  await seal();
  expect(await verified()).toMatchObject({ links: 46, unsealed: 0, faults: [] });
});

test('no trigger lets a link be changed, or sealed twice', async () => {
  await seal();
  for (const change of [
    'update audit_link set seq = seq + 100',
    'update audit_link set row_id = 0',
    'delete from audit_link',
    'truncate audit_link',
    'delete from audit_anchor',
    'delete from staff_read',
  ]) {
    await expect(portal.pool.query(change), change).rejects.toThrow();
  }
});
