import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Problem } from '#server/kernel/call/problem.ts';
import type { TvPlatform } from '#server/integrations/tv/port.ts';
import { recordedTv, type RecordedTv } from '#server/integrations/tv/recorded.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const WHO = 100_001;
const BOX = 'VB4-208-17';
const { tvUser } = contract;

async function tvOf(portal: TestPortal, who = WHO): Promise<string> {
  const { body } = await portal.send(contract.user.list, {}, who);
  return String(body.find(({ user_type }) => user_type === 'tv')!.user_id);
}

async function opened(through: (tv: TvPlatform) => TvPlatform | undefined = (tv) => tv) {
  const portal = await testPortal({
    throughOutside: ({ tv, ...outside }) => {
      const own = through(tv!);
      return { ...outside, ...(own && { tv: own }) };
    },
  });
  const id = await tvOf(portal);
  return {
    portal,
    id,
    recorded: recordedTv(portal.world.db) satisfies RecordedTv,
    command: (body: Parameters<typeof portal.send<typeof tvUser.remoteControl>>[1]['body'], who = WHO) =>
      portal.send(tvUser.remoteControl, { params: { id }, body }, who),
    devices: async () => (await portal.send(tvUser.devices, { params: { id } }, WHO)).body,
    states: async () =>
      (await portal.send(tvUser.commands, { params: { id } }, WHO)).body.map(
        ({ action, state }) => `${action} ${state}`,
      ),
  };
}

describe('remote control', () => {
  test('is sent, then carried out once; the list of commands tells it', async () => {
    const { portal, command, states, id } = await opened();
    const { status, body } = await command({ action: 'reboot', device: BOX });
    expect(status).toBe(200);
    expect(body).toMatchObject({ device: BOX, action: 'reboot', state: 'sent', answered_at: null });
    await portal.work();
    await portal.work();
    expect((await states())[0]).toBe('reboot done');
    const { rows } = await portal.pool.query('select action, device_id, user_id from recorded_tv.command');
    expect(rows).toEqual([{ action: 'reboot', device_id: BOX, user_id: Number(id) }]);
  });

  test('finds the only box by itself, and shows a message on it', async () => {
    const { portal, command } = await opened();
    expect((await command({ action: 'message', text: ' Ужинать! ' })).status).toBe(200);
    await portal.work();
    const { rows } = await portal.pool.query('select message from recorded_tv.command');
    expect(rows).toEqual([{ message: 'Ужинать!' }]);
  });

  test('a message without a text is not accepted', async () => {
    const { command } = await opened();
    const { status, body } = await command({ action: 'message' });
    expect([status, body.errors]).toEqual([422, [{ path: 'body.text', message: 'Напишите, что показать' }]]);
  });

  test('a box that is switched off gets nothing, and the command can be repeated at once', async () => {
    const { portal, recorded, command, states, devices } = await opened();
    await recorded.switchDevice(BOX, 'offline');
    await command({ action: 'reboot' });
    await portal.work();
    expect((await states())[0]).toBe('reboot offline');
    expect((await devices()).devices[0]).toMatchObject({ is_online: false });
    expect((await command({ action: 'reboot' })).status).toBe(200);
  });

  test('a box that is silent for a minute has timed out; a late answer still counts', async () => {
    const { portal, recorded, command, states } = await opened();
    await recorded.switchDevice(BOX, 'silent');
    await command({ action: 'reboot' });
    await portal.work();
    portal.clock.advance(59_000);
    expect((await states())[0]).toBe('reboot sent');
    portal.clock.advance(1_000);
    expect((await states())[0]).toBe('reboot timed_out');
    expect((await command({ action: 'reboot' })).status).toBe(200);
  });

  test('is not delivered later than a minute after it was ordered', async () => {
    let isAway = true;
    const asked: number[] = [];
    const { portal, command, states } = await opened((tv) => ({
      ...tv,
      command: (one) => {
        asked.push(one.commandId);
        return isAway ? Promise.reject(new Problem('outside_unavailable')) : tv.command(one);
      },
    }));
    await command({ action: 'reboot' });
    await portal.work();
    isAway = false;
    portal.clock.advance(61_000);
    await portal.work();
    expect((await states())[0]).toBe('reboot timed_out');
    expect(asked).toHaveLength(1);
    const { rows } = await portal.pool.query(`select state from outbox_effect where kind = 'tv.command'`);
    expect(rows).toEqual([{ state: 'done' }]);
  });

  test('a second reboot within two minutes is refused, as said before; then it is possible', async () => {
    const { portal, command, devices } = await opened();
    await Promise.all([command({ action: 'reboot' }), command({ action: 'reboot' })]);
    await portal.work();
    const { body, status } = await command({ action: 'reboot' });
    expect(status).toBe(429);
    expect(body).toMatchObject({
      code: 'tv_too_often',
      message: expect.stringMatching(/Ещё раз можно в \d\d:\d\d/) as string,
    });
    const reboot = (await devices()).devices[0]!.remote.find(({ action }) => action === 'reboot')!;
    expect(reboot).toMatchObject({ rest_seconds: 120, last: { state: 'done' } });
    const { rows } = await portal.pool.query(`select count(*)::int from tv_command where action = 'reboot'`);
    expect(rows).toEqual([{ count: 1 }]);
    portal.clock.set(new Date(reboot.again_from!));
    expect((await command({ action: 'reboot' })).status).toBe(200);
  });

  test.each([
    ['an unknown box', 'VB4-000-00'],
    ['an application', undefined],
  ])('%s is refused', async (_, device) => {
    const { command, devices } = await opened();
    const app = (await devices()).devices.find(({ kind }) => kind === 'app')!;
    const { status, body } = await command({ action: 'reboot', device: device ?? app.device });
    expect([status, body.code]).toEqual([409, 'tv_device_unknown']);
  });

  test.each([
    ['debt', /за долг/],
    ['operator', /провайдером/],
  ])('a service blocked for %s is refused with the reason, which the list tells beforehand', async (reason, words) => {
    const { portal, id, command, devices } = await opened();
    await portal.pool.query(`update service_user set state = 'blocked', reason = $2 where user_id = $1`, [id, reason]);
    const { status, body } = await command({ action: 'reboot' });
    expect([status, body.code]).toEqual([409, 'change_not_allowed']);
    expect(body.message).toMatch(words);
    const { devices: all, activation } = await devices();
    expect(all[0]!.remote[0]!.control).toEqual({ status: 'locked', text: body.message, possible_from: null });
    expect(activation).toMatchObject({ control: { status: 'locked' }, code: null });
  });

  test('what the platform cannot do is not offered, and refused', async () => {
    const { command, devices } = await opened((tv) => ({ ...tv, actions: ['reboot'] }));
    expect((await devices()).devices[0]!.remote.map(({ action }) => action)).toEqual(['reboot']);
    const { status, body } = await command({ action: 'reset_pin' });
    expect([status, body.message]).toEqual([409, 'PIN этой приставки сбросит поддержка']);
  });

  test('a service of another kind has no remote control', async () => {
    const { portal } = await opened();
    const { body } = await portal.send(contract.user.list, {}, WHO);
    const id = String(body[0]!.user_id);
    expect((await portal.send(tvUser.devices, { params: { id } }, WHO)).status).toBe(404);
    const request = { params: { id }, body: { action: 'reboot' } } as const;
    expect((await portal.send(tvUser.remoteControl, request, WHO)).status).toBe(404);
  });

  test('another box takes the place of one that is unbound', async () => {
    const { portal, command, devices } = await opened();
    await command({ action: 'rebind' });
    await portal.work();
    expect((await devices()).devices.map(({ kind }) => kind)).toEqual(['app', 'app']);
  });
});

describe('devices', () => {
  test('boxes first, with what can be sent to them', async () => {
    const { devices } = await opened();
    const { devices: all, is_connected, is_looking } = await devices();
    expect([is_connected, is_looking]).toEqual([true, false]);
    expect(all.map(({ name, is_online }) => [name, is_online])).toEqual([
      ['Волга Бокс 4K', true],
      ['Телевизор в спальне', false],
      ['Телефон Марии', true],
    ]);
    expect(all[0]!.remote.map(({ action }) => action)).toEqual(['reboot', 'reset_pin', 'rebind', 'reload', 'message']);
    expect(all[1]!.remote).toEqual([]);
  });

  test('the platform is asked anew at most every 30 seconds; what it no longer names is gone', async () => {
    let asked = 0;
    const { portal, id, devices } = await opened((tv) => ({
      ...tv,
      devices: async (userId) => {
        asked += 1;
        return (await tv.devices(userId)).slice(0, 1);
      },
    }));
    const look = async () => (await portal.send(tvUser.look, { params: { id } }, WHO)).body.is_looking;
    portal.clock.advance(60_000);
    expect([await look(), await look()]).toEqual([true, true]);
    expect((await devices()).is_looking).toBe(true);
    await portal.work();
    expect(asked).toBe(1);
    const after = await devices();
    expect([after.is_looking, after.devices.length]).toEqual([false, 1]);
    expect(await look()).toBe(false);
  });

  test('one is signed out once, by the platform; it leaves the list when that is done', async () => {
    const { portal, id, devices } = await opened();
    const app = (await devices()).devices[1]!.device;
    const drop = () => portal.send(tvUser.dropDevice, { params: { id }, body: { device: app } }, WHO);
    expect((await drop()).body).toEqual({ device: app, is_leaving: true });
    expect((await drop()).status).toBe(200);
    expect((await devices()).devices[1]).toMatchObject({ is_leaving: true });
    await portal.work();
    expect((await devices()).devices.map(({ device }) => device)).not.toContain(app);
    expect((await drop()).body.code).toBe('tv_device_unknown');
    const { rows } = await portal.pool.query(`select count(*)::int from outbox_effect where kind = 'tv.drop-device'`);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('a service in debt keeps its devices', async () => {
    const { portal, id, devices } = await opened();
    const { device } = (await devices()).devices[0]!;
    await portal.pool.query(`update service_user set state = 'blocked', reason = 'debt' where user_id = $1`, [id]);
    const { status, body } = await portal.send(tvUser.dropDevice, { params: { id }, body: { device } }, WHO);
    expect([status, body.code]).toEqual([409, 'change_not_allowed']);
  });

  test('without a platform the list is empty and nothing can be sent', async () => {
    const { command, devices, portal, id } = await opened(() => undefined);
    expect(await devices()).toMatchObject({ is_connected: false, activation: null });
    expect((await command({ action: 'reboot' })).body.code).toBe('change_not_allowed');
    expect((await portal.send(tvUser.look, { params: { id } }, WHO)).body).toEqual({ is_looking: false });
  });
});

describe('an activation code', () => {
  const codeOf = async (portal: TestPortal, id: string) => portal.send(tvUser.activationCode, { params: { id } }, WHO);
  const known = async ({ pool }: TestPortal) =>
    (await pool.query<{ code: string }>('select code from recorded_tv.code')).rows.map(({ code }) => code);

  test('is told at once, known to the platform a moment later, and the same while it is valid', async () => {
    const { portal, id, devices } = await opened();
    const { code, left } = (await codeOf(portal, id)).body;
    expect(code).toMatchObject({ code: expect.stringMatching(/^\d{8}$/) as string, login: null, is_ready: false });
    expect(left).toBe(4);
    await portal.work();
    expect((await devices()).activation!.code).toMatchObject({ code: code.code, until: code.until, is_ready: true });
    expect(await known(portal)).toEqual([code.code]);
    expect((await codeOf(portal, id)).body.code.code).toBe(code.code);
  });

  test('is sealed in the database, and in no order', async () => {
    const { portal, id } = await opened();
    const { code } = (await codeOf(portal, id)).body.code;
    const { rows } = await portal.pool.query<{ all: string }>(
      `select (select encode(secret, 'escape') from tv_code) || (select string_agg(payload::text, '') from outbox_effect) as all`,
    );
    expect(rows[0]!.all).not.toContain(code);
  });

  test('ends after ten minutes, in the platform, too', async () => {
    const { portal, id, devices } = await opened();
    await codeOf(portal, id);
    await portal.work();
    portal.clock.advance(10 * 60_000);
    expect((await devices()).activation!.code).toBeNull();
    await portal.work();
    expect(await known(portal)).toEqual([]);
  });

  test('the end of an old code does not end the new one', async () => {
    const { portal, id } = await opened();
    await codeOf(portal, id);
    await portal.work();
    portal.clock.advance(9.5 * 60_000);
    const { code } = (await codeOf(portal, id)).body.code;
    await portal.work();
    portal.clock.advance(0.5 * 60_000);
    await portal.work();
    expect(await known(portal)).toEqual([code]);
  });

  test('five are made within an hour, the sixth is refused with the time', async () => {
    const { portal, id } = await opened();
    for (let made = 0; made < 5; made += 1) {
      expect((await codeOf(portal, id)).status).toBe(200);
      portal.clock.advance(9.5 * 60_000);
    }
    const { status, body } = await codeOf(portal, id);
    expect([status, body.code]).toEqual([429, 'tv_too_often']);
    expect(body.message).toMatch(/Новый можно получить в \d\d:\d\d/);
  });

  test('a platform without codes says how to sign in', async () => {
    const { portal, id, devices } = await opened(({ codes: _, ...tv }) => tv);
    expect(await devices()).toMatchObject({
      activation: null,
      sign_in: expect.stringContaining('по номеру') as string,
    });
    expect((await codeOf(portal, id)).status).toBe(409);
  });
});
