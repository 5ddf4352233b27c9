import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { forgetServiceKey } from '#server/domain/services/access/service-key.ts';
import { keyVault } from '#server/integrations/vault/key-vault.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { family, paymentLink, personalKey, security, sipUser } = contract;
const OWNER = 100_001;
const WITH_SIP = 100_005;

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

/** Calls that show a secret once: what they are asked, and the fields of the answer with the secret. */
const OF_SECRETS = [
  ['a personal key', personalKey.create, OWNER, { name: 'Умный дом', scopes: ['balance'] }, ['key']],
  ['an address of the calendar', personalKey.createCalendar, OWNER, { name: 'Телефон' }, ['calendar_url']],
  ['an invitation', family.invite, OWNER, { role: 'payer' }, ['code', 'url']],
  ['a link to pay', paymentLink.make, OWNER, { p: 'i', amount: '100.00', words: 'За интернет' }, ['url']],
  ['a password of a SIP line', sipUser.newPassword, WITH_SIP, {}, ['password', 'setup_url']],
  ['a key of the second step', security.beginSecondStep, OWNER, undefined, ['key', 'url']],
] as const;

async function askSecret(portal: TestPortal, call: Call, who: number, body: object | undefined) {
  const [line] = (await portal.send(contract.user.list, { query: { user_type: 'sip' } }, who)).body;
  const asked = call === sipUser.newPassword ? { user_id: line?.user_id } : body;
  return () => portal.send(call, { body: asked }, who, withKeyOf('one'));
}

test.each(OF_SECRETS)('%s asked for again by the same key is the first one, and is kept sealed', async (...of) => {
  const [, call, who, body, secrets] = of;
  const portal = await testPortal();
  const ask = await askSecret(portal, call, who, body);
  const first = await ask();
  portal.clock.advance(5_000);
  expect([first.status, await ask()]).toMatchObject([
    200,
    { status: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } },
  ]);
  const { rows } = await portal.pool.query('select k::text, encode(sealed_reply, $1) from idempotency_key k', [
    'escape',
  ]);
  for (const name of secrets) {
    const secret: unknown = (first.body as Record<string, unknown>)[name];
    expect(secret).toMatch(/.{8}/u);
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});

test('a secret is shown again only to who has just confirmed', async () => {
  const portal = await testPortal();
  const ask = await askSecret(portal, personalKey.create, OWNER, { name: 'Умный дом', scopes: ['balance'] });
  await ask();
  portal.clock.advance(6 * 60_000);
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
  expect((await portal.send(personalKey.list, {}, OWNER)).body).toHaveLength(1);
});

test('what was sealed by a lost key is forgotten: the repeated request is carried out anew', async () => {
  const portal = await testPortal();
  const ask = await askSecret(portal, family.invite, OWNER, { role: 'payer' });
  const first = await ask();
  await portal.world.db.write(forgetServiceKey);
  const again = await ask();
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, undefined]);
  expect(again.body).not.toEqual(first.body);
});

test('an invitation to a contact asked for again by the same key is one invitation', async () => {
  const portal = await testPortal();
  const body = { kind: 'phone', address: '79270000888', role: 'payer', label: 'Сергей' } as const;
  const ask = () => portal.send(family.inviteContact, { body }, OWNER, withKeyOf('one'));
  const first = await ask();
  expect([first.status, await ask()]).toMatchObject([200, { status: 200, body: first.body }]);
});
