import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import {
  credentialOf,
  deletePassword,
  insertPassword,
  isStillPassword,
  loginOwnerOf,
  putOneTimePassword,
  putPassword,
  rehash,
} from './credential.queries.ts';
import { readLogin } from './login.rules.ts';

const [ONE, OTHER] = [200_001, 200_002];

async function twoContracts() {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { contractId: ONE });
  await addClient(portal.world, { contractId: OTHER });
  return { db: portal.world.db, now: portal.clock.now() };
}

test('a password that has changed since it was read is neither taken for right nor made anew, and no other is', async () => {
  const { db, now } = await twoContracts();
  await db.write(async (tx) => {
    for (const who of [ONE, OTHER]) await putPassword(tx, who, { hash: 'old', changeBy: null, now });
    const read = (await credentialOf(tx, ONE))!;
    expect(await isStillPassword(tx, read)).toBe(true);
    await rehash(tx, read, 'old, made anew');
    expect((await credentialOf(tx, OTHER))?.password_hash).toBe('old');
    const later = new Date(now.getTime() + 1000);
    await putPassword(tx, ONE, { hash: 'new', changeBy: null, now: later });
    expect(await isStillPassword(tx, read)).toBe(false);
    await rehash(tx, read, 'old, made anew');
    expect((await credentialOf(tx, ONE))?.password_hash).toBe('new');
    const oneTime = { hash: 'one-time', changeBy: later, now };
    expect(await putOneTimePassword(tx, ONE, { ...oneTime, was: 'old' })).toBe(false);
    expect(await putOneTimePassword(tx, ONE, { ...oneTime, was: 'new' })).toBe(true);
  });
});

test('a first password is set where there is none, and is deleted once', async () => {
  const { db, now } = await twoContracts();
  await db.write(async (tx) => {
    expect([await insertPassword(tx, ONE, 'a', now), await insertPassword(tx, ONE, 'b', now)]).toEqual([true, false]);
    expect((await credentialOf(tx, ONE))?.password_hash).toBe('a');
    expect([await deletePassword(tx, ONE), await deletePassword(tx, ONE)]).toEqual([true, false]);
  });
});

test('a further contact is a login if it is an owner’s and confirmed', async () => {
  const { db, now } = await twoContracts();
  await db.write(async (tx) => {
    await putPassword(tx, ONE, { hash: 'a', changeBy: null, now });
    await tx.run(sql`
      insert into further_contact (contract_id, kind, address, role, name, added_at, confirmed_at) values
        (${ONE}, 'email', 'owner@mail.example', 'owner', 'Анна', ${now}, ${now}),
        (${ONE}, 'email', 'waits@mail.example', 'owner', 'Анна', ${now}, null),
        (${ONE}, 'email', 'payer@mail.example', 'payer', 'Пётр', ${now}, ${now}),
        (${ONE}, 'phone', '79270000001', 'owner', 'Анна', ${now}, ${now}),
        (${ONE}, 'phone', '79270000002', 'owner', 'Анна', ${now}, null),
        (${ONE}, 'phone', '79270000003', 'payer', 'Пётр', ${now}, ${now})`);
    const owner = async (login: string) => (await loginOwnerOf(tx, readLogin(login), undefined, now)).contract_id;
    expect(await owner('owner@mail.example')).toBe(ONE);
    expect(await owner('79270000001')).toBe(ONE);
    for (const nobody of ['waits@mail.example', 'payer@mail.example', 'none@mail.example'])
      expect(await owner(nobody)).toBe(null);
    for (const nobody of ['79270000002', '79270000003', '79270000004']) expect(await owner(nobody)).toBe(null);
  });
});
