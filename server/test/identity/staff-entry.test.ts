import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { staffContract } from '@kabinet/contract/staff';
import { totpCodeOf, stepAt } from '#server/domain/identity/second-factor/totp.ts';
import { runCommand } from '#server/operator/operator.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, sessionIn, staffToken } from '../portal/staff.ts';

const { entry, keys, own, ownPasskeys, staff, me, ledger } = staffContract;
const PASSWORD = 'korabl-u-pristani';
const MINUTE = 60_000;

let portal: TestPortal;
let admin: Record<string, string>;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  // A second administrator has tests of his own.
  portal.world.provider.second_person.for_rights = false;
  admin = cookieOf(await staffToken(portal, 'admin'));
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a key in base32, as an app reads them. */
function keyOf(written: string): Buffer {
  const bits = Array.from(written.replaceAll(' ', ''), (sign) =>
    ALPHABET.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const codeNow = (key: Buffer) => totpCodeOf(key, stepAt(portal.clock.now()));

async function invited(login = 'olga', roles: OperatorRole[] = ['cashier']) {
  const { body } = await sendStaff(portal, staff.add, { body: { login, roles, name: 'Ольга Ветрова' } }, admin);
  return body;
}

/** A person who has accepted her invitation. */
async function olga(login = 'olga', roles: OperatorRole[] = ['cashier']) {
  const { code } = await invited(login, roles);
  const opened = await sendStaff(portal, entry.openInvitation, { body: { code } });
  const key = keyOf(opened.body.key);
  const accepted = await sendStaff(portal, entry.acceptInvitation, {
    body: { code, password: PASSWORD, app_code: codeNow(key) },
  });
  // The code that has proved the app is used.
  portal.clock.advance(MINUTE);
  return { key, codes: accepted.body.spare_codes, session: sessionIn(accepted.headers), me: accepted.body.me };
}

const signIn = (body: { login?: string; password?: string; code?: string }) =>
  sendStaff(portal, entry.signIn, { body: { login: 'olga', password: PASSWORD, ...body } });
/** What a command on the server says. */
async function run(...line: string[]): Promise<string> {
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  await runCommand(
    () => Promise.resolve(tools),
    line,
    (text) => void said.push(text),
  );
  return said.join();
}
const whoAmI = (session: string) => sendStaff(portal, me.get, {}, cookieOf(session));

describe('an invitation', () => {
  test('lets a person in once: password, app, spare codes, and a session whose cookie no script can read', async () => {
    const { code, link } = await invited();
    expect(link).toBe(`http://127.0.0.1:8080/staff/invitation#${code}`);
    const opened = await sendStaff(portal, entry.openInvitation, { body: { code } });
    expect(opened.body).toMatchObject({ login: 'olga', name: 'Ольга Ветрова', roles: ['cashier'] });
    expect((await sendStaff(portal, entry.openInvitation, { body: { code } })).body.key).toBe(opened.body.key);
    const body = { code, password: PASSWORD, app_code: codeNow(keyOf(opened.body.key)) };
    const accepted = await sendStaff(portal, entry.acceptInvitation, { body });
    expect(accepted.body.spare_codes).toHaveLength(10);
    expect(accepted.body.spare_codes[0]).toMatch(/^[^\s-]{5}[\s-][^\s-]{5}$/);
    expect(accepted.headers['set-cookie']).toMatch(
      /^__Host-kabinet-staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const told = await whoAmI(sessionIn(accepted.headers));
    expect(told.body).toMatchObject({ login: 'olga', roles: ['cashier'], session: { spare_codes_left: 10 } });
    expect((await sendStaff(portal, entry.acceptInvitation, { body })).body.code).toBe('invitation_over');
    expect((await sendStaff(portal, entry.openInvitation, { body: { code } })).body.code).toBe('invitation_over');
  });

  test('ends after an hour, and with the next one', async () => {
    const { code } = await invited();
    const again = await sendStaff(portal, staff.invite, { body: { login: 'olga' } }, admin);
    expect((await sendStaff(portal, entry.openInvitation, { body: { code } })).body.code).toBe('invitation_over');
    const fresh = { body: { code: again.body.code } };
    portal.clock.advance(60 * MINUTE - 1);
    expect((await sendStaff(portal, entry.openInvitation, fresh)).status).toBe(200);
    portal.clock.advance(1);
    expect((await sendStaff(portal, entry.openInvitation, fresh)).body.code).toBe('invitation_over');
  });

  test('ends what its person had, and nothing of others; one who was shut out needs another', async () => {
    const { session, codes } = await olga();
    const waiting = await invited('anna');
    const { code } = (await sendStaff(portal, staff.invite, { body: { login: 'olga' } }, admin)).body;
    expect((await whoAmI(session)).status).toBe(200);
    const opened = await sendStaff(portal, entry.openInvitation, { body: { code } });
    const body = { code, password: 'parohod-u-mola', app_code: codeNow(keyOf(opened.body.key)) };
    expect((await sendStaff(portal, entry.acceptInvitation, { body })).status).toBe(200);
    expect((await whoAmI(session)).status).toBe(401);
    expect((await signIn({ code: codes[0]! })).body.code).toBe('login_refused');
    expect((await signIn({ password: 'parohod-u-mola', code: codes[0]! })).body.code).toBe('second_step_refused');
    const open = async () => (await sendStaff(portal, entry.openInvitation, { body: { code: waiting.code } })).status;
    expect(await open()).toBe(200);
    for (const call of [staff.block, staff.unblock]) await sendStaff(portal, call, { body: { login: 'anna' } }, admin);
    expect(await open()).toBe(410);
  });

  test('takes no short, known or own password, and no wrong code; both spend nothing', async () => {
    const { code } = await invited();
    const key = keyOf((await sendStaff(portal, entry.openInvitation, { body: { code } })).body.key);
    const accept = (password: string, app_code = codeNow(key)) =>
      sendStaff(portal, entry.acceptInvitation, { body: { code, password, app_code } });
    for (const weak of ['korabl-u-pr', 'qwertyuiop12', 'Ольга Ветрова 1']) {
      expect((await accept(weak)).body.code, weak).toBe('bad_input');
    }
    expect((await accept(PASSWORD, '000000')).body.code).toBe('second_step_refused');
    expect((await accept(PASSWORD)).status).toBe(200);
  });

  test('of two at once one is accepted', async () => {
    const { code } = await invited();
    const key = keyOf((await sendStaff(portal, entry.openInvitation, { body: { code } })).body.key);
    const body = { code, password: PASSWORD, app_code: codeNow(key) };
    const both = await Promise.all([1, 2].map(() => sendStaff(portal, entry.acceptInvitation, { body })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });
});

describe('a sign-in', () => {
  test('needs the password and the code; a code and a spare code are each for one use', async () => {
    const { key, codes } = await olga();
    expect((await signIn({})).body.code).toBe('second_step_needed');
    const code = codeNow(key);
    const entered = await signIn({ code });
    expect((await whoAmI(sessionIn(entered.headers))).body.name).toBe('Ольга Ветрова');
    expect((await signIn({ code })).body.code).toBe('second_step_refused');
    expect((await signIn({ code: codes[0]!.toUpperCase() })).status).toBe(200);
    expect((await signIn({ code: codes[0]! })).body.code).toBe('second_step_refused');
    const another = await olga('anna');
    expect((await signIn({ code: another.codes[0]! })).body.code).toBe('second_step_refused');
    expect((await whoAmI(sessionIn(entered.headers))).body.session?.spare_codes_left).toBe(9);
    portal.clock.advance(MINUTE);
    expect((await signIn({ login: ' OLGA ', code: codeNow(key) })).status).toBe(200);
  });

  test('from a new network or browser is told to her and in the audit trail, not the first one and not the next from there', async () => {
    const { codes, session: first } = await olga();
    const from = async (place: string, browser: string) => {
      const reply = await sendStaff(
        portal,
        entry.signIn,
        { body: { login: 'olga', password: PASSWORD, code: codes.shift() ?? '' } },
        { 'user-agent': browser },
      );
      await portal.pool.query(
        `update staff_session set address = $1 where started_at = (select max(started_at) from staff_session)`,
        [place],
      );
      portal.clock.advance(1000);
      return sessionIn(reply.headers);
    };
    const [home, phone] = ['Mozilla/5.0 (X11; Linux x64; rv:130.0) Firefox/130.0', 'Mozilla/5.0 (iPhone) Safari/604.1'];
    await portal.pool.query(`update staff_session set address = '10.0.0.5'`);
    const newOnes = async (session: string) => (await whoAmI(session)).body.session?.new_places;
    expect(await newOnes(first)).toBe(0);
    await from('127.0.0.9', home);
    await from('127.0.0.9', home);
    expect(await newOnes(first)).toBe(1);
    const last = await from('127.0.0.9', phone);
    expect(await newOnes(first)).toBe(2);
    const { body } = await sendStaff(portal, own.sessions, {}, cookieOf(last));
    expect(body.filter(({ is_new_place: isNew }) => isNew)).toHaveLength(2);
    const { rows } = await portal.pool.query<{ input: object }>(
      `select input from operator_action where call = 'sign-in' order by action_id`,
    );
    const password = { by: 'password' };
    expect(rows.map(({ input }) => input)).toEqual([
      { new_place: false, by: 'invitation' },
      { new_place: true, ...password },
      { new_place: false, ...password },
      { new_place: true, ...password },
    ]);
  });

  test('of two with one code at once one succeeds', async () => {
    const { key } = await olga();
    const both = await Promise.all([1, 2].map(() => signIn({ code: codeNow(key) })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('says the same of a wrong login and a wrong password, and locks both for a while', async () => {
    const { key } = await olga();
    const told = async (login: string) => {
      const replies = [];
      for (let time = 0; time < 6; time += 1) {
        const { status, body } = await signIn({ login, password: 'not the password', code: codeNow(key) });
        replies.push([status, body.code, body.message]);
      }
      return replies;
    };
    const known = await told('olga');
    portal.clock.advance(MINUTE);
    expect(await told('nobody')).toEqual(known);
    expect(known.map(([, code]) => code)).toEqual([...Array<string>(5).fill('login_refused'), 'login_locked']);
  });

  test('counts wrong codes, too: five lock them', async () => {
    const { key } = await olga();
    for (let time = 0; time < 5; time += 1) {
      expect((await signIn({ code: '000000' })).body.code).toBe('second_step_refused');
    }
    expect((await signIn({ code: codeNow(key) })).body.code).toBe('login_locked');
  });

  test('is noted with its person, also a refused one', async () => {
    const { key } = await olga();
    await signIn({ password: 'not the password' });
    await signIn({ code: codeNow(key) });
    const { rows } = await portal.pool.query(
      `select operator, call, outcome, problem, address, session_id is not null as has_session
       from operator_action where call = 'sign-in' order by action_id`,
    );
    const done = { outcome: 'done', problem: null, has_session: true };
    const common = { operator: 'Ольга Ветрова', call: 'sign-in', address: '127.0.0.1' };
    expect(rows).toEqual([
      { ...common, ...done },
      { ...common, outcome: 'refused', problem: 'login_refused', has_session: false },
      { ...common, ...done },
    ]);
  });
});

describe('a session', () => {
  test('ends after half an hour without a request', async () => {
    const { session } = await olga();
    expect((await whoAmI(session)).status).toBe(200);
    portal.clock.advance(30 * MINUTE - 1);
    expect((await whoAmI(session)).status).toBe(200);
    portal.clock.advance(30 * MINUTE);
    expect((await whoAmI(session)).body.code).toBe('session_expired');
  });

  test('ends after twelve hours, also if it is used', async () => {
    const { session } = await olga();
    for (let time = 0; time < 25; time += 1) {
      expect((await whoAmI(session)).status).toBe(200);
      portal.clock.advance(29 * MINUTE);
    }
    expect((await whoAmI(session)).body.code).toBe('session_expired');
  });

  test('ends at once when its person is shut out or gets other roles, and cannot begin while she is shut out', async () => {
    const { session, key } = await olga();
    const login = { body: { login: 'olga' } };
    expect((await sendStaff(portal, staff.roles, { body: { login: 'olga', roles: ['support'] } }, admin)).body).toEqual(
      {
        login: 'olga',
        roles: ['support'],
        sessions_ended: 1,
      },
    );
    expect((await whoAmI(session)).status).toBe(401);
    const entered = sessionIn((await signIn({ code: codeNow(key) })).headers);
    expect((await whoAmI(entered)).body.roles).toEqual(['support']);
    expect((await sendStaff(portal, staff.block, login, admin)).body.sessions_ended).toBe(1);
    expect((await whoAmI(entered)).status).toBe(401);
    portal.clock.advance(MINUTE);
    expect((await signIn({ code: codeNow(key) })).body.code).toBe('login_refused');
    expect((await sendStaff(portal, staff.invite, login, admin)).body.code).toBe('person_blocked');
    await sendStaff(portal, staff.unblock, login, admin);
    expect((await signIn({ code: codeNow(key) })).status).toBe(200);
    expect((await whoAmI(entered)).status).toBe(401);
  });

  test('that is over is not listed and not counted; a block names the living keys that the person has made', async () => {
    const { codes } = await olga();
    const more = [];
    for (const code of codes.slice(0, 2)) {
      portal.clock.advance(1000);
      more.push(sessionIn((await signIn({ code })).headers));
    }
    const now = portal.clock.now();
    const idle = new Date(now.getTime() - 30 * MINUTE);
    await portal.pool.query(
      `with own as (
         select session_id, row_number() over (order by started_at) as n from staff_session
         where person_id = (select person_id from staff_person where login = 'olga'))
       update staff_session s set last_used_at = case n when 1 then $1 else last_used_at end,
         expires_at = case n when 2 then $2 else expires_at end
       from own where own.session_id = s.session_id`,
      [idle, now],
    );
    const mine = await sendStaff(portal, own.sessions, {}, cookieOf(more[1]!));
    expect(mine.body.map(({ is_current }) => is_current)).toEqual([true]);
    const { body: people } = await sendStaff(portal, staff.list, {}, admin);
    expect(people.map(({ login, sessions, state }) => [login === 'olga', sessions, state]).toSorted()).toEqual([
      [false, 1, 'active'],
      [true, 1, 'active'],
    ]);
    await portal.pool.query(
      `insert into staff_key (name, key_hash, calls, networks, made_by, made_at, expires_at, ended_at)
       select which, sha256(which::bytea), '{card}', '{10.0.0.0/8}', person_id, $1, case which when 'a' then $2::timestamptz else $3 end,
         case which when 'b' then $2 end
       from (values ('a', true), ('b', true), ('c', true), ('d', false)) made (which, is_hers)
       join staff_person on (login = 'olga') = is_hers
       order by which`,
      [idle, now, new Date(now.getTime() + MINUTE)],
    );
    const { body: listed } = await sendStaff(portal, keys.list, {}, admin);
    expect(listed.map(({ name, state }) => `${name} ${state}`)).toEqual(['c works', 'd works', 'a expired', 'b ended']);
    const end = async (name: string) => {
      const { key_id } = listed.find((one) => one.name === name)!;
      return (await sendStaff(portal, keys.end, { body: { key_id } }, admin)).body.code;
    };
    expect([await end('a'), await end('b'), await end('d')]).toEqual(['key_unknown', 'key_unknown', undefined]);
    const { body: done } = await sendStaff(portal, staff.block, { body: { login: 'olga' } }, admin);
    expect(done).toMatchObject({ sessions_ended: 1, keys: [{ name: 'c' }] });
    const states = (await sendStaff(portal, staff.list, {}, admin)).body.map(({ state }) => state);
    expect(states.toSorted()).toEqual(['active', 'blocked']);
    await portal.pool.query('update staff_session set ended_at = null, end_reason = null');
    expect((await whoAmI(more[1]!)).status).toBe(401);
  });

  test('is confirmed alone', async () => {
    const { session, key } = await olga();
    const second = sessionIn((await signIn({ code: codeNow(key) })).headers);
    portal.clock.advance(6 * MINUTE);
    const remove = async (one: string) =>
      (await sendStaff(portal, ownPasskeys.remove, { body: { passkey_id: 'bm9uZQ' } }, cookieOf(one))).body.code;
    expect([await remove(session), await remove(second)]).toEqual(['confirmation_required', 'confirmation_required']);
    const confirmed = await sendStaff(portal, own.confirm, { body: { password: PASSWORD } }, cookieOf(second));
    expect(confirmed.status).toBe(200);
    expect([await remove(session), await remove(second)]).toEqual(['confirmation_required', 'not_found']);
  });

  test('ends by a sign-out, which clears the cookie', async () => {
    const { session } = await olga();
    const out = await sendStaff(portal, entry.signOut, {}, cookieOf(session));
    expect(out.body).toEqual({ was_signed_in: true, leave_at: null });
    expect(out.headers['set-cookie']).toMatch(/^__Host-kabinet-staff=; Max-Age=0;/);
    expect((await whoAmI(session)).status).toBe(401);
    expect((await sendStaff(portal, entry.signOut, {}, cookieOf(session))).body).toEqual({
      was_signed_in: false,
      leave_at: null,
    });
  });

  test('ends when another one begins in its browser', async () => {
    const { session, key } = await olga();
    const body = { login: 'olga', password: PASSWORD, code: codeNow(key) };
    expect((await sendStaff(portal, entry.signIn, { body }, cookieOf(session))).status).toBe(200);
    expect((await whoAmI(session)).status).toBe(401);
  });

  test('is seen and ended by its person; a new password ends the others', async () => {
    const { session, key } = await olga();
    const second = sessionIn((await signIn({ code: codeNow(key) })).headers);
    const mine = await sendStaff(portal, own.sessions, {}, cookieOf(second));
    expect(mine.body.map(({ is_current }) => is_current)).toEqual([true, false]);
    portal.clock.advance(MINUTE);
    const body = { password: PASSWORD, code: codeNow(key), new_password: 'parohod-u-mola' };
    expect((await sendStaff(portal, own.changePassword, { body }, cookieOf(second))).body).toEqual({
      sessions_ended: 1,
    });
    expect((await whoAmI(session)).status).toBe(401);
    portal.clock.advance(MINUTE);
    expect((await signIn({ code: codeNow(key) })).body.code).toBe('login_refused');
    const third = sessionIn((await signIn({ password: 'parohod-u-mola', code: codeNow(key) })).headers);
    expect((await sendStaff(portal, own.endSessions, { body: {} }, cookieOf(third))).body).toEqual({ ended: 1 });
    expect((await whoAmI(second)).status).toBe(401);
  });

  test('gives new spare codes for the password and a code', async () => {
    const { session, key, codes } = await olga();
    const renew = (password: string, code: string) =>
      sendStaff(portal, own.renewSpareCodes, { body: { password, code } }, cookieOf(session));
    expect((await renew('not the password', codes[0]!)).body.code).toBe('login_refused');
    const { body } = await renew(PASSWORD, codeNow(key));
    expect(body.spare_codes).toHaveLength(10);
    expect((await signIn({ code: codes[1]! })).body.code).toBe('second_step_refused');
    expect((await signIn({ code: body.spare_codes[1]! })).status).toBe(200);
  });
});

describe('people', () => {
  test('are kept by administrators: nobody changes herself, and the last one stays', async () => {
    const first = await olga('first', ['admin']);
    await portal.pool.query(`update staff_person set blocked_at = now() where login <> 'first'`);
    const boss = cookieOf(first.session);
    const block = (login: string) => sendStaff(portal, staff.block, { body: { login } }, boss);
    expect((await block('first')).body.code).toBe('not_oneself');
    expect((await block('nobody')).body.code).toBe('person_unknown');
    const invite = { body: { login: 'nobody' } };
    expect((await sendStaff(portal, staff.invite, invite, boss)).body.code).toBe('person_unknown');
    await portal.pool.query(`update staff_person set blocked_at = null where login <> 'first'`);
    const roles = { body: { login: 'first', roles: ['owner' as const] } };
    expect((await sendStaff(portal, staff.roles, roles, boss)).body.code).toBe('not_oneself');
    expect((await sendStaff(portal, staff.roles, roles, admin)).status).toBe(200);
  });

  test('the server keeps the last administrator who can come in, and no other one', async () => {
    const LAST = 'Это последний администратор';
    const login = (await sendStaff(portal, me.get, {}, admin)).body.login!;
    await olga('cashier', ['cashier']);
    await olga('second', ['admin']);
    // One who is only invited cannot come in.
    await sendStaff(portal, staff.add, { body: { login: 'boss', roles: ['admin'] } }, admin);
    for (const other of ['cashier', 'second']) expect(await run('staff', 'block', other)).not.toContain(LAST);
    expect(await run('staff', 'block', login)).toContain(LAST);
    expect(await run('staff', 'roles', login, 'owner')).toContain(LAST);
    expect(await run('staff', 'roles', login, 'owner,admin')).not.toContain(LAST);
    expect(await run('staff', 'block', 'boss')).not.toContain(LAST);
    await run('staff', 'unblock', 'second');
    expect(await run('staff', 'roles', login, 'owner')).not.toContain(LAST);
    expect(await run('staff', 'block', login)).not.toContain(LAST);
    const { rows } = await portal.pool.query(
      `select login from staff_person where blocked_at is null and 'admin' = any(roles)`,
    );
    expect(rows).toEqual([{ login: 'second' }]);
    await portal.pool.query(`update staff_person set roles = '{owner}', blocked_at = null`);
    expect(await run('staff', 'block', 'cashier')).not.toContain(LAST);
  });

  test('whose codes a lost key has sealed come in by none, and are invited anew', async () => {
    const { codes, key } = await olga();
    const { code } = await invited('anna');
    await run('service-key', 'forget');
    for (const typed of [codes[0]!, codeNow(key)]) expect((await signIn({ code: typed })).status).not.toBe(200);
    expect((await sendStaff(portal, entry.openInvitation, { body: { code } })).body.code).toBe('invitation_over');
    const { rows } = await portal.pool.query(`
      select login from staff_person where totp_secret is not null
      union all select code_mark::text from staff_spare_code`);
    expect(rows).toEqual([]);
  });

  test('two administrators who shut each other out at once leave one', async () => {
    const other = await olga('other', ['admin']);
    const { body } = await sendStaff(portal, me.get, {}, admin);
    const both = await Promise.all([
      sendStaff(portal, staff.block, { body: { login: 'other' } }, admin),
      sendStaff(portal, staff.block, { body: { login: body.login! } }, cookieOf(other.session)),
    ]);
    // The later one is the last administrator, or out before her call begins.
    const [done, late] = both.map(({ status }) => status).toSorted();
    expect([done, [401, 409]]).toEqual([200, expect.arrayContaining([late])]);
    const { rows } = await portal.pool.query('select from staff_person where blocked_at is null');
    expect(rows).toHaveLength(1);
  });

  test('have one login each, known roles, and are listed without secrets', async () => {
    await olga();
    expect((await sendStaff(portal, staff.add, { body: { login: 'Olga', roles: ['owner'] } }, admin)).body.code).toBe(
      'login_taken',
    );
    const listed = await sendStaff(portal, staff.list, {}, admin);
    expect(listed.body.find(({ login }) => login === 'olga')).toMatchObject({ state: 'active', sessions: 1 });
    expect(JSON.stringify(listed.body)).not.toMatch(/hash|argon|secret/);
    await expect(portal.pool.query(`update staff_person set roles = '{boss}'`)).rejects.toThrow(
      'staff_person_roles_check',
    );
  });

  test('what a person sees follows her roles, which add up', async () => {
    const money = cookieOf(await staffToken(portal, 'cashier', 'engineer'));
    const { body } = await sendStaff(portal, me.get, {}, money);
    expect(body.calls).toEqual(expect.arrayContaining(['payment post', 'jobs retry', 'me']));
    expect(body.calls).not.toContain('transfers assign');
    expect(body.thresholds).toContainEqual({ call: 'charge correct', above: '1000.00', contracts: null });
    expect((await sendStaff(portal, ledger.verify, {}, money)).status).toBe(200);
  });
});
