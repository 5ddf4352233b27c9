import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a new file that only its owner can read; it appears under its name only when it is complete. */
export async function writePrivateFile(folder: string, ending: 'eml' | 'txt', text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // An earlier version may have left the folder open.
  await chmod(folder, 0o700);
  const file = join(folder, `${randomUUID()}.${ending}`);
  try {
    await writeFile(`${file}.part`, text, { mode: 0o600 });
    await rename(`${file}.part`, file);
  } catch (error) {
    // On a full disk each attempt would leave another part.
    await rm(`${file}.part`, { force: true });
    throw error;
  }
}
