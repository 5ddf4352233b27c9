import { describe, expect, test } from 'vitest';
import type { DesiredState } from '../network/port.ts';
import { ministraEmulator } from '../../../test/emulators/ministra.ts';
import { twentyFourEmulator } from '../../../test/emulators/twentyfour.ts';
import { testPortal } from '../../../test/portal/portal.ts';
import { ministra } from './ministra/ministra.ts';
import type { TvPackets } from './packets.ts';
import type { TvPlatform } from './port.ts';
import { recordedTv } from './recorded.ts';
import { twentyFour } from './twentyfour/twentyfour.ts';

type TvState = Extract<DesiredState, { kind: 'tv' }>;

const USER = 17;
/** The option 32 is nothing to the platform; 100 and 101 are base packets. */
const PACKETS: TvPackets = {
  plans: { 1: '100', 2: '101', 3: '100' },
  options: { 31: '300', 32: null },
  programs: { 1301: '201', 1302: '202', 1303: null },
};
const PATIENCE = 300;

const state = (changes: Partial<TvState> = {}): TvState => ({
  kind: 'tv',
  service: { userId: USER },
  contractId: 100_001,
  version: 1,
  access: 'open',
  restriction: null,
  plan: { planId: 1, speedMbit: null },
  next: null,
  login: 'tv-ivanov',
  options: [31, 32],
  programs: [1301],
  ...changes,
});

interface Bench {
  readonly platform: TvPlatform;
  readonly addDevice: (id: string, isOnline: boolean) => unknown;
  /** How many accounts it has; the built-in one has none. */
  readonly accounts?: () => number;
  readonly faults?: { lostReplies: number; errors: number; isSilent: boolean };
}

const phoneOf = () => Promise.resolve('79270000184');
const now = () => new Date('2026-11-20T10:05:00Z');

async function twentyFourBench() {
  const emulator = await twentyFourEmulator();
  const platform = twentyFour({ ...emulator.settings, packets: PACKETS, phoneOf, now, patience: PATIENCE });
  return {
    ...emulator,
    platform,
    addDevice: (id: string, isOnline: boolean) => emulator.addDevice(USER, id, isOnline),
  };
}

async function ministraBench() {
  const emulator = await ministraEmulator();
  const platform = ministra({ ...emulator.settings, packets: PACKETS, patience: PATIENCE });
  return {
    ...emulator,
    platform,
    addDevice: (id: string, isOnline: boolean) => emulator.addDevice(USER, id, isOnline),
  };
}

async function recordedBench(): Promise<Bench> {
  const { world, pool } = await testPortal({ template: 'empty' });
  return {
    platform: recordedTv(world.db),
    addDevice: (id, isOnline) =>
      pool.query(`insert into recorded_tv.device values ($1, $2, 'box', 'Box', null, $3, null)`, [
        USER,
        id,
        isOnline ? 'online' : 'offline',
      ]),
  };
}

const PLATFORMS: Record<string, () => Promise<Bench>> = {
  'the built-in platform': recordedBench,
  '24часаТВ': twentyFourBench,
  Ministra: ministraBench,
};

/** What differs between a state and what the platform tells of it, as the nightly check sees it. */
async function difference({ network }: TvPlatform, desired: TvState): Promise<string[]> {
  const told = await network.read(desired.service, 'tv', desired);
  if (!told) return ['service'];
  return Object.entries(told)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(desired[field as keyof TvState]))
    .map(([field]) => field);
}

describe.each(Object.entries(PLATFORMS))('%s', (_, open) => {
  test('does what the state says, again and again, through all changes', async () => {
    const { platform, accounts } = await open();
    const steps: TvState[] = [
      state(),
      state(),
      state({ version: 2, plan: { planId: 2, speedMbit: null } }),
      state({ version: 3, options: [], programs: [1302, 1303] }),
      state({ version: 4, access: 'closed', restriction: 'debt' }),
      state({ version: 5, access: 'closed', restriction: 'paused' }),
      state({ version: 6, plan: null, options: [] }),
      state({ version: 7, login: 'tv-petrov' }),
      state({ version: 8, access: 'closed', restriction: 'closed' }),
    ];
    for (const step of steps) {
      await platform.network.apply(step);
      expect(await difference(platform, step), `version ${step.version}`).toEqual([]);
    }
    if (accounts) expect(accounts()).toBe(1);
  });

  test('differs where somebody has changed it, and is unknown before', async () => {
    const { platform } = await open();
    expect(await difference(platform, state())).toEqual(['service']);
    await platform.network.apply(state({ access: 'closed', restriction: 'debt' }));
    expect(await difference(platform, state())).not.toEqual([]);
    await platform.network.apply(state());
    expect(await difference(platform, state({ programs: [1301, 1302] }))).toEqual(['programs']);
    expect(await difference(platform, state({ plan: { planId: 2, speedMbit: null } }))).toContain('plan');
    expect(await difference(platform, state({ access: 'closed', restriction: 'operator' }))).toContain('access');
  });

  test('lists devices and signs one out, also twice', async () => {
    const { platform, addDevice } = await open();
    await platform.network.apply(state());
    expect(await platform.devices(USER)).toEqual([]);
    await addDevice('00:1A:79:00:15:B3', true);
    await addDevice('00:1A:79:00:15:B4', false);
    const devices = await platform.devices(USER);
    expect(devices.map(({ deviceId, isOnline }) => [deviceId, isOnline])).toEqual([
      ['00:1A:79:00:15:B3', true],
      ['00:1A:79:00:15:B4', false],
    ]);
    await platform.dropDevice(USER, '00:1A:79:00:15:B4');
    await platform.dropDevice(USER, '00:1A:79:00:15:B4');
    expect((await platform.devices(USER)).map(({ deviceId }) => deviceId)).toEqual(['00:1A:79:00:15:B3']);
    expect(await platform.devices(99)).toEqual([]);
    await platform.dropDevice(99, 'none');
  });

  test('carries out each of its commands', async () => {
    const { platform, addDevice } = await open();
    await platform.network.apply(state());
    await addDevice('00:1A:79:00:15:B3', true);
    for (const [index, action] of platform.actions.filter((one) => one !== 'rebind').entries()) {
      const message = action === 'message' ? 'Ужинать!' : null;
      const command = { commandId: index + 1, userId: USER, deviceId: '00:1A:79:00:15:B3', action, message };
      expect(['done', 'passed'], action).toContain(await platform.command(command));
    }
  });
});

describe.each([
  ['24часаТВ', twentyFourBench],
  ['Ministra', ministraBench],
] as const)('%s that fails', (_, open) => {
  test('loses replies: the next try finds what was done, and makes no second account', async () => {
    const bench = await open();
    for (let lost = 0; lost < 6; lost += 1) {
      bench.faults.lostReplies = 1;
      await bench.platform.network.apply(state()).catch(() => undefined);
    }
    bench.faults.lostReplies = 0;
    await bench.platform.network.apply(state());
    expect(bench.accounts()).toBe(1);
    expect(await difference(bench.platform, state())).toEqual([]);
  });

  test('answers 500, or not at all: the order fails and succeeds when it is back', async () => {
    const { platform, faults } = await open();
    faults.errors = 10;
    await expect(platform.network.apply(state())).rejects.toMatchObject({ code: 'outside_unavailable' });
    faults.errors = 0;
    faults.isSilent = true;
    await expect(platform.network.apply(state())).rejects.toMatchObject({ code: 'outside_unavailable' });
    await expect(platform.devices(USER)).rejects.toMatchObject({ code: 'outside_unavailable' });
    faults.isSilent = false;
    await platform.network.apply(state());
    expect(await difference(platform, state())).toEqual([]);
  });

  test('tells nobody its secrets in an error', async () => {
    const { platform, faults, settings } = await open();
    faults.errors = 10;
    const error = (await platform.network.apply(state()).catch((one: unknown) => one)) as Error;
    const words = `${error.message} ${(error.cause as Error).message} ${(error.cause as Error).stack}`;
    for (const secret of [...Object.values(settings).slice(1), '79270000184']) expect(words).not.toContain(secret);
  });

  test('a service with a packet that the file does not name is an error of the operator, not a gap', async () => {
    const { platform } = await open();
    await expect(platform.network.apply(state({ programs: [1399] }))).rejects.toThrow(
      /TV_PACKETS нет пакета для услуги 1399/,
    );
  });
});

describe('24часаТВ', () => {
  test('is not closed while subscriptions are left, although the account is switched off', async () => {
    const { platform, users, subscriptions } = await twentyFourBench();
    await platform.network.apply(state());
    users[0]!.is_active = false;
    const closed = state({ access: 'closed', restriction: 'debt' });
    expect(await difference(platform, closed)).toContain('access');
    expect(await difference(platform, state())).toContain('access');
    await platform.network.apply(closed);
    expect([subscriptions.length, users[0]!.is_active]).toEqual([0, false]);
  });

  test('a subscription ends one second before the next month of the platform', async () => {
    const { platform, subscriptions } = await twentyFourBench();
    await platform.network.apply(state());
    expect(new Set(subscriptions.map(({ end_at, renew }) => `${end_at} ${renew}`))).toEqual(
      new Set(['2026-11-30T20:59:59.000Z true']),
    );
  });

  test('a packet of the platform itself stays', async () => {
    const { platform, users, subscriptions } = await twentyFourBench();
    await platform.network.apply(state());
    const gift = { packet: { id: 900, is_base: false }, renew: true, start_at: '', end_at: '' };
    subscriptions.push({ ...gift, id: 'gift', userId: users[0]!.id });
    await platform.network.apply(state({ access: 'closed', restriction: 'debt' }));
    expect(subscriptions.map(({ id }) => id)).toEqual(['gift']);
  });

  test('takes over the account that a subscriber made by himself, but not the one of another service', async () => {
    const { platform, users } = await twentyFourBench();
    const own = {
      id: 4999,
      username: 'self',
      phone: '+79270000184',
      provider_uid: null as string | null,
      is_active: true,
    };
    users.push(own);
    await platform.network.apply(state());
    expect(users).toEqual([{ ...own, provider_uid: '17', username: 'tv-ivanov' }]);
    const other = state({ service: { userId: 18 }, login: 'tv-18' });
    await expect(platform.network.apply(other)).rejects.toThrow(/уже у услуги 17/);
  });
});

describe('Ministra', () => {
  test('an ERROR that comes with 200 is a failure', async () => {
    const { platform, traps } = await ministraBench();
    await platform.network.apply(state());
    traps.errorsIn200 = 1;
    await expect(platform.network.disconnect(USER, 'tv')).resolves.toBeUndefined();
    await platform.network.apply(state());
    traps.errorsIn200 = 4;
    await expect(platform.network.apply(state({ programs: [1302] }))).rejects.toMatchObject({
      code: 'outside_unavailable',
    });
  });

  test('events reach the box by its MAC; one that is off gets none', async () => {
    const { platform, events, addDevice } = await ministraBench();
    await platform.network.apply(state());
    addDevice('00:1A:79:00:15:B3', true);
    addDevice('00:1A:79:00:15:B4', false);
    const send = (deviceId: string, action: 'reboot' | 'reload' | 'message', message: string | null = null) =>
      platform.command({ commandId: 1, userId: USER, deviceId, action, message });
    expect(await send('00:1A:79:00:15:B3', 'reboot')).toBe('passed');
    expect(await send('00:1A:79:00:15:B3', 'message', 'Ужинать!')).toBe('passed');
    expect(await send('00:1A:79:00:15:B4', 'reload')).toBe('offline');
    expect(events).toEqual([
      { to: '00:1A:79:00:15:B3', event: 'reboot', msg: null },
      { to: '00:1A:79:00:15:B3', event: 'send_msg', msg: 'Ужинать!' },
    ]);
  });

  test('unbinds the box of the account without deleting the account', async () => {
    const { platform, list, addDevice } = await ministraBench();
    await platform.network.apply(state());
    addDevice('00:1A:79:00:15:B3', true);
    const rebind = {
      commandId: 1,
      userId: USER,
      deviceId: '00:1A:79:00:15:B3',
      action: 'rebind',
      message: null,
    } as const;
    expect(await platform.command(rebind)).toBe('done');
    expect(list.map(({ stb_mac, account_number }) => [stb_mac, account_number])).toEqual([['', '17']]);
  });

  test('a code is the password until it is closed', async () => {
    const { platform, list } = await ministraBench();
    await platform.network.apply(state());
    await platform.codes!.open({ userId: USER, code: '48271936', until: now() });
    expect(list[0]!.password).toBe('48271936');
    await platform.codes!.close(USER);
    expect(list[0]!.password).toMatch(/^[\w-]{32}$/);
    await platform.codes!.close(99);
  });
});
