import { openedCode } from '#server/domain/services/tv/activation-code.ts';
import {
  tvCodeOf,
  forgetCode,
  forgetDevice,
  keepDevices,
  noteOpened,
  noteOutcome,
  openCommand,
} from '#server/domain/services/tv/tv.queries.ts';
import { ANSWER_MS } from '#server/domain/services/tv/tv.rules.ts';
import type { World } from '#server/kernel/world.ts';

interface OfUser {
  readonly userId: number;
}

/**
 * Passes a command to the platform. Gives up a command that could not be delivered within a minute, so that a box does not
 * restart when nobody expects it.
 */
export async function passCommand(world: World, { userId, commandId }: OfUser & { commandId: number }): Promise<void> {
  const { db, clock, outside } = world;
  const command = await db.read((tx) => openCommand(tx, commandId));
  if (!command) return;
  if (!outside.tv || clock.now().getTime() - Date.parse(command.ordered_at) >= ANSWER_MS) {
    await db.write((tx) => noteOutcome(tx, commandId, 'timed_out', clock.now()));
    return;
  }
  const { device_id: deviceId, action, message } = command;
  const outcome = await outside.tv.command({ commandId, userId, deviceId, action, message });
  if (outcome !== 'unanswered') await db.write((tx) => noteOutcome(tx, commandId, outcome, clock.now()));
  await storeDevices(world, { userId });
}

/** Asks the platform for the devices of a service and stores them. */
export async function storeDevices({ db, clock, outside }: World, { userId }: OfUser): Promise<void> {
  if (!outside.tv) return;
  const devices = await outside.tv.devices(userId);
  await db.write((tx) => keepDevices(tx, userId, devices, clock.now()));
}

export async function signDeviceOut(
  { db, outside }: World,
  { userId, deviceId }: OfUser & { deviceId: string },
): Promise<void> {
  await outside.tv?.dropDevice(userId, deviceId);
  await db.write((tx) => forgetDevice(tx, userId, deviceId));
}

/** Gives the platform a code, if it is still valid and no newer one exists. */
export async function openCodeAtPlatform(
  { db, clock, outside }: World,
  { userId, codeId }: OfUser & { codeId: string },
): Promise<void> {
  const row = await db.read((tx) => tvCodeOf(tx, userId));
  if (row?.code_id !== codeId || Date.parse(row.expires_at) <= clock.now().getTime()) return;
  const until = new Date(row.expires_at);
  await outside.tv?.codes?.open({ userId, code: openedCode(outside.vault, userId, row), until });
  await db.write((tx) => noteOpened(tx, codeId, clock.now()));
}

/** Closes an expired code, unless a newer one has replaced it. */
export async function closeCodeAtPlatform(
  { db, outside }: World,
  { userId, codeId }: OfUser & { codeId: string },
): Promise<void> {
  const row = await db.read((tx) => tvCodeOf(tx, userId));
  if (row?.code_id !== codeId) return;
  await outside.tv?.codes?.close(userId);
  await db.write((tx) => forgetCode(tx, codeId));
}
