import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderInMemory } from '../../../scripts/lib/guard.mjs';

/** Two workers with a few databases each take a tenth of it. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * A new folder for a database whose data may be lost: in memory if there is room, where cloning is five times as fast.
 */
export async function databaseFolder(prefix: string): Promise<string> {
  const memory = folderInMemory();
  const parent = memory !== undefined && (await hasRoom(memory)) ? memory : tmpdir();
  const folder = await mkdtemp(join(parent, prefix));
  // Root's server runs as another user, who must be able to enter.
  await chmod(folder, 0o711);
  return folder;
}

const hasRoom = (memory: string): Promise<boolean> =>
  statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM_BYTES,
    () => false,
  );
