import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { TvPlatform } from '#server/integrations/tv/port.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { activationOf } from './activation-code.ts';
import { dropTvDeviceEffect, lookAtTvDevicesEffect } from './effects.ts';
import { commandAnswer } from './remote-control.ts';
import { knownTv, refuseUnlessWatched } from './tv-service.ts';
import { tvDevicesOf, latestCommands, lockDevices, lookOf, orderDrop, orderLook } from './tv.queries.ts';
import type { CommandRow, DeviceRow } from './tv.queries.ts';
import { againFrom, LOOK_REST_MS, REST_MS, whyNoRemote } from './tv.rules.ts';

interface Setting {
  readonly now: Date;
  readonly platform: TvPlatform | undefined;
  readonly vault: Vault;
}

/** A platform without codes recognises a subscriber by his telephone. */
const BY_PHONE = 'В приложении войдите по номеру телефона из договора: придёт СМС с кодом';

/** The devices of a TV service, as last reported by the platform. */
export async function tvDevices(tx: Tx, userId: number, { now, platform, vault }: Setting) {
  const { situation, login } = await knownTv(tx, userId);
  const [devices, commands, look] = await Promise.all([
    tvDevicesOf(tx, userId),
    latestCommands(tx, userId),
    lookOf(tx, userId),
  ]);
  const why = whyNoRemote(situation);
  const activation = platform?.codes
    ? await activationOf(tx, { userId, login: platform.codes.withLogin ? login : null, why }, { now, vault })
    : null;
  return {
    user_id: userId,
    is_connected: platform !== undefined,
    as_of: look?.looked_at ?? null,
    is_looking: isUnderWay(look, now),
    devices: devices.map((device) => deviceAnswer(device, { platform, commands, why, now })),
    activation,
    sign_in: platform && !platform.codes ? BY_PHONE : null,
  };
}

/** Whether an answer about devices may still come; after some time it is no longer awaited. */
const isUnderWay = (look: { ordered_at: string; looked_at: string | null } | undefined, now: Date): boolean =>
  look !== undefined &&
  (look.looked_at === null || look.looked_at < look.ordered_at) &&
  now.getTime() - Date.parse(look.ordered_at) < LOOK_REST_MS;

interface Around {
  readonly platform: TvPlatform | undefined;
  readonly commands: readonly CommandRow[];
  readonly why: string | null;
  readonly now: Date;
}

const deviceAnswer = ({ device_id: device, ...row }: DeviceRow, around: Around) => ({
  device,
  kind: row.kind,
  name: row.name,
  serial: row.serial,
  is_online: row.is_online,
  seen_at: row.seen_at,
  is_leaving: row.is_leaving,
  remote: row.kind === 'box' ? remoteOf(device, around) : [],
});

function remoteOf(deviceId: string, { platform, commands, why, now }: Around) {
  return (platform?.actions ?? []).map((action) => {
    const last = commands.find((one) => one.device_id === deviceId && one.action === action);
    const from = againFrom(action, last, now);
    return {
      action,
      control: { status: why === null ? ('off' as const) : ('locked' as const), text: why ?? '', possible_from: null },
      again_from: from && instant(from),
      rest_seconds: REST_MS[action] / 1000,
      last: last ? commandAnswer(last, now) : null,
    };
  });
}

/** Asks the platform for the devices, unless it was asked a moment ago. */
export async function look(tx: Tx, userId: number, now: Date, platform: TvPlatform | undefined): Promise<boolean> {
  await knownTv(tx, userId);
  if (!platform) return false;
  if (await orderLook(tx, userId, now, new Date(now.getTime() - LOOK_REST_MS))) {
    await enqueueEffect(tx, lookAtTvDevicesEffect, { userId });
    return true;
  }
  const known = await lookOf(tx, userId);
  return isUnderWay(known, now);
}

/** Orders the removal of a device; a repeat orders nothing more. */
export async function dropDevice(
  tx: Tx,
  { userId, device }: { userId: number; device: string },
  { now, platform }: Pick<Setting, 'now' | 'platform'>,
) {
  await refuseUnlessWatched(tx, userId, platform);
  const known = (await lockDevices(tx, userId)).some(({ device_id }) => device_id === device);
  if (!known) throw new Problem('tv_device_unknown');
  const isOrdered = (await orderDrop(tx, userId, device, now)) > 0;
  if (isOrdered) await enqueueEffect(tx, dropTvDeviceEffect, { userId, deviceId: device });
  return { device, is_leaving: true };
}
