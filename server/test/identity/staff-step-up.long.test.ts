import { beforeEach, describe, expect, test } from 'vitest';
import { operatorProblems } from '@kabinet/contract/kernel/operator-problem';
import { roleCalls, staffContract } from '@kabinet/contract/staff';
import { stepAt, totpCodeOf } from '#server/domain/identity/second-factor/totp.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, OWN_PAGE, sendStaff, staffKey, staffToken } from '../portal/staff.ts';

const { own, staff, keys, me, refunds } = staffContract;

// What a person does only if she has just proved who she is, by hand (docs/staff.md; decision 0206).
const CONFIRMED = [
  'approvals agree',
  'keys add',
  'keys end',
  'me openid-link',
  'me openid-unlink',
  'me passkey-add',
  'me passkey-remove',
  'payments refund',
  'staff add',
  'staff block',
  'staff invite',
  'staff roles',
  'staff unblock',
  'webhooks add',
  'webhooks remove',
  'webhooks rotate',
];

const MINUTE = 60_000;
const PASSWORD = 'korabl-u-pristani';
const KEY = Buffer.alloc(20, 7);

let portal: TestPortal;
let admin: Record<string, string>;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  // A second administrator has tests of his own.
  portal.world.provider.second_person.for_rights = false;
  admin = cookieOf(await staffToken(portal, 'admin'));
  const { vault } = portal.world.outside;
  const { rows } = await portal.pool.query<{ person_id: number }>('select person_id from staff_person');
  const personId = rows[0]?.person_id ?? 0;
  await portal.pool.query('update staff_person set password_hash = $1, totp_secret = $2', [
    await hashPassword(PASSWORD),
    vault.seal(KEY.toString('base64'), `staff totp:${personId}`),
  ]);
});

const add = (login: string) => sendStaff(portal, staff.add, { body: { login, roles: ['cashier'] } }, admin);
const confirm = (body: { password?: string; code?: string }) => sendStaff(portal, own.confirm, { body }, admin);
const code = () => totpCodeOf(KEY, stepAt(portal.clock.now()));

test('the calls that need it are those of the table by hand', () => {
  expect(roleCalls.flatMap(({ confirm, command }) => (confirm ? command.words : [])).toSorted()).toEqual(CONFIRMED);
});

test('a sign-in proves it for five minutes, not a millisecond longer', async () => {
  portal.clock.advance(5 * MINUTE - 1);
  expect((await add('olga')).status).toBe(200);
  portal.clock.advance(1);
  const refused = await add('anna');
  expect(refused.body).toMatchObject({
    code: 'confirmation_required',
    message: 'Подтвердите, что это вы: паролем или кодом из приложения',
  });
  expect((await portal.pool.query(`select from staff_person where login = 'anna'`)).rowCount).toBe(0);
  const { rows } = await portal.pool.query(
    `select call, outcome, problem from operator_action order by action_id desc limit 1`,
  );
  expect(rows).toEqual([{ call: 'staff add', outcome: 'refused', problem: 'confirmation_required' }]);
});

test('each of these calls is refused without it, and no other', async () => {
  portal.clock.advance(5 * MINUTE);
  for (const call of roleCalls) {
    const [role] = call.roles;
    if (role === undefined) continue;
    const session = cookieOf(await staffToken(portal, role));
    await portal.pool.query('update staff_session set confirmed_at = null');
    const reply = await portal.inject({
      method: call.method,
      url: `/api${call.path}`,
      headers: { ...OWN_PAGE, ...session },
      ...(call.method !== 'GET' && { payload: { 'no such field': 1 } }),
    });
    const isRefused = reply.json<{ code?: string }>().code === 'confirmation_required';
    expect.soft(isRefused, call.command.words).toBe(CONFIRMED.includes(call.command.words));
  }
});

describe('confirming', () => {
  beforeEach(() => portal.clock.advance(10 * MINUTE));

  test('by a code or by the password opens them for five minutes; the page is told until when', async () => {
    expect((await sendStaff(portal, me.get, {}, admin)).body.session?.confirmed_until).toBeNull();
    for (const proof of [{ code: code() }, { password: PASSWORD }]) {
      const { body } = await confirm(proof);
      expect(Date.parse(body.until)).toBe(portal.clock.now().getTime() + 5 * MINUTE);
      expect((await sendStaff(portal, me.get, {}, admin)).body.session?.confirmed_until).toBe(body.until);
      expect((await add(`p${Object.keys(proof)[0]}`)).status).toBe(200);
      portal.clock.advance(5 * MINUTE);
      expect((await add('other')).body.code).toBe('confirmation_required');
    }
  });

  test('is refused for a wrong proof, a used code, both or none', async () => {
    expect((await confirm({ password: 'x' })).body.code).toBe('login_refused');
    expect((await confirm({ code: '000000' })).body.code).toBe('second_step_refused');
    for (const body of [{}, { password: PASSWORD, code: code() }])
      expect((await confirm(body)).body.code).toBe('bad_input');
    expect((await add('olga')).body.code).toBe('confirmation_required');
    const used = code();
    expect((await confirm({ code: used })).status).toBe(200);
    expect((await confirm({ code: used })).body.code).toBe('second_step_refused');
  });

  test('counts for this session alone, and wrong proofs lock as at a sign-in', async () => {
    await confirm({ code: code() });
    const { rows } = await portal.pool.query('select confirmed_at = last_used_at as now from staff_session');
    expect(rows).toHaveLength(1);
    const other = cookieOf(await staffToken(portal, 'admin'));
    portal.clock.advance(5 * MINUTE);
    expect((await sendStaff(portal, keys.list, {}, other)).status).toBe(200);
    for (let time = 0; time < 5; time += 1) await confirm({ password: 'wrong' });
    expect((await confirm({ password: PASSWORD })).body.code).toBe('login_locked');
  });
});

test('a program is never asked, and the server neither', async () => {
  portal.clock.advance(10 * MINUTE);
  const key = { authorization: `Bearer ${await staffKey(portal, ['payments refund'])}` };
  const body = { payment_id: '0191d3c0-0000-7000-8000-000000000001' };
  expect((await sendStaff(portal, refunds.order, { body }, key)).body.code).toBe('refund_refused');
  expect(operatorProblems.refund_refused.status).toBe(409);
});
