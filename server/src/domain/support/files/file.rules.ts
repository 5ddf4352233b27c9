import { LARGEST_FILE } from '@kabinet/contract/kernel/file';

/** A picture of more pixels would exhaust the memory of whoever opens it. */
const MOST_PIXELS = 100_000_000;

const TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;

export type FileType = keyof typeof TYPES;

/** Why a file is refused, in Russian. */
export interface FileRefusal {
  readonly refused: string;
}

const refused = (why: string): FileRefusal => ({ refused: why });

/** The type that the content has, whatever its name says; or why the file is refused. */
export function typeOf(content: Buffer): FileType | FileRefusal {
  if (content.length === 0) return refused('Файл пустой. Приложите другой');
  if (content.length > LARGEST_FILE) return refused('Файл больше 10 МБ. Приложите поменьше');
  const type = signatureOf(content);
  if (type === undefined) return refused('Приложите фото (JPEG, PNG, WebP) или PDF: другие файлы мы не принимаем');
  const size = sizeOf(type, content);
  if (size === undefined) return refused('Файл повреждён. Приложите другой');
  if (size > MOST_PIXELS) return refused('В картинке больше 100 мегапикселей. Уменьшите её');
  return type;
}

const startsWith = (content: Buffer, bytes: string, at = 0): boolean =>
  content.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'));

function signatureOf(content: Buffer): FileType | undefined {
  if (startsWith(content, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(content, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8)) return 'image/webp';
  if (startsWith(content, '%PDF-')) return 'application/pdf';
  return undefined;
}

/** Pixels of a picture by its header, 0 for a document; undefined if the header makes no sense. */
function sizeOf(type: FileType, content: Buffer): number | undefined {
  if (type === 'application/pdf') return content.includes('%%EOF', -2048) ? 0 : undefined;
  if (type === 'image/png') return pngSize(content);
  return type === 'image/webp' ? webpSize(content) : jpegSize(content);
}

function pngSize(content: Buffer): number | undefined {
  if (content.length < 33 || !startsWith(content, 'IHDR', 12)) return undefined;
  return content.readUInt32BE(16) * content.readUInt32BE(20);
}

function webpSize(content: Buffer): number | undefined {
  if (content.length < 30) return undefined;
  if (startsWith(content, 'VP8X', 12)) return (content.readUIntLE(24, 3) + 1) * (content.readUIntLE(27, 3) + 1);
  if (startsWith(content, 'VP8L', 12)) {
    const bits = content.readUInt32LE(21);
    return ((bits & 0x3fff) + 1) * (((bits >> 14) & 0x3fff) + 1);
  }
  if (startsWith(content, 'VP8 ', 12)) return (content.readUInt16LE(26) & 0x3fff) * (content.readUInt16LE(28) & 0x3fff);
  return undefined;
}

const IS_FRAME = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Walks the segments of a JPEG to the one that has its size. */
function jpegSize(content: Buffer): number | undefined {
  for (let at = 2; at + 9 < content.length;) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (IS_FRAME.has(marker)) return content.readUInt16BE(at + 5) * content.readUInt16BE(at + 7);
    else at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

const LONGEST_NAME = 80;

/** A name that harms no system: no path, no invisible or special characters, and the extension of the real type. */
export function harmlessName(given: string, type: FileType): string {
  const base = given
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/[<>:"|?*%;'`$&]+/g, '_')
    .replace(/(?:\.[a-z0-9]{1,8})+$/i, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  const name = Array.from(base).slice(0, LONGEST_NAME).join('').trim();
  return `${name === '' ? 'файл' : name}.${TYPES[type]}`;
}
