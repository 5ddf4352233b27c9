import { randomUUID } from 'node:crypto';
import { writePrivateFile } from '../private-file.ts';
import type { Letter, Mail } from './port.ts';

/** Writes letters as `.eml` files to a folder; any mail program opens them, and nothing needs to be installed. */
export const folderMail = (folder: string): Mail => ({
  send(letter) {
    const lines = [
      `To: ${letter.to.replace(/[\r\n]/g, '')}`,
      `Subject: ${encodedWords(letter.subject)}`,
      'MIME-Version: 1.0',
      ...bodyOf(letter),
    ];
    return writePrivateFile(folder, 'eml', lines.join('\r\n'));
  },
});

function bodyOf({ text, attachments = [] }: Letter): string[] {
  const textPart = part('text/plain; charset=utf-8', Buffer.from(text));
  if (attachments.length === 0) return textPart;
  const boundary = randomUUID();
  const parts = [
    textPart,
    ...attachments.map(({ name, type, content }) =>
      part(type, content, [`Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`]),
    ),
  ];
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
    `--${boundary}--`,
    '',
  ];
}

const part = (type: string, content: Buffer, headers: readonly string[] = []): string[] => [
  `Content-Type: ${type}`,
  'Content-Transfer-Encoding: base64',
  ...headers,
  '',
  content.toString('base64').replace(/.{76}/g, '$&\r\n'),
  '',
];

/** RFC 2047: a word may hold 75 characters, so a subject has several; none splits a character. */
const encodedWords = (text: string) =>
  (text.match(/.{1,20}/gsu) ?? []).map((part) => `=?utf-8?B?${base64(part)}?=`).join('\r\n ');

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
