import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { clockText } from '#server/domain/shared/text.rules.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { TvAction, TvPlatform } from '#server/integrations/tv/port.ts';
import { sendTvCommandEffect } from './effects.ts';
import { insertCommand, latestCommand, lockDevices, type CommandRow, type DeviceRow } from './tv.queries.ts';
import { refuseUnlessWatched } from './tv-service.ts';
import { againFrom, DONE, stateAt, UNSUPPORTED } from './tv.rules.ts';

interface RemotePress {
  readonly userId: number;
  readonly action: TvAction;
  readonly device?: string | undefined;
  readonly text?: string | undefined;
}

interface Setting {
  readonly now: Date;
  readonly zone: string;
  readonly platform: TvPlatform | undefined;
}

/** Orders a command to a set-top box; the platform gets it after this transaction. */
export async function sendCommand(tx: Tx, { userId, action, device, text }: RemotePress, setting: Setting) {
  const { now, zone, platform } = setting;
  await refuseUnlessWatched(tx, userId, platform);
  if (!platform?.actions.includes(action)) {
    throw new Problem('change_not_allowed', { message: UNSUPPORTED[action] });
  }
  const message = messageOf(action, text);
  const { device_id: deviceId } = boxOf(await lockDevices(tx, userId), device);
  const from = againFrom(action, await latestCommand(tx, userId, deviceId, action), now);
  if (from) {
    throw new Problem('tv_too_often', {
      message: `${DONE[action]}. Ещё раз можно в ${clockText(instant(from), zone)}`,
      retryAfter: Math.ceil((from.getTime() - now.getTime()) / 1000),
    });
  }
  const command = await insertCommand(tx, { userId, deviceId, action, message, now });
  await enqueueEffect(tx, sendTvCommandEffect, { userId, commandId: command.command_id });
  return commandAnswer(command, now);
}

function messageOf(action: TvAction, text: string | undefined): string | null {
  if (action !== 'message') return null;
  if (text !== undefined) return text;
  throw new Problem('bad_input', { errors: [{ path: 'body.text', message: 'Напишите, что показать' }] });
}

/** The box that a request means: the only one if it names none. */
function boxOf(devices: readonly DeviceRow[], wanted: string | undefined): DeviceRow {
  const boxes = devices.filter(({ kind, is_leaving }) => kind === 'box' && !is_leaving);
  const box = wanted === undefined && boxes.length === 1 ? boxes[0] : boxes.find((one) => one.device_id === wanted);
  if (box) return box;
  throw new Problem('tv_device_unknown');
}

/** A command as the client sees it. */
export const commandAnswer = (row: CommandRow, now: Date) => ({
  command_id: row.command_id,
  device: row.device_id,
  action: row.action,
  state: stateAt(row, now),
  is_confirmed: row.is_confirmed,
  ordered_at: row.ordered_at,
  answered_at: row.answered_at,
});
