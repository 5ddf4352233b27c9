import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Request } from '@kabinet/contract/kernel/call/call';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import type { Outside } from '#server/integrations/port.ts';
import { followOverdue } from '#server/jobs/services/follow-schedule.ts';
import { breakRows } from '../../../../test/database/broken.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const group = contract.internetSchedule;
const PASSWORD = 'demo-kabinet';
const OWNER = 100_004;
const MINUTE = 60_000;
const EVENINGS = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '18:00', to: '23:00' }];

let portal: TestPortal;
let id: number;
let letters: { to: string; text: string }[];

/** Captures letters and text messages. */
const heard = (outside: Outside): Outside => {
  letters = [];
  const send = (one: { to: string; text: string }) => {
    letters.push({ to: one.to, text: one.text });
    return Promise.resolve(undefined);
  };
  return { ...outside, mail: { send }, sms: { send } };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: heard });
  const { rows } = await portal.pool.query<{ user_id: number }>(
    `select user_id from access_schedule join service_user using (user_id) where contract_id = ${OWNER}`,
  );
  id = rows[0]!.user_id;
  await portal.pool.query(`update service_user set state = 'active', reason = null where user_id = ${id}`);
});

const get = async () => (await portal.send(group.get, { params: { id } }, OWNER)).body;
const check = (password: string, who = OWNER) =>
  portal.send(group.checkPassword, { params: { id }, body: { password } }, who);
const proofOf = async () => (await check(PASSWORD)).body.proof!;
type Set = Request<typeof group.set>['body'];
const set = async (own: Partial<Set>) => {
  const { version, is_on, rules, exceptions } = await get();
  return portal.send(group.set, { params: { id }, body: { version, is_on, rules, exceptions, ...own } }, OWNER);
};
const pause = async (minutes: number, proof?: string) =>
  portal.send(group.pause, { params: { id }, body: { minutes, ...(proof && { proof }) } }, OWNER);
const network = async () => (await portal.world.outside.network.read({ userId: id }, 'internet'))?.access;
const service = async () => {
  const { rows } = await portal.pool.query<{ state: string; reason: string | null }>(
    `select state, reason from service_user where user_id = ${id}`,
  );
  return rows[0]!;
};
const samara = (time: string, day = '2026-11-20') => portal.clock.set(new Date(`${day}T${time}:00+04:00`));

describe('the schedule', () => {
  test('returns the week, the current state, and until when it lasts', async () => {
    expect(await get()).toMatchObject({
      is_on: true,
      version: 1,
      now: { open: true, by: 'week', next_change: '2026-11-20T19:00:00.000Z' },
      has_password: true,
      locked_until: null,
      is_applied: true,
      service: { state: 'active', reason: null },
      history: [],
    });
  });

  test('of a service that never had one is off, without a password, and can be set at once', async () => {
    const { rows } = await portal.pool.query<{ user_id: number }>(
      `select user_id from service_user where contract_id = 100001 and user_type = 'isg' limit 1`,
    );
    const other = { id: rows[0]!.user_id };
    const none = await portal.send(group.get, { params: other }, 100_001);
    expect(none.body).toMatchObject({ version: 0, is_on: false, has_password: false, now: { open: true, by: 'off' } });
    const body = { version: 0, is_on: true, rules: EVENINGS, exceptions: [] };
    const answer = await portal.send(group.set, { params: other, body }, 100_001);
    expect(answer.body).toMatchObject({
      version: 1,
      now: { open: false, next_change: '2026-11-20T14:00:00.000Z' },
      service: { state: 'blocked', reason: 'schedule' },
      is_applied: false,
    });
    await portal.work();
    expect((await portal.send(group.get, { params: other }, 100_001)).body.is_applied).toBe(true);
  });

  test('of a mailbox, another subscriber or nobody is not found', async () => {
    const { rows } = await portal.pool.query<{ user_id: number }>(
      `select user_id from service_user where contract_id = 100001 and user_type in ('mail', 'tv') limit 1`,
    );
    for (const [who, other] of [
      [100_001, rows[0]!.user_id],
      [100_001, id],
      [OWNER, 999_999],
    ] as const) {
      for (const answer of [
        await portal.send(group.get, { params: { id: other } }, who),
        await portal.send(group.pause, { params: { id: other }, body: { minutes: 30 } }, who),
        await portal.send(group.checkPassword, { params: { id: other }, body: { password: PASSWORD } }, who),
        await portal.send(group.changePassword, { params: { id: other }, body: { new: 'new-password' } }, who),
        await portal.send(
          group.changePassword,
          { params: { id: other }, body: { code: '123456', new: 'new-pass' } },
          who,
        ),
        await portal.send(group.sendPassword, { params: { id: other }, body: { channel: 'email' } }, who),
        await portal.send(
          group.set,
          { params: { id: other }, body: { version: 0, is_on: false, rules: [], exceptions: [] } },
          who,
        ),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    }
  });

  test('changes only with its password, and the history records what changed and where', async () => {
    expect(await set({ rules: EVENINGS })).toMatchObject({ status: 403, body: { code: 'schedule_password_needed' } });
    expect(await set({ rules: EVENINGS, proof: 'made-up' })).toMatchObject({ status: 403 });
    const changed = await set({ rules: EVENINGS, proof: await proofOf() });
    expect(changed.body).toMatchObject({ version: 2, rules: EVENINGS, now: { open: false } });
    expect(changed.body.history).toMatchObject([{ text: 'Изменены часы недели', who: 'Тест' }]);
  });

  test('a proof is valid for ten minutes in its own session', async () => {
    const proof = await proofOf();
    const { token } = await anotherSession();
    const { version } = await get();
    const foreign = await portal.send(
      group.set,
      { params: { id }, body: { version, is_on: false, rules: [], exceptions: [], proof } },
      undefined,
      { authorization: `Bearer ${token}` },
    );
    expect(foreign.status).toBe(403);
    portal.clock.advance(10 * MINUTE - 1000);
    expect((await set({ is_on: false, proof })).status).toBe(200);
    portal.clock.advance(1000);
    expect((await set({ is_on: true, proof })).status).toBe(403);
  });

  test('a change from another tab is not overwritten', async () => {
    const proof = await proofOf();
    const { version } = await get();
    expect((await set({ rules: EVENINGS, proof })).status).toBe(200);
    expect(await set({ rules: [], version, proof })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    });
    expect((await get()).rules).toEqual(EVENINGS);
  });

  test.each([
    ['half an hour', { rules: [{ days: [1], from: '10:30', to: '12:00' }] }],
    ['no time at all', { rules: [{ days: [1], from: '10:00', to: '10:00' }] }],
    [
      'a day twice',
      {
        exceptions: [
          { day: '2026-11-21', hours: [] },
          { day: '2026-11-21', hours: [] },
        ],
      },
    ],
    ['a day too far', { exceptions: [{ day: '2028-01-01', hours: [] }] }],
    ['an invalid day of the week', { rules: [{ days: [8], from: '10:00', to: '12:00' }] }],
  ])('refuses %s', async (_, own) => {
    const answer = await set({ ...own, proof: await proofOf() });
    expect(answer).toMatchObject({ status: 422, body: { code: 'bad_input' } });
  });

  test('the ready-made weeks can be saved', async () => {
    const { body } = await portal.send(group.defs, {}, OWNER);
    const proof = await proofOf();
    expect(body.weeks.length).toBeGreaterThan(2);
    for (const { rules } of body.weeks) expect((await set({ rules, proof })).status).toBe(200);
  });
});

async function anotherSession() {
  const token = randomUUID();
  await portal.pool.query(
    `with s as (
      insert into session (session_id, kind, contract_id, rotated_at, derivation_key, started_at, last_used_at, expires_at, browser, network)
      select 'another', kind, contract_id, rotated_at, derivation_key, started_at, last_used_at, expires_at, 'Другой', network
      from session where contract_id = ${OWNER} limit 1 returning session_id, expires_at)
    insert into access_token (token_hash, session_id, expires_at) select $1, session_id, expires_at from s`,
    [createHash('sha256').update(token).digest()],
  );
  return { token };
}

describe('the network', () => {
  test('applies the saved hours at each switch, and so does the state of the service', async () => {
    await set({ proof: await proofOf() });
    await portal.work();
    expect(await service()).toEqual({ state: 'active', reason: null });
    samara('23:00');
    await portal.work();
    expect([await service(), await network()]).toEqual([{ state: 'blocked', reason: 'schedule' }, 'closed']);
    samara('09:00', '2026-11-21');
    await portal.work();
    expect([await service(), await network()]).toEqual([{ state: 'active', reason: null }, 'open']);
  });

  test('a job that runs a day late applies the current state and schedules the next run', async () => {
    await set({ proof: await proofOf() });
    samara('23:30', '2026-11-21');
    await portal.work();
    expect([await service(), await network()]).toEqual([{ state: 'blocked', reason: 'schedule' }, 'closed']);
    samara('09:00', '2026-11-22');
    await portal.work();
    expect(await network()).toBe('open');
  });

  test('finds a schedule without a job', async () => {
    await portal.pool.query('delete from graphile_worker._private_jobs');
    samara('23:30');
    await portal.work();
    expect((await service()).state).toBe('active');
    await followOverdue(portal.world);
    await portal.work();
    expect(await network()).toBe('closed');
    samara('09:00', '2026-11-21');
    await portal.work();
    expect(await network()).toBe('open');
  });

  test('a service that returns from a pause in the night stays closed until the morning', async () => {
    await portal.pool.query(
      `update service_user set state = 'paused', returns_on = '2026-11-21' where user_id = ${id}`,
    );
    samara('00:30', '2026-11-21');
    await chargeUpTo(portal.world);
    expect(await service()).toEqual({ state: 'blocked', reason: 'schedule' });
  });

  test('a schedule that fails does not stop the others', async () => {
    await portal.pool.query('delete from graphile_worker._private_jobs');
    const { rows } = await portal.pool.query<{ user_id: number }>(`
      insert into access_schedule
      select (jsonb_populate_record(s, jsonb_build_object('user_id', u.user_id))).*
      from access_schedule s, (select min(user_id) as user_id from service_user where user_type = 'isg') u
      where s.next_change_at is not null limit 1 returning user_id`);
    await breakRows(portal.pool, 'access_schedule', `new.user_id = ${rows[0]!.user_id}`);
    samara('23:30');
    await followOverdue(portal.world);
    await portal.work();
    expect(await network()).toBe('closed');
  });

  test('opens for a pause and closes at its end', async () => {
    const proof = await proofOf();
    await set({ rules: EVENINGS, proof });
    await portal.work();
    expect(await network()).toBe('closed');
    expect((await pause(30)).status).toBe(403);
    const paused = await pause(30, proof);
    expect(paused.body).toMatchObject({
      paused_until: '2026-11-20T10:35:00.000Z',
      now: { open: true, by: 'pause', next_change: '2026-11-20T10:35:00.000Z' },
      service: { state: 'active' },
    });
    await portal.work();
    expect(await network()).toBe('open');
    portal.clock.advance(30 * MINUTE);
    await portal.work();
    expect(await network()).toBe('closed');
    expect((await get()).paused_until).toBeNull();
  });

  test('a pause can end early, has a maximum, and needs a schedule that is on', async () => {
    const proof = await proofOf();
    await set({ rules: EVENINGS, proof });
    await pause(60, proof);
    expect((await pause(0, proof)).body).toMatchObject({ paused_until: null, now: { open: false } });
    expect((await pause(12 * 60 + 1, proof)).status).toBe(422);
    await set({ is_on: false, proof });
    expect(await pause(30, proof)).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });
  });

  test('opens when the schedule is switched off, whatever its hours', async () => {
    const proof = await proofOf();
    await set({ rules: EVENINGS, proof });
    await set({ is_on: false, proof });
    await portal.work();
    expect([await service(), await network()]).toEqual([{ state: 'active', reason: null }, 'open']);
    expect((await get()).rules).toEqual(EVENINGS);
  });

  test.each(['debt', 'operator'])('a service blocked for %s stays blocked', async (reason) => {
    await portal.pool.query(`update service_user set state = 'blocked', reason = $1 where user_id = ${id}`, [reason]);
    const proof = await proofOf();
    await set({ rules: EVENINGS, proof });
    await pause(30, proof);
    await portal.work();
    expect(await service()).toEqual({ state: 'blocked', reason });
    expect((await portal.pool.query(`select from outbox_effect where kind = 'service.provision'`)).rowCount).toBe(0);
  });

  test('a debt that began in closed hours blocks the service when the schedule opens', async () => {
    await set({ rules: EVENINGS, proof: await proofOf() });
    await portal.pool.query(
      `update account set debt_since = now() where account_id = (select account_id from service_user where user_id = ${id})`,
    );
    samara('18:00');
    await portal.work();
    expect(await service()).toEqual({ state: 'blocked', reason: 'debt' });
    expect(await network()).toBe('payment_page_only');
  });

  test('a login unlocked in closed hours stays closed by the schedule', async () => {
    await portal.pool.query(`update service_user set state = 'blocked', reason = 'login_locked' where user_id = ${id}`);
    samara('23:30');
    const { unlock } = contract.internetUser;
    const { body } = await portal.send(unlock, { body: { user_id: id } }, OWNER);
    expect(body).toMatchObject({ lifted: 'login_locked', state: 'blocked', reason: 'schedule' });
    await portal.work();
    expect(await service()).toEqual({ state: 'blocked', reason: 'schedule' });
    expect(await network()).toBe('closed');
    samara('09:30', '2026-11-21');
    await portal.work();
    expect(await network()).toBe('open');
  });

  test('a service restored from a debt in closed hours is closed again', async () => {
    await set({ proof: await proofOf() });
    samara('22:00');
    await portal.pool.query(`update service_user set state = 'blocked', reason = 'debt' where user_id = ${id}`);
    samara('23:30');
    await portal.work();
    expect((await service()).reason).toBe('debt');
    await portal.pool.query(`update service_user set state = 'active', reason = null where user_id = ${id}`);
    await portal.world.db.write((tx) => serviceChanged(tx, { userId: id }));
    await portal.work();
    expect([await service(), await network()]).toEqual([{ state: 'blocked', reason: 'schedule' }, 'closed']);
    samara('09:00', '2026-11-21');
    await portal.work();
    expect(await network()).toBe('open');
  });
});

describe('the password', () => {
  test('five wrong ones lock it for fifteen minutes, even for the right one', async () => {
    for (let left = 4; left > 0; left--) {
      const { status, body } = await check('wrong-password');
      expect([status, body.code]).toEqual([403, 'schedule_password_wrong']);
      expect(body.message).toContain(String(left));
    }
    expect((await check('wrong-password')).body.message).toContain('15 минут');
    const locked = await check(PASSWORD);
    expect(locked).toMatchObject({ status: 429, body: { code: 'schedule_password_locked' } });
    expect(Number(locked.headers['retry-after'])).toBe(900);
    expect((await get()).locked_until).toBe('2026-11-20T10:20:00.000Z');
    portal.clock.advance(15 * MINUTE - 1);
    expect((await check(PASSWORD)).status).toBe(429);
    portal.clock.advance(1);
    expect((await get()).locked_until).toBeNull();
    expect((await check(PASSWORD)).status).toBe(200);
  });

  test('ten simultaneous tries count as five', async () => {
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => check('wrong-password')))).map(
      (one) => one.status,
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  test('the right one resets the count of wrong ones', async () => {
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) await check('wrong-password');
      expect((await check(PASSWORD)).status).toBe(200);
    }
  });

  test('fifteen minutes without a try forget the wrong ones, a second less does not', async () => {
    for (let wrong = 0; wrong < 3; wrong++) await check('wrong-password');
    portal.clock.advance(15 * MINUTE - 1000);
    expect((await check('wrong-password')).body.message).toContain('1');
    portal.clock.advance(15 * MINUTE);
    expect((await check('wrong-password')).body.message).toContain('4');
  });

  test('changes with the old one; proofs of the old one become invalid', async () => {
    const proof = await proofOf();
    const change = (body: Request<typeof group.changePassword>['body']) =>
      portal.send(group.changePassword, { params: { id }, body }, OWNER);
    expect(await change({ new: 'another-one' })).toMatchObject({
      status: 403,
      body: { code: 'schedule_password_needed' },
    });
    expect(await change({ old: 'wrong', new: 'another-one' })).toMatchObject({
      status: 403,
      body: { code: 'schedule_password_wrong' },
    });
    expect((await change({ old: PASSWORD, new: 'short' })).status).toBe(422);
    const changed = await change({ old: PASSWORD, new: 'another-one' });
    expect(changed.body.proof).toMatch(/./);
    expect((await pause(30, proof)).status).toBe(403);
    expect((await pause(30, changed.body.proof!)).status).toBe(200);
    expect((await check(PASSWORD)).status).toBe(403);
    expect((await change({ old: 'another-one', new: null })).body).toEqual({ proof: null, expires_at: null });
    expect((await pause(0)).status).toBe(200);
    expect((await check('anything')).body).toEqual({ proof: null, expires_at: null });
    expect((await get()).history.map(({ text }) => text)).toContain('Пароль графика снят');
  });
});

describe('a forgotten password', () => {
  const channel = 'email' as const;
  const ask = () => portal.send(group.sendPassword, { params: { id }, body: { channel } }, OWNER);
  const change = (code: string) =>
    portal.send(group.changePassword, { params: { id }, body: { code, new: 'new-password' } }, OWNER);
  const lastCode = async () => {
    await portal.work();
    return /\d{6}/.exec(letters.at(-1)!.text)![0];
  };
  const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');

  beforeEach(async () => {
    await portal.pool.query(
      `insert into contact (contract_id, kind, value, state) values (${OWNER}, 'email', 'family@mail.example', 'active')
       on conflict (contract_id, kind) do update set value = excluded.value, state = 'active'`,
    );
  });

  test('is replaced by a code, once, even while the password is locked', async () => {
    for (let wrong = 0; wrong < 5; wrong++) await check('wrong-password');
    const sent = await ask();
    expect(sent.body).toMatchObject({ to: 'f•••@mail.example', again_at: '2026-11-20T10:06:00.000Z' });
    const code = await lastCode();
    expect(letters.at(-1)!.to).toBe('family@mail.example');
    expect((await change(code)).status).toBe(200);
    expect((await change(code)).body.code).toBe('code_wrong');
    expect((await check('new-password')).status).toBe(200);
    const { rows } = await portal.pool.query('select code_hash from contact_code');
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('the sixth try of the right code is refused', async () => {
    await ask();
    const code = await lastCode();
    for (let wrong = 0; wrong < 5; wrong++) expect((await change(wrongOf(code))).status).toBe(403);
    expect((await change(code)).body.code).toBe('code_wrong');
  });

  test('a code is valid for ten minutes, and a new one invalidates the previous one', async () => {
    await ask();
    const first = await lastCode();
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'code_too_soon' } });
    portal.clock.advance(MINUTE);
    await ask();
    const second = await lastCode();
    if (first !== second) expect((await change(first)).status).toBe(403);
    portal.clock.advance(10 * MINUTE);
    expect((await change(second)).status).toBe(403);
  });

  test('a code is invalid when its e-mail no longer belongs to the client', async () => {
    await ask();
    const code = await lastCode();
    await portal.pool.query(
      `update contact set value = 'other@mail.example' where contract_id = ${OWNER} and kind = 'email'`,
    );
    expect((await change(code)).status).toBe(403);
  });

  test('sends at most five codes a day', async () => {
    for (let sent = 0; sent < 5; sent++) {
      expect((await ask()).status).toBe(200);
      portal.clock.advance(2 * MINUTE);
    }
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'code_too_soon' } });
    portal.clock.advance(86_400_000);
    expect((await ask()).status).toBe(200);
  });

  test('goes to a confirmed contact only, to a phone by a text message', async () => {
    await portal.pool.query(`update contact set state = 'none' where contract_id = ${OWNER}`);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'schedule_no_contact' } });
    await portal.pool.query(
      `insert into contact (contract_id, kind, value, state) values (${OWNER}, 'phone', '79270009988', 'active')
       on conflict (contract_id, kind) do update set value = excluded.value, state = 'active'`,
    );
    const sent = await portal.send(group.sendPassword, { params: { id }, body: { channel: 'phone' } }, OWNER);
    expect(sent.body).toMatchObject({ channel: 'phone', to: '+7\u00a0•••\u00a0•••-99-88' });
    await lastCode();
    expect(letters.at(-1)!.to).toBe('79270009988');
  });

  test('needs a password to replace', async () => {
    await portal.send(group.changePassword, { params: { id }, body: { old: PASSWORD, new: null } }, OWNER);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });
  });
});
