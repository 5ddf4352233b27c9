import { desired, endSessions, markApplied } from '#domain/services/access/access.queries.ts';
import { opened } from '#domain/services/access/service-password.ts';
import { markProvided, provisionOf } from '#domain/services/provisioning/provision.queries.ts';
import type { World } from '#kernel/world.ts';

/** Sends the current access settings of a service to the network; a delayed order includes later changes. */
export async function configureNetwork(
  world: World,
  { userId, until }: { userId: number; until?: string | undefined },
): Promise<void> {
  const { db, clock, outside } = world;
  const { login, version, auto_auth, bound_mac, sealed } = await db.read((tx) => desired(tx, userId));
  await outside.network.configure({
    userId,
    login,
    version,
    autoAuth: auto_auth,
    mac: bound_mac,
    ...(sealed && { password: opened(outside.vault, userId, sealed) }),
  });
  await db.write((tx) => markApplied(tx, userId, version, clock.now()));
  if (until !== undefined) await disconnectNetwork(world, { userId, until });
}

/** Sends the current programs of a service to the network; a delayed order includes later changes. */
export async function providePrograms({ db, clock, outside }: World, { userId }: { userId: number }): Promise<void> {
  const { version, programs } = await db.read((tx) => provisionOf(tx, userId));
  await outside.network.provide({ userId, version, programs });
  await db.write((tx) => markProvided(tx, userId, version, clock.now()));
}

/**
 * Ends the sessions of a service that were open when it was ordered; sessions that started later stay open in our
 * records.
 */
export async function disconnectNetwork(
  { db, clock, outside }: World,
  { userId, until }: { userId: number; until: string },
): Promise<void> {
  await outside.network.disconnect(userId);
  await db.write((tx) => endSessions(tx, userId, new Date(until), clock.now()));
}
