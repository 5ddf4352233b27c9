import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Outside } from '#server/integrations/port.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const [OWNER, OTHER, THIRD] = [100_002, 100_003, 100_004];
const [PHONE, MAIL, STRANGE, THIEF] = ['79990001122', 'owner@portal.example', '79997776655', 'thief@portal.example'];
const MINUTE = 60_000;
const DAY = 86_400_000;

let portal: TestPortal;
let heard: { to: string; text: string }[];

const listening = (outside: Outside): Outside => {
  heard = [];
  const send = (one: { to: string; text: string }) => Promise.resolve(void heard.push(one));
  return { ...outside, mail: { send }, sms: { send } };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening });
  for (const table of ['personal_key', 'passkey', 'contact', 'further_contact']) {
    await portal.pool.query(`delete from ${table} where contract_id = any($1)`, [[OWNER, OTHER, THIRD]]);
  }
  await portal.pool.query('delete from share_invitation');
  await portal.pool.query('delete from contract_share');
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, 'phone', $2, 'active'), ($1, 'email', $3, 'active')`,
    [OWNER, PHONE, MAIL],
  );
});

const listed = async (who = OWNER) => (await portal.send(contract.security.access, {}, who)).body.items;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const kinds = async (who = OWNER) => (await listed(who)).map(({ item }) => item.kind);
const remove = (items: object[], who: number | undefined = OWNER, headers = {}) =>
  portal.send(contract.security.removeAccess, { body: { items } as never }, who, headers);

const addPasskey = (id: string, who = OWNER) =>
  portal.pool.query(
    `with owner as (insert into passkey_owner (contract_id, handle) values ($1, $3) on conflict do nothing)
     insert into passkey (credential_id, contract_id, public_key, counter, transports, name, is_synced, added_at)
     values ($2, $1, '\\x00', 0, '{}', 'Чужой телефон', false, $4)`,
    [who, id, `handle-${who}`, portal.clock.now()],
  );

async function codeTo(to: string): Promise<string> {
  await portal.work();
  return (
    heard
      .filter((one) => one.to === to)
      .flatMap(({ text }) => /^\d{6}(?= — код)/.exec(text) ?? [])
      .at(-1) ?? 'none'
  );
}

/** Everything that somebody at an open and confirmed cabinet may add. */
async function intrude(): Promise<void> {
  await addPasskey('c3RyYW5nZXI');
  await portal.send(contract.personalKey.create, { body: { name: 'Слежка', scopes: ['balance'] } }, OWNER);
  const { body } = await portal.send(contract.family.invite, { body: { role: 'full' } }, OWNER);
  await portal.send(contract.family.accept, { body: { code: body.code } }, OTHER);
  await portal.send(contract.family.invite, { body: { role: 'payer' } }, OWNER);
  const added = { kind: 'phone', address: STRANGE, role: 'owner', name: '' } as never;
  const { body: known } = await portal.send(contract.notice.addContact, { body: added }, OWNER);
  const contact_id = known.contacts.find(({ address }) => address === STRANGE)!.contact_id;
  await portal.send(contract.notice.activateContact, { body: { contact_id, code: await codeTo(STRANGE) } }, OWNER);
  await portal.send(contract.notice.setEmail, { body: { email: THIEF } }, OWNER);
  await portal.send(contract.notice.activateEmail, { body: { code: await codeTo(THIEF) } }, OWNER);
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, label, state, confirmed_at) values ($1, 'max', '7', '@thief', 'active', $2)`,
    [OWNER, portal.clock.now()],
  );
  portal.clock.advance(120_000);
}

/** A recovery by the owner's phone; its reply. */
async function recover() {
  const begun = await portal.send(contract.recovery.begin, { body: { login: String(OWNER), by: 'phone' } }, undefined);
  const body = { recovery: begun.body.recovery, code: await codeTo(PHONE), new_password: 'два верблюда' };
  return portal.send(contract.recovery.finish, { body }, undefined);
}

describe('what beside the password opens a contract', () => {
  test('all that somebody at an open cabinet has added is shown after a recovery, and goes at one tap', async () => {
    await intrude();
    const { status, body } = await recover();
    expect([status, body.new_access]).toEqual([200, 7]);
    const own = bearer(body.access_token);
    const { items } = (await portal.send(contract.security.access, {}, undefined, own)).body;
    // A chat has the name that its owner has there, not its number.
    expect(items.find(({ item }) => item.kind === 'max')?.name).toBe('@thief');
    const fresh = items.filter(({ is_new, is_proven }) => is_new && !is_proven);
    expect(fresh.map(({ item }) => item.kind).toSorted()).toEqual([
      'email',
      'further_contact',
      'invitation',
      'max',
      'passkey',
      'personal_key',
      'share',
    ]);
    // The phone that the code came to is the owner's, and old besides.
    expect(items.find(({ item }) => item.kind === 'phone')).toMatchObject({
      name: PHONE,
      is_proven: true,
      is_new: false,
    });
    heard.length = 0;
    const reply = await remove(
      fresh.map(({ item }) => item),
      undefined,
      own,
    );
    expect(reply.body).toEqual({ removed: 7, kept: [] });
    const left = (await portal.send(contract.security.access, {}, undefined, own)).body.items;
    expect(left.map(({ item }) => item.kind)).toEqual(['phone']);
    await portal.work();
    const toThief = heard.filter(({ to }) => to === THIEF || to === STRANGE).map(({ text }) => text);
    expect(toThief.every((text) => !/ключ|договор открыт/i.test(text))).toBe(true);
    // A day later the stranger's mail sets no password either.
    portal.clock.advance(DAY + 60_000);
    heard.length = 0;
    for (const login of [THIEF, STRANGE, String(OWNER)]) {
      await portal.send(contract.recovery.begin, { body: { login, by: 'email' } }, undefined);
    }
    await portal.work();
    expect(heard.filter(({ to }) => to === THIEF || to === STRANGE)).toEqual([]);
  });

  test('removed twice, it is removed once; thirty days later nothing of it is new', async () => {
    await intrude();
    const [key] = (await listed()).filter(({ item }) => item.kind === 'personal_key');
    expect((await remove([key!.item])).body).toEqual({ removed: 1, kept: [] });
    expect((await remove([key!.item])).body).toEqual({ removed: 0, kept: [] });
    portal.clock.advance(29 * DAY);
    expect((await listed()).some(({ is_new }) => is_new)).toBe(true);
    portal.clock.advance(DAY + 60_000);
    expect((await listed()).filter(({ is_new }) => is_new)).toEqual([]);
    expect((await recover()).body.new_access).toBe(0);
  });

  test('the newest stands first, what was always there last; it is new for thirty days to the second', async () => {
    await addPasskey('b2xkZXI');
    portal.clock.advance(60_000);
    await portal.send(contract.personalKey.create, { body: { name: 'Виджет', scopes: ['balance'] } }, OWNER);
    expect(await kinds()).toEqual(['personal_key', 'passkey', 'email', 'phone']);
    expect((await listed()).map(({ is_calendar }) => is_calendar)).toEqual([false, false, false, false]);
    portal.clock.advance(30 * DAY - 60_000);
    expect((await listed()).map(({ is_new }) => is_new)).toEqual([true, true, false, false]);
    portal.clock.advance(1000);
    expect((await listed()).map(({ is_new }) => is_new)).toEqual([true, false, false, false]);
  });

  test('removed by two sessions at once, each of it is counted once', async () => {
    await intrude();
    const items = (await listed()).map(({ item }) => item).filter(({ kind }) => kind !== 'phone');
    const both = await Promise.all([remove(items), remove(items.toReversed())]);
    expect(both.map(({ body }) => body.removed).toSorted()).toEqual([0, items.length]);
    expect(await kinds()).toEqual(['phone']);
    await portal.send(contract.family.invite, { body: { role: 'payer' } }, OWNER);
    const [invitation] = (await listed()).filter(({ item }) => item.kind === 'invitation');
    const often = await Promise.all(Array.from({ length: 6 }, () => remove([invitation!.item])));
    expect(often.reduce((sum, { body }) => sum + body.removed, 0)).toBe(1);
  });

  test('of another contract nothing is removed, and nothing tells that it is there', async () => {
    await intrude();
    const items = (await listed())
      .map(({ item }) => item)
      .filter(({ kind }) => !['email', 'max', 'phone'].includes(kind));
    const { status, body } = await remove(items, THIRD);
    expect([status, body]).toEqual([200, { removed: 0, kept: [] }]);
    const nobodys = { kind: 'personal_key', personal_key_id: '00000000-0000-7000-8000-000000000000' };
    expect((await remove([nobodys], THIRD)).body).toEqual({ removed: 0, kept: [] });
    expect(await kinds()).toHaveLength(8);
  });

  test('what must stay keeps nothing else, and why it stays is said', async () => {
    await portal.pool.query(`delete from contact where contract_id = $1 and kind = 'email'`, [OWNER]);
    await addPasskey('b3du');
    const items = await listed();
    expect(items.find(({ item }) => item.kind === 'phone')?.why_kept).toContain('Других контактов');
    const { body } = await remove([{ kind: 'passkey', passkey_id: 'b3du' }, { kind: 'phone' }]);
    const kept = ['Без телефона и почты пароль не восстановить. Сначала добавьте другой контакт'];
    expect(body).toEqual({ removed: 1, kept });
    expect(await kinds()).toEqual(['phone']);
    const refused = await remove([{ kind: 'phone' }]);
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([409, 'last_way_in']);
  });

  test('of two new first contacts and three passkeys without a password the oldest stay', async () => {
    await intrude();
    await portal.pool.query(`update contact set confirmed_at = $2 where contract_id = $1 and kind = 'phone'`, [
      OWNER,
      new Date(portal.clock.now().getTime() - 60 * MINUTE),
    ]);
    for (const id of ['b25l', 'dHdv', 'dGhyZWU']) {
      portal.clock.advance(1000);
      await addPasskey(id);
    }
    await portal.pool.query('delete from credential where contract_id = $1', [OWNER]);
    const fresh = (await listed()).filter(({ is_new }) => is_new);
    expect(fresh.every(({ why_kept }) => why_kept === null)).toBe(true);
    const { body } = await remove(fresh.map(({ item }) => item));
    expect(body).toEqual({
      removed: fresh.length - 3,
      kept: [
        expect.stringMatching(/^Без телефона и почты/) as string,
        expect.stringMatching(/^Без пароля нужны два ключа/) as string,
      ],
    });
    expect(await kinds()).toEqual(['passkey', 'passkey', 'phone']);
    expect((await listed()).every(({ why_kept }) => why_kept !== null)).toBe(true);
  });

  test('the only first contact stays, whatever chats and further contacts there are; of two either may go', async () => {
    await intrude();
    const kept = async () => (await listed()).filter(({ why_kept }) => why_kept !== null).map(({ item }) => item.kind);
    expect(await kept()).toEqual([]);
    await portal.work();
    heard.length = 0;
    await remove([{ kind: 'email' }]);
    await portal.work();
    expect(heard.map(({ to }) => to)).toEqual(expect.arrayContaining([PHONE, THIEF]));
    expect(heard.find(({ to }) => to === PHONE)?.text).toContain('Почта удалена');
    expect(await kept()).toEqual(['phone']);
    expect(await kinds()).toEqual(expect.arrayContaining(['max', 'further_contact']));
  });

  test('none of the last two passkeys goes while there is no password', async () => {
    await addPasskey('b25l');
    await addPasskey('dHdv');
    await portal.pool.query('delete from credential where contract_id = $1', [OWNER]);
    const passkeys = (await listed()).filter(({ item }) => item.kind === 'passkey');
    expect(passkeys.map(({ why_kept }) => why_kept)).toEqual(passkeys.map(() => 'Без пароля нужны два ключа'));
    expect((await remove([passkeys[0]!.item])).status).toBe(409);
  });

  test('only who has confirmed that it is he removes it', async () => {
    await addPasskey('b3du');
    const own = bearer(await portal.tokenOf(OWNER));
    portal.clock.advance(6 * 60_000);
    const { status } = await remove([{ kind: 'passkey', passkey_id: 'b3du' }], undefined, own);
    expect([status, await kinds()]).toEqual([403, ['passkey', 'email', 'phone']]);
  });
});
