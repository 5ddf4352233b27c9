import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { Authenticator } from '../../../../test/portal/authenticator.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

// What two changes of the ways in at the same moment leave, and what is written down of each.

const WHO = 100_001;
const OTHER = 100_002;

let portal: TestPortal;
let meeting: AtOnce;
beforeEach(async () => {
  meeting = new AtOnce();
  portal = await testPortal({ throughDatabase: meeting.throughDatabase });
});

const begin = async (who = WHO) => (await portal.send(contract.security.beginPasskey, {}, who)).body;
const put = (passkey: ReturnType<Authenticator['make']>, who = WHO) =>
  portal.send(contract.security.addPasskey, { body: { passkey } }, who);
async function added(who = WHO): Promise<Authenticator> {
  const passkey = new Authenticator();
  expect((await put(passkey.make(await begin(who)), who)).status).toBe(200);
  return passkey;
}
const list = async (who = WHO) => (await portal.send(contract.security.get, {}, who)).body.passkeys;
const rename = (passkey: Authenticator, name: string, who = WHO) =>
  portal.send(contract.security.renamePasskey, { body: { passkey_id: passkey.id, name } }, who);
const remove = (passkey: Authenticator) =>
  portal.send(contract.security.removePasskey, { body: { passkey_id: passkey.id } }, WHO);
const removePassword = () => portal.send(contract.security.removePassword, {}, WHO);

test('a passkey is not removed while the password is: two must stay without it', async () => {
  const [first] = [await added(), await added()];
  const [, late] = await meeting.both(portal, removePassword, () => remove(first));
  expect(late.body).toMatchObject({ code: 'last_way_in' });
  expect(await list()).toHaveLength(2);
});

test('of two that are added when there is place for one, one is', async () => {
  await added();
  await portal.pool.query(
    `insert into passkey (credential_id, contract_id, public_key, counter, transports, name, is_synced, added_at)
     select credential_id || n, contract_id, public_key, counter, transports, name, is_synced, added_at
     from passkey, generate_series(1, 8) n`,
  );
  const [one, other] = [new Authenticator().make(await begin()), new Authenticator().make(await begin())];
  const [, late] = await meeting.both(
    portal,
    () => put(one),
    () => put(other),
  );
  expect(late.body).toMatchObject({ code: 'passkeys_too_many' });
  expect(await list()).toHaveLength(10);
});

test('a name is given to one’s own passkey alone', async () => {
  const [first, second, foreign] = [await added(), await added(), await added(OTHER)];
  expect((await rename(first, 'Ноутбук')).status).toBe(200);
  expect((await rename(foreign, 'Чужой')).status).toBe(404);
  const names = Object.fromEntries((await list()).map((one) => [one.passkey_id, one.name]));
  expect(names[first.id]).toBe('Ноутбук');
  expect(names[second.id]).not.toBe('Ноутбук');
  expect((await list(OTHER)).map(({ name }) => name)).not.toContain('Чужой');
});

test('each change of the ways in is written down with its name', async () => {
  const passkeys = [await added(), await added(), await added()];
  await rename(passkeys[0]!, 'Ноутбук');
  await remove(passkeys[0]!);
  await removePassword();
  const { rows } = await portal.pool.query<{ kind: string; name: string }>(
    `select kind, detail ->> 'name' as name from audit_event
     where contract_id = $1 and kind in ('passkey_added', 'passkey_removed', 'password_removed') order by event_id`,
    [WHO],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    ...passkeys.map(() => 'passkey_added'),
    'passkey_removed',
    'password_removed',
  ]);
  expect(rows[3]).toMatchObject({ name: 'Ноутбук' });
});
