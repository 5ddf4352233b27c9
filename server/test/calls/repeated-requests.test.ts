import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { forgetServiceKey } from '#server/domain/services/access/service-key.ts';
import { keyVault } from '#server/integrations/vault/key-vault.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const UPGRADE = new URL('../../migrations/0033_marks_of_requests.sql', import.meta.url);
const withKeyOf = (key: string) => ({ 'idempotency-key': key });

/** Reads the first or the second message to a demo client. */
async function read(portal: TestPortal, which = 0, key = 'one') {
  const { rows } = await portal.pool.query<{ id: number }>(
    `select message_id as id from message where contract_id = 100002 or town_id is not null order by 1 limit 2`,
  );
  const body = { id: Number(rows[which]?.id) };
  return portal.send(contract.notice.readMessage, { body }, 100002, withKeyOf(key));
}

async function kept({ pool }: TestPortal): Promise<Buffer> {
  const { rows } = await pool.query<{ request_hash: Buffer }>('select request_hash from idempotency_key');
  return rows[0]!.request_hash;
}

const withKey = (byte: string) =>
  testPortal({ throughOutside: (outside) => ({ ...outside, vault: keyVault(byte.repeat(32)) }) });

test("the stored mark of a request depends on the server's key, not only on data in the database", async () => {
  const [one, same, other] = [await withKey('a1'), await withKey('a1'), await withKey('b2')];
  for (const portal of [one, same, other]) expect((await read(portal)).status).toBe(200);
  const mark = await kept(one);
  expect(mark).toHaveLength(32);
  expect(await kept(same)).toEqual(mark);
  expect(await kept(other)).not.toEqual(mark);
});

test.each([
  ['before the upgrade', async ({ pool }: TestPortal) => pool.query(await readFile(UPGRADE, 'utf8'))],
  ['after the service key was lost', async ({ world }: TestPortal) => world.db.write(forgetServiceKey)],
])('a request repeated %s gets its first reply, and is not carried out again', async (_, happen) => {
  const portal = await testPortal();
  const first = await read(portal);
  // As the previous version stored it.
  await portal.pool.query('update idempotency_key set request_hash = $1', [createHash('sha256').update('…').digest()]);
  await happen(portal);
  const again = await read(portal);
  expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } });
});

test('refuses another request with the same key', async () => {
  const portal = await testPortal();
  await read(portal);
  expect(await read(portal, 1)).toMatchObject({ status: 422 });
});

test('a key is of 255 characters at most', async () => {
  const portal = await testPortal();
  expect((await read(portal, 0, 'k'.repeat(255))).status).toBe(200);
  expect(await read(portal, 0, 'k'.repeat(256))).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'header.idempotency-key' }] },
  });
});
