import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { totpCodeOf, stepAt } from '#server/domain/identity/second-factor/totp.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const PASSWORD = 'demo-kabinet';
const FRESH = 'два верблюда';
const MINUTE = 60_000;
const WHO = 100001;

let portal: TestPortal;
let host = 0;
beforeEach(async () => {
  portal = await testPortal();
});

const change = (new_password = FRESH, password = PASSWORD, headers = {}) =>
  portal.send(contract.security.changePassword, { body: { password, new_password } }, WHO, headers);

/** Signs in from a device of its own, unless it presents the cookie of an earlier sign-in. */
async function signIn(body: object, cookie = '') {
  host += 1;
  const reply = await portal.inject({
    method: 'POST',
    url: '/api/v2/auth/token',
    remoteAddress: `10.1.${Math.floor(host / 250)}.${host % 250}`,
    headers: { origin: PUBLIC_URL, cookie },
    payload: { login: String(WHO), password: PASSWORD, ...body },
  });
  const device = [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('__Secure-kabinet-device='));
  return { status: reply.statusCode, body: reply.json<Record<string, string>>(), device };
}

const told = async (title: string) => {
  const { rows } = await portal.pool.query<{ count: number }>(
    'select count(*)::int as count from message where contract_id = $1 and title = $2',
    [WHO, title],
  );
  return rows[0]?.count;
};

describe('R-11: a change of the password', () => {
  test('asks for the present one, ends the other sessions, and tells the subscriber', async () => {
    const other = await signIn({});
    const { status, body } = await change();
    expect(status).toBe(200);
    expect(body).toEqual({ changed_at: portal.clock.now().toISOString(), sessions_ended: 1 });
    const ended = await portal.send(contract.auth.sessions, {}, undefined, {
      authorization: `Bearer ${other.body['access_token'] ?? ''}`,
    });
    expect(ended.status).toBe(401);
    expect((await portal.send(contract.auth.sessions, {}, WHO)).body).toHaveLength(1);
    expect((await signIn({})).status).toBe(401);
    expect((await signIn({ password: FRESH })).status).toBe(200);
    expect(await told('Пароль кабинета сменили')).toBe(1);
    await portal.work();
    expect((await portal.send(contract.security.get, {}, WHO)).body.password.changed_at).toBe(body.changed_at);
  });

  test('a wrong present password changes nothing, is counted, and locks further tries', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await change(FRESH, 'wrong')).toMatchObject({ status: 403, body: { code: 'confirmation_refused' } });
    }
    expect(await change()).toMatchObject({ status: 429, body: { code: 'login_locked' } });
    expect((await signIn({})).status).toBe(200);
    portal.clock.advance(29_999);
    for (const _ of [1, 2]) expect((await change()).status).toBe(429);
    portal.clock.advance(1);
    expect((await change()).status).toBe(200);
  });

  test.each([
    ['password', /утечек/],
    ['короткий', /имени|утечек|знаков/],
    ['100001ab', /номера договора/],
    [PASSWORD, /совпадает/],
  ])('refuses %s before the present password is checked', async (fresh, why) => {
    const weak = fresh === 'короткий' ? 'кратко' : fresh;
    const { status, body } = await change(weak, weak === PASSWORD ? PASSWORD : 'wrong');
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path: 'body.new_password', message: expect.stringMatching(why) as string }]);
  });

  test('of two at once one succeeds', async () => {
    const both = await Promise.all([change('первый верблюд'), change('второй верблюд')]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

/** What the journal says of the second step. */
const written = async () => {
  const { rows } = await portal.pool.query<{ kind: string }>(
    `select kind from audit_event where contract_id = $1 and kind like 'second_step%' order by event_id`,
    [WHO],
  );
  return rows.map(({ kind }) => kind);
};

/** Switches the second step on; returns the key and the backup codes. */
async function enable() {
  const begun = await portal.send(contract.security.beginSecondStep, {}, WHO);
  expect(begun.status).toBe(200);
  const key = keyIn(begun.body.key);
  expect(key).toHaveLength(20);
  const { status, body } = await portal.send(contract.security.enableSecondStep, { body: { code: now(key) } }, WHO);
  expect(status).toBe(200);
  portal.clock.advance(30_000);
  return { key, backup: body.backup_codes };
}

const now = (key: Buffer) => totpCodeOf(key, stepAt(portal.clock.now()));

function keyIn(base32: string): Buffer {
  const bits = Array.from(base32.replaceAll(' ', ''), (sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

describe('the second step', () => {
  test('is on after a code of the app; then every device needs a code, once', async () => {
    const { device } = await signIn({});
    const { key, backup } = await enable();
    expect(new Set(backup).size).toBe(10);
    expect(backup[0]).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect((await portal.send(contract.security.get, {}, WHO)).body.second_step).toMatchObject({
      enabled_at: expect.any(String) as string,
      backup_codes_left: 10,
    });
    expect(await told('Второй шаг входа включён')).toBe(1);

    // Also one that was known before.
    for (const cookie of ['', device]) {
      expect(await signIn({}, cookie)).toMatchObject({ status: 403, body: { code: 'second_step_needed' } });
    }
    expect(await signIn({ otp: '000000' })).toMatchObject({ status: 403, body: { code: 'second_step_refused' } });
    const entered = await signIn({ otp: now(key) });
    expect(entered.status).toBe(200);
    expect((await signIn({}, entered.device)).status).toBe(200);
  });

  test('a wrong password says nothing of the second step', async () => {
    const { key } = await enable();
    for (const otp of [undefined, now(key), '000000']) {
      const { body } = await signIn({ password: 'wrong', otp });
      expect(body['code']).toBe('login_refused');
    }
  });

  test('accepts no code twice, also not at once', async () => {
    const { key } = await enable();
    const otp = now(key);
    const both = await Promise.all([signIn({ otp }), signIn({ otp })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await signIn({ otp })).status).toBe(403);
  });

  test('a backup code works once, however it is typed', async () => {
    const { backup } = await enable();
    const otp = backup[3]!.toUpperCase().replace('-', ' ');
    const both = await Promise.all([signIn({ otp }), signIn({ otp })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await portal.send(contract.security.get, {}, WHO)).body.second_step.backup_codes_left).toBe(9);
  });

  test('five wrong codes lock it, and tell the owner that somebody knows his password', async () => {
    const { key } = await enable();
    const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn({ otp: '000000' })));
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await signIn({ otp: now(key) })).body['code']).toBe('login_locked');
    expect(await told('Кто-то знает ваш пароль')).toBe(1);
    portal.clock.advance(30_000);
    expect((await signIn({ otp: now(key) })).status).toBe(200);
  });

  test('the database holds neither the key nor a backup code', async () => {
    const { key, backup } = await enable();
    const { rows } = await portal.pool.query<{ text: string }>(
      'select row_to_json(t)::text as text from totp t union all select row_to_json(b)::text from backup_code b',
    );
    const dump = rows.map(({ text }) => text).join('\n');
    for (const hidden of [key.toString('hex'), key.toString('base64'), ...backup]) {
      expect(dump).not.toContain(hidden);
      expect(dump).not.toContain(Buffer.from(hidden).toString('hex'));
    }
  });

  test('new backup codes replace the former ones', async () => {
    const { backup } = await enable();
    const { body } = await portal.send(contract.security.newBackupCodes, {}, WHO);
    expect((await signIn({ otp: backup[0] })).status).toBe(403);
    expect((await signIn({ otp: body.backup_codes[0] })).status).toBe(200);
    expect(await told('Запасные коды заменены')).toBe(1);
    expect(await written()).toEqual(['second_step_on', 'second_step_codes']);
  });

  test('switched off, the password is enough; switching off twice succeeds twice', async () => {
    await enable();
    expect((await portal.send(contract.security.disableSecondStep, {}, WHO)).body).toEqual({ was_on: true });
    expect(await told('Второй шаг входа выключен')).toBe(1);
    expect((await portal.send(contract.security.disableSecondStep, {}, WHO)).body).toEqual({ was_on: false });
    expect((await signIn({})).status).toBe(200);
    expect(await told('Второй шаг входа выключен')).toBe(1);
    expect(await written()).toEqual(['second_step_on', 'second_step_off']);
    expect(await portal.send(contract.security.newBackupCodes, {}, WHO)).toMatchObject({
      status: 409,
      body: { code: 'second_step_off' },
    });
  });

  test('stays off until a code of the new key is typed, and is begun once', async () => {
    const enableBy = (code: string) => portal.send(contract.security.enableSecondStep, { body: { code } }, WHO);
    // Before it is begun, no code is right.
    expect(await enableBy('000000')).toMatchObject({ status: 403, body: { code: 'second_step_refused' } });
    await portal.send(contract.security.beginSecondStep, {}, WHO);
    expect(await enableBy('000000')).toMatchObject({ status: 403, body: { code: 'second_step_refused' } });
    expect((await signIn({})).status).toBe(200);
    await enable();
    for (const call of [contract.security.beginSecondStep]) {
      expect(await portal.send(call, {}, WHO)).toMatchObject({ status: 409, body: { code: 'second_step_on' } });
    }
    expect(await enableBy('000000')).toMatchObject({ status: 409, body: { code: 'second_step_on' } });
  });

  test('R-11: each change of it needs a confirmation', async () => {
    await portal.tokenOf(WHO);
    portal.clock.advance(6 * MINUTE);
    const { beginSecondStep, disableSecondStep, newBackupCodes, enableSecondStep } = contract.security;
    const refused = [
      await portal.send(beginSecondStep, {}, WHO),
      await portal.send(enableSecondStep, { body: { code: '123456' } }, WHO),
      await portal.send(disableSecondStep, {}, WHO),
      await portal.send(newBackupCodes, {}, WHO),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('confirmation_required'));
  });
});
