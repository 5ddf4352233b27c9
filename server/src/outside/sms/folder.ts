import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sms } from './port.ts';

/** Text messages as `.txt` files in a folder, the number in the first line: nothing needs to be installed. */
export function folderSms(folder: string): Sms {
  return {
    async send({ to, text }) {
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${randomUUID()}.txt`);
      // Whoever watches the folder never sees half a message.
      await writeFile(`${file}.part`, `+${to}\n\n${text}\n`);
      await rename(`${file}.part`, file);
    },
  };
}
