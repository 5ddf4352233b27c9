import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { operatorContract } from '@kabinet/contract/staff';
import type { Database, Tx } from '#server/db/database.ts';
import { once, onceAround, writtenJson } from '#server/kernel/call/idempotency.ts';
import { Problem } from '#server/kernel/call/problem.ts';

const TX = {} as Tx;
const DB = {
  write: (work: (tx: Tx) => unknown) => work(TX),
  read: (work: (tx: Tx) => unknown) => work(TX),
} as Database;

let taken: Map<string, { request_hash: Buffer; reply: unknown; sealed_reply: Buffer | null }>;
let headers: string[];
beforeEach(() => {
  taken = new Map();
  headers = [];
});

const keys = {
  owner: 'person 3',
  take: (_: Tx, key: string, hash: Buffer) => {
    const isNew = !taken.has(key);
    if (isNew) taken.set(key, { request_hash: hash, reply: null, sealed_reply: null });
    return Promise.resolve(isNew);
  },
  keep: (_: Tx, key: string, reply: unknown) => Promise.resolve(void Object.assign(taken.get(key)!, { reply })),
  kept: (_: Tx, key: string) => Promise.resolve(taken.get(key)!),
  giveBack: (_: Tx, key: string) => Promise.resolve(void taken.delete(key)),
};
const never = (): never => {
  throw new Error('Nothing is sealed');
};
const asking = (call: Call, id = 1, key = 'one') => ({
  ...{ keys, key, call, raw: { body: { id } }, now: new Date() },
  reply: { header: (name: string) => void headers.push(name) } as never,
  vault: { markOf: (request: string) => Buffer.from(request), seal: never, open: never },
});
const CHANGE = contract.notice.readMessage;
const OF_STAFF = operatorContract.staff.unblock;
const WITH_SECRET = operatorContract.staff.add;
const SECRET = { code: 'x', link: 'x' };

const ways = [
  ['in one transaction', (...[asked, work]: Parameters<typeof run>) => once(TX, asked, work)],
  ['in several', (...[asked, work]: Parameters<typeof run>) => onceAround(DB, asked, work)],
] as const;
declare function run(asked: ReturnType<typeof asking>, work: () => Promise<unknown>): Promise<unknown>;

test.each(ways)('%s a request is carried out once; another one by its key is refused', async (_, around) => {
  let times = 0;
  const work = () => Promise.resolve({ times: (times += 1) });
  expect(await around(asking(CHANGE), work)).toEqual({ times: 1 });
  expect(headers).toEqual([]);
  expect(await around(asking(CHANGE), work)).toEqual({ times: 1 });
  expect(headers).toEqual(['idempotency-replayed']);
  await expect(around(asking(CHANGE, 2), work)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  // Of a mark that is lost only the reply is known.
  taken.get('one')!.request_hash = Buffer.alloc(0);
  expect(await around(asking(CHANGE, 2), work)).toEqual({ times: 1 });
  taken.get('one')!.request_hash = Buffer.from('x');
  await expect(around(asking(CHANGE, 2), work)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
});

test.each(ways)('%s a secret is not kept, so a repeat of the staff has no reply', async (_, around) => {
  const work = () => Promise.resolve(SECRET);
  expect(await around(asking(WITH_SECRET), work)).toEqual(SECRET);
  expect(taken.get('one')?.reply).toBeNull();
  await expect(around(asking(WITH_SECRET), work)).rejects.toMatchObject({ code: 'repeated_without_reply' });
  await around(asking(OF_STAFF, 1, 'two'), () => Promise.resolve({ login: 'a', roles: [] }));
  expect(await around(asking(OF_STAFF, 1, 'two'), work)).toEqual({ login: 'a', roles: [] });
  // Of a subscriber nothing may be the reply.
  await around(asking(CHANGE, 1, 'three'), () => Promise.resolve(null));
  expect(await around(asking(CHANGE, 1, 'three'), work)).toBeNull();
});

test('of several transactions a refusal gives the key back, and an end that nobody knows does not', async () => {
  const refused = () => Promise.reject(new Problem('not_found'));
  await expect(onceAround(DB, asking(CHANGE), refused)).rejects.toThrow();
  expect(taken.has('one')).toBe(false);
  const broken = () => Promise.reject(new Error('the connection is gone'));
  await expect(onceAround(DB, asking(CHANGE), broken)).rejects.toThrow('the connection is gone');
  expect(taken.has('one')).toBe(true);
});

test.each(ways)('%s a key has from 1 to 255 characters', async (_, around) => {
  const done = () => Promise.resolve('done');
  for (const key of ['', 'k'.repeat(256)]) {
    const errors = [{ path: 'header.idempotency-key', message: 'Ключ повтора: от 1 до 255 знаков' }];
    await expect(around(asking(CHANGE, 1, key), done)).rejects.toMatchObject({ code: 'bad_input', detail: { errors } });
  }
  for (const key of ['k', 'k'.repeat(255)]) expect(await around(asking(CHANGE, 1, key), done)).toBe('done');
});

test('what cannot be written down is unreadable', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(() => writtenJson(deep)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  expect(() => writtenJson(1n)).toThrow(TypeError);
});
