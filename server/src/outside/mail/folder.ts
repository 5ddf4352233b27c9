import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './port.ts';

/** Letters as `.eml` files in a folder, which any mail program opens: nothing needs to be installed. */
export function folderMail(folder: string): Mail {
  return {
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${randomUUID()}.eml`);
      const lines = [
        `To: ${to.replace(/[\r\n]/g, '')}`,
        `Subject: ${encodedWords(subject)}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: base64',
        '',
        base64(text).replace(/.{76}/g, '$&\r\n'),
        '',
      ];
      // Whoever watches the folder never sees half a letter.
      await writeFile(`${file}.part`, lines.join('\r\n'));
      await rename(`${file}.part`, file);
    },
  };
}

/** RFC 2047: a word may hold 75 characters, so a subject is written as several; none splits a letter. */
const encodedWords = (text: string) =>
  (text.match(/.{1,20}/gsu) ?? []).map((part) => `=?utf-8?B?${base64(part)}?=`).join('\r\n ');

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
