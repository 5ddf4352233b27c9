import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { staffContract } from '@kabinet/contract/staff';
import { MOST_PASSKEYS } from '#server/domain/identity/passkeys/ceremony.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { Authenticator } from '../portal/authenticator.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, sessionIn, staffToken } from '../portal/staff.ts';

const { entry, own, ownPasskeys, staff, me } = staffContract;
const PASSWORD = 'korabl-u-pristani';
const MINUTE = 60_000;

type Session = Record<string, string>;
let portal: TestPortal;
let olga: Session;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  olga = await as('support');
});

const as = async (...roles: OperatorRole[]): Promise<Session> => cookieOf(await staffToken(portal, ...roles));
const question = async () => (await sendStaff(portal, entry.askPasskey, {})).body;

async function addPasskey(session = olga, key = new Authenticator()) {
  const { body: wanted } = await sendStaff(portal, ownPasskeys.wanted, {}, session);
  const added = await sendStaff(portal, ownPasskeys.add, { body: { passkey: key.make(wanted) } }, session);
  expect(added.status).toBe(200);
  return key;
}

const signIn = async (key: Authenticator, faults?: Parameters<Authenticator['sign']>[1]) =>
  sendStaff(portal, entry.signInByPasskey, { body: { passkey: key.sign(await question(), faults) } });
const loginOf = async (session: Session) => (await sendStaff(portal, me.get, {}, session)).body.login;
const trail = async () =>
  (
    await portal.pool.query<{ call: string; outcome: string; problem: string | null; by: string | null }>(
      `select call, outcome, problem, input ->> 'by' as by from operator_action order by action_id`,
    )
  ).rows;

describe('a passkey of the staff', () => {
  test('signs in without login, password and code, and is told in the trail', async () => {
    const key = await addPasskey();
    const entered = await signIn(key);
    const session = cookieOf(sessionIn(entered.headers));
    expect(await loginOf(session)).toBe(await loginOf(olga));
    expect((await sendStaff(portal, me.get, {}, session)).body.session).toMatchObject({ passkeys: 1 });
    expect(await trail()).toMatchObject([
      { call: 'me passkey-add', outcome: 'done' },
      { call: 'sign-in', outcome: 'done', by: 'passkey' },
    ]);
    const { body } = await sendStaff(portal, ownPasskeys.list, {}, session);
    expect(body).toMatchObject([{ used_at: '2026-11-20T10:05:00.000Z' }]);
  });

  test('signs once, for this address, with its owner verified; a copy is refused and noted', async () => {
    const key = await addPasskey();
    const passkey = key.sign(await question());
    expect((await sendStaff(portal, entry.signInByPasskey, { body: { passkey } })).status).toBe(200);
    expect((await sendStaff(portal, entry.signInByPasskey, { body: { passkey } })).body.code).toBe('passkey_refused');
    for (const faults of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnverified: true }])
      expect((await signIn(key, faults)).body.code, JSON.stringify(faults)).toBe('passkey_refused');
    key.counter = 0;
    expect((await signIn(key)).body.code).toBe('passkey_refused');
    expect((await trail()).at(-1)).toMatchObject({ call: 'sign-in', outcome: 'refused', problem: 'passkey_refused' });
  });

  test('is refused after its removal, a block, ten minutes, or in the place of a subscriber’s', async () => {
    const key = await addPasskey();
    const late = key.sign(await question());
    portal.clock.advance(10 * MINUTE);
    expect((await sendStaff(portal, entry.signInByPasskey, { body: { passkey: late } })).body.code).toBe(
      'passkey_refused',
    );
    const asked = await portal.inject({ method: 'POST', url: '/api/v2/auth/passkey-question', payload: {} });
    const ofSubscriber = key.sign(asked.json<Awaited<ReturnType<typeof question>>>());
    const swapped = await sendStaff(portal, entry.signInByPasskey, { body: { passkey: ofSubscriber } });
    expect(swapped.body.code).toBe('passkey_refused');
    await portal.pool.query('update staff_person set blocked_at = now()');
    expect((await signIn(key)).body.code).toBe('login_refused');
  });

  test('counts with wrong passwords of its network', async () => {
    const key = await addPasskey();
    let code: string | undefined;
    for (let i = 0; i < 200 && code !== 'too_many_requests'; i++)
      code = (await signIn(key, { isUnverified: true })).body.code;
    expect(code).toBe('too_many_requests');
  });

  test('is the second step after the password, and confirms; another person’s does neither', async () => {
    const key = await addPasskey();
    const stranger = await addPasskey(await as('cashier'));
    const login = (await loginOf(olga)) ?? '';
    await portal.pool.query('update staff_person set password_hash = $1, totp_secret = null', [
      await hashPassword(PASSWORD),
    ]);
    const enter = async (by: Authenticator) =>
      sendStaff(portal, entry.signIn, { body: { login, password: PASSWORD, passkey: by.sign(await question()) } });
    expect((await enter(stranger)).body.code).toBe('passkey_refused');
    expect((await enter(key)).body.login).toBe(login);
    const bare = await sendStaff(portal, entry.signIn, { body: { login, password: PASSWORD } });
    expect(bare.body.code).toBe('second_step_needed');
    // Who has no app has no code.
    const typed = { login, password: PASSWORD, code: '123456' };
    expect((await sendStaff(portal, entry.signIn, { body: typed })).body.code).toBe('second_step_refused');
    const confirm = async (by: Authenticator) =>
      (await sendStaff(portal, own.confirm, { body: { passkey: by.sign(await question()) } }, olga)).body.code;
    expect([await confirm(stranger), await confirm(key)]).toEqual(['passkey_refused', undefined]);
    const renew = { body: { password: PASSWORD, passkey: key.sign(await question()) } };
    expect((await sendStaff(portal, own.renewSpareCodes, renew, olga)).body.spare_codes).toHaveLength(10);
  });

  test('is added and removed after a proof only, in the session that was asked, and renamed', async () => {
    const { body: wanted } = await sendStaff(portal, ownPasskeys.wanted, {}, olga);
    const passkey = new Authenticator().make(wanted);
    const add = (session: Session) => sendStaff(portal, ownPasskeys.add, { body: { passkey } }, session);
    expect((await add(await as('support'))).body.code).toBe('passkey_refused');
    const { body: made } = await add(olga);
    const { passkey_id: id } = made;
    const renamed = await sendStaff(portal, ownPasskeys.rename, { body: { passkey_id: id, name: 'Телефон' } }, olga);
    expect(renamed.body.name).toBe('Телефон');
    const other = await as('cashier');
    const body = { passkey_id: id, name: 'Чужой' };
    expect((await sendStaff(portal, ownPasskeys.rename, { body }, other)).status).toBe(404);
    expect((await sendStaff(portal, ownPasskeys.remove, { body: { passkey_id: id } }, other)).status).toBe(404);
    portal.clock.advance(5 * MINUTE);
    const remove = () => sendStaff(portal, ownPasskeys.remove, { body: { passkey_id: id } }, olga);
    expect((await remove()).body.code).toBe('confirmation_required');
    expect((await add(olga)).body.code).toBe('confirmation_required');
  });

  test('is made once, within ten minutes, in one place, and is one of so many', async () => {
    const key = new Authenticator();
    const { body: wanted } = await sendStaff(portal, ownPasskeys.wanted, {}, olga);
    expect([wanted.lives_for, (await question()).lives_for]).toEqual([600, 600]);
    const add = async (passkey: ReturnType<Authenticator['make']>, session = olga) =>
      (await sendStaff(portal, ownPasskeys.add, { body: { passkey } }, session)).body as { code?: string };
    const passkey = key.make(wanted);
    expect((await add(passkey)).code).toBeUndefined();
    expect((await add(passkey)).code).toBe('passkey_refused');
    const another = async (session = olga) => (await sendStaff(portal, ownPasskeys.wanted, {}, session)).body;
    const other = await as('cashier');
    expect((await add(key.make(await another(other)), other)).code).toBe('passkey_known');
    await portal.pool.query(
      `insert into staff_passkey (credential_id, person_id, public_key, counter, transports, name, is_synced, added_at)
       select 'n' || n, person_id, '', 0, '{}', 'Ключ', false, added_at from staff_passkey, generate_series(2, $1::int) n`,
      [MOST_PASSKEYS],
    );
    expect((await add(new Authenticator().make(await another()))).code).toBe('passkeys_too_many');
  });

  test('stays, if it is the last second step; of two removed at once one stays', async () => {
    const [one, two] = [await addPasskey(), await addPasskey()];
    await portal.pool.query('update staff_person set totp_secret = null');
    const remove = (key: Authenticator) =>
      sendStaff(portal, ownPasskeys.remove, { body: { passkey_id: key.id } }, olga);
    const both = await Promise.all([remove(one), remove(two)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('an invitation', () => {
  const accept = async (code: string, key: Authenticator) => {
    const opened = await sendStaff(portal, entry.openInvitation, { body: { code } });
    const body = { code, password: PASSWORD, passkey: key.make(opened.body.passkey) };
    return sendStaff(portal, entry.acceptInvitation, { body });
  };

  test('is accepted by a passkey instead of an app; the former ones work no more', async () => {
    const admin = await as('admin');
    const { body: invited } = await sendStaff(
      portal,
      staff.add,
      { body: { login: 'vera', roles: ['support'] } },
      admin,
    );
    const first = new Authenticator();
    const accepted = await accept(invited.code, first);
    expect(accepted.body.spare_codes).toHaveLength(10);
    expect((await signIn(first)).status).toBe(200);
    const listed = async () =>
      (await sendStaff(portal, staff.list, {}, admin)).body.find(({ login }) => login === 'vera')?.state;
    expect(await listed()).toBe('active');
    const { body: again } = await sendStaff(portal, staff.invite, { body: { login: 'vera' } }, admin);
    expect((await signIn(first)).status).toBe(200);
    const second = new Authenticator();
    // The key of an app that nobody can read any more: it is forgotten, not asked.
    await portal.pool.query(`update staff_person set totp_secret = 'x' where login = 'vera'`);
    expect((await accept(again.code, second)).status).toBe(200);
    const byCode = { login: 'vera', password: PASSWORD, code: '123456' };
    expect((await sendStaff(portal, entry.signIn, { body: byCode })).body.code).toBe('second_step_refused');
    expect((await signIn(first)).body.code).toBe('passkey_refused');
    expect((await signIn(second)).status).toBe(200);
  });

  test('takes one of the two, made for it', async () => {
    const admin = await as('admin');
    const { body: vera } = await sendStaff(portal, staff.add, { body: { login: 'vera', roles: ['support'] } }, admin);
    const { body: anna } = await sendStaff(portal, staff.add, { body: { login: 'anna', roles: ['support'] } }, admin);
    const opened = await sendStaff(portal, entry.openInvitation, { body: { code: vera.code } });
    const passkey = new Authenticator().make(opened.body.passkey);
    const send = (body: object) =>
      sendStaff(portal, entry.acceptInvitation, { body: { code: anna.code, password: PASSWORD, ...body } });
    expect((await send({ passkey })).body.code).toBe('passkey_refused');
    expect((await send({ passkey, app_code: '123456' })).body.code).toBe('bad_input');
    expect((await send({})).body.code).toBe('bad_input');
  });
});
