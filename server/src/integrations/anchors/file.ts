import { access, constants, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fileTrouble } from '#server/db/file-trouble.ts';
import type { AnchorStore } from './port.ts';

const Line = z.object({ seq: z.int(), hash: z.string().regex(/^[\da-f]{64}$/), at: z.string() });

/** A file to which lines are only added, each a JSON object. Without a file yet there are none. */
export const anchorFile = (path: string): AnchorStore => ({
  append: async (anchor) => {
    // Only its owner may read or write it; `chattr +a` lets even him only append.
    const file = await open(path, 'a', 0o600);
    try {
      await file.write(`${JSON.stringify(anchor)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  all: async () => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as { code?: string }).code === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').flatMap((line) => (line === '' ? [] : [Line.parse(JSON.parse(line))]));
  },
});

/** Why this process can neither add to the file nor make it; undefined if it can. */
export async function anchorTrouble(path: string): Promise<string | undefined> {
  const mayWrite = (place: string) => access(place, constants.W_OK);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return mayWrite(isThere ? path : dirname(path)).then(
    () => undefined,
    (error: unknown) => `не записать: ${fileTrouble(error) ?? (error as Error).message}`,
  );
}
