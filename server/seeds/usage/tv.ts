import type pg from 'pg';
import { insertRows } from '../rows.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

interface Device {
  readonly kind: 'box' | 'app';
  readonly name: string;
  readonly serial: string | null;
  readonly mode: 'online' | 'offline' | 'silent';
  /** How long ago it was connected. */
  readonly ago: number;
}

const box = (serial: string, mode: Device['mode'] = 'online', ago = MINUTE): Device => ({
  kind: 'box',
  name: 'Волга Бокс 4K',
  serial,
  mode,
  ago,
});
const app = (name: string, mode: Device['mode'], ago: number): Device => ({
  kind: 'app',
  name,
  serial: null,
  mode,
  ago,
});

/** Devices of TV services, by the position of the service in its contract. */
const DEVICES: Readonly<Record<number, readonly (readonly Device[])[]>> = {
  100_001: [
    [
      box('VB4-208-17'),
      app('Телефон Марии', 'online', 300 * MINUTE),
      app('Телевизор в спальне', 'offline', 3 * DAY + 40 * MINUTE),
    ],
  ],
  100_002: [[box('VB4-114-52', 'offline', DAY)]],
  // A shop whose box is switched off, and one whose box does not answer.
  100_005: [[box('VB4-301-01')], [box('VB4-301-02', 'offline', 2 * DAY)], [box('VB4-301-03', 'silent')], []],
};

/** Set-top boxes and applications of the demo, in the recorded platform and as the portal knows them. */
export async function addTvDevices(client: pg.ClientBase, now: Date): Promise<void> {
  for (const [contractId, services] of Object.entries(DEVICES)) {
    const { rows } = await client.query<{ user_id: number }>(
      `select user_id from service_user where contract_id = $1 and user_type = 'tv' order by user_id`,
      [contractId],
    );
    for (const [index, { user_id }] of rows.entries()) await addDevices(client, user_id, services[index] ?? [], now);
  }
  await addCommands(client, now);
}

async function addDevices(client: pg.ClientBase, userId: number, devices: readonly Device[], now: Date): Promise<void> {
  const rows = devices.map(({ kind, name, serial, mode, ago }, index) => ({
    common: {
      user_id: userId,
      device_id: serial ?? `app-${userId}-${index}`,
      kind,
      name,
      serial,
      seen_at: new Date(now.getTime() - ago),
    },
    mode,
  }));
  await insertRows(
    client,
    'recorded_tv.device',
    rows.map(({ common, mode }) => ({ ...common, mode })),
  );
  await insertRows(
    client,
    'tv_device',
    rows.map(({ common, mode }) => ({ ...common, is_online: mode !== 'offline' })),
  );
  await insertRows(client, 'tv_look', [{ user_id: userId, ordered_at: now, looked_at: now }]);
}

/** Adds earlier commands of the first client: one done today, and one that a box did not answer. */
async function addCommands(client: pg.ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ user_id: number; device_id: string }>(
    `select user_id, device_id from tv_device join service_user using (user_id) where contract_id = 100001 and kind = 'box'`,
  );
  for (const { user_id, device_id } of rows) {
    const at = (ago: number) => ({ user_id, device_id, ordered_at: new Date(now.getTime() - ago) });
    const [today, then] = [at(15 * MINUTE), at(3 * DAY)];
    await insertRows(client, 'tv_command', [
      { ...today, action: 'reload', state: 'done', answered_at: new Date(today.ordered_at.getTime() + 4000) },
      { ...then, action: 'reset_pin', state: 'timed_out', answered_at: new Date(then.ordered_at.getTime() + MINUTE) },
    ]);
  }
}
