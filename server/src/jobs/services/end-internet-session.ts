import { noteEnd, openSession } from '#server/domain/services/sessions/end-session.ts';
import type { World } from '#server/kernel/world.ts';

/** Ends a session in the network, then in the database; a session that is already over stays unchanged. */
export async function endInternetSession(
  { db, clock, outside }: World,
  { internetSessionId }: { internetSessionId: number },
): Promise<void> {
  const open = await db.read((tx) => openSession(tx, internetSessionId));
  if (!open) return;
  await outside.network.disconnect(open.userId, 'internet', open.address ?? undefined);
  await db.write((tx) => noteEnd(tx, internetSessionId, clock.now()));
}
