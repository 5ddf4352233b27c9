import { writePrivateFile } from '../private-file.ts';
import type { Sms } from './port.ts';

/** Writes text messages as `.txt` files to a folder, the number in the first line; nothing needs to be installed. */
export const folderSms = (folder: string): Sms => ({
  async send({ to, text }) {
    await writePrivateFile(folder, 'txt', `+${to}\n\n${text}\n`);
    return undefined;
  },
});
