import type { Database } from '#server/db/database.ts';
import { recordedNetwork } from '../network/recorded.ts';
import type { TvPlatform } from './port.ts';
import {
  closeRecordedCode,
  deleteDevice,
  deviceOf,
  recordedDevicesOf,
  isCarriedOut,
  openRecordedCode,
  recordCommand,
  setMode,
} from './recorded.queries.ts';

/** A TV platform whose devices are rows of the database. */
export interface RecordedTv extends TvPlatform {
  /** Switches a device on or off, or makes it silent: connected, but without an answer. False if there is no such device. */
  switchDevice(deviceId: string, mode: 'online' | 'offline' | 'silent'): Promise<boolean>;
}

export function recordedTv(db: Database): RecordedTv {
  return {
    name: 'recorded',
    network: recordedNetwork(db),
    actions: ['reboot', 'reset_pin', 'rebind', 'reload', 'message'],
    codes: {
      withLogin: false,
      open: (code) => db.write((tx) => openRecordedCode(tx, code)),
      close: (userId) => db.write((tx) => closeRecordedCode(tx, userId)),
    },
    devices: async (userId) => {
      const rows = await db.read((tx) => recordedDevicesOf(tx, userId));
      return rows.map(({ device_id, kind, name, serial, mode, seen_at }) => ({
        deviceId: device_id,
        kind,
        name,
        serial,
        isOnline: mode !== 'offline',
        seenAt: seen_at === null ? null : new Date(seen_at),
      }));
    },
    dropDevice: (userId, deviceId) => db.write((tx) => deleteDevice(tx, userId, deviceId)),
    command: (command) =>
      db.write(async (tx) => {
        if (await isCarriedOut(tx, command.commandId)) return 'done';
        const device = await deviceOf(tx, command);
        if (!device || device.mode === 'offline') return 'offline';
        if (device.mode === 'silent') return 'unanswered';
        await recordCommand(tx, command);
        // Another box may now take the place of this one.
        if (command.action === 'rebind') await deleteDevice(tx, command.userId, command.deviceId);
        return 'done';
      }),
    switchDevice: (deviceId, mode) => db.write((tx) => setMode(tx, deviceId, mode)),
  };
}
