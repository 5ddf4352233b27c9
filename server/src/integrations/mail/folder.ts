import { layDown } from '../private-file.ts';
import type { Mail } from './port.ts';

/** Writes letters as `.eml` files to a folder; any mail program opens them, and nothing needs to be installed. */
export const folderMail = (folder: string): Mail => ({
  send({ to, subject, text }) {
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
    return layDown(folder, 'eml', lines.join('\r\n'));
  },
});

/** RFC 2047: a word may hold 75 characters, so a subject has several; none splits a character. */
const encodedWords = (text: string) =>
  (text.match(/.{1,20}/gsu) ?? []).map((part) => `=?utf-8?B?${base64(part)}?=`).join('\r\n ');

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
