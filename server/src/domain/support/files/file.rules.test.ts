import { describe, expect, test } from 'vitest';
import { harmlessName, typeOf } from './file.rules.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const refusal = (content: Buffer) => {
  const type = typeOf(content);
  return typeof type === 'string' ? null : type.refused;
};

/** The header of a PNG: signature, length and name of its first chunk, width, height, and the rest of the chunk. */
function png(width: number, height: number): Buffer {
  const content = Buffer.alloc(33);
  latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR').copy(content);
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(height, 20);
  return content;
}

function webp(chunk: string, write: (content: Buffer) => void): Buffer {
  const content = Buffer.alloc(30);
  latin(`RIFF\0\0\0\0WEBP${chunk}`).copy(content);
  write(content);
  return content;
}
const extended = (width: number, height: number) =>
  webp('VP8X', (content) => {
    content.writeUIntLE(width - 1, 24, 3);
    content.writeUIntLE(height - 1, 27, 3);
  });
const lossless = (width: number, height: number) =>
  webp('VP8L', (content) => content.writeUInt32LE((width - 1) | ((height - 1) << 14), 21));
/** The upper two bits of a side scale the picture and are no part of its size. */
const lossy = (width: number, height: number) =>
  webp('VP8 ', (content) => {
    content.writeUInt16LE(width | 0x4000, 26);
    content.writeUInt16LE(height | 0x8000, 28);
  });

/** A JPEG with a segment of notes, padding, and the frame that has the size. */
const jpeg = (width: number, height: number, frame = 0xc0): Buffer => {
  const sides = Buffer.alloc(4);
  sides.writeUInt16BE(height, 0);
  sides.writeUInt16BE(width, 2);
  const notes = [0xff, 0xe0, 0, 4, 1, 2];
  return Buffer.from([0xff, 0xd8, ...notes, 0xff, 0xff, frame, 0, 11, 8, ...sides, 1, 1]);
};

describe('the type of a file', () => {
  test('is that of its content', () => {
    expect(typeOf(png(10, 10))).toBe('image/png');
    expect(typeOf(jpeg(10, 10))).toBe('image/jpeg');
    for (const picture of [extended, lossless, lossy]) expect(typeOf(picture(10, 10))).toBe('image/webp');
    expect(typeOf(latin('%PDF-1.7 … %%EOF'))).toBe('application/pdf');
  });

  test('is refused if there is none of ours', () => {
    expect(refusal(Buffer.alloc(0))).toMatch(/^Файл пустой/);
    for (const content of ['GIF89a', '<svg/>', '\xff\xd8', 'RIFF\0\0\0\0WAVE', 'ABCD\0\0\0\0WEBP']) {
      expect(refusal(latin(content))).toMatch(/^Приложите фото/);
    }
  });

  test('is refused beyond ten megabytes', () => {
    const pdf = (bytes: number) => Buffer.concat([latin('%PDF-'), Buffer.alloc(bytes - 10), latin('%%EOF')]);
    expect(refusal(pdf(10 * 1024 * 1024))).toBeNull();
    expect(refusal(pdf(10 * 1024 * 1024 + 1))).toMatch(/больше 10 МБ/);
  });

  test('needs a whole header, and the end of a document near its end', () => {
    expect(refusal(png(10, 10).subarray(0, 32))).toMatch(/повреждён/);
    expect(refusal(latin('\x89PNG\r\n\x1a\n'.padEnd(40)))).toMatch(/повреждён/);
    expect(refusal(lossy(10, 10).subarray(0, 29))).toMatch(/повреждён/);
    expect(refusal(webp('VP9 ', () => undefined))).toMatch(/повреждён/);
    expect(refusal(latin('%PDF-1.7'))).toMatch(/повреждён/);
    const far = (bytes: number) => Buffer.concat([latin('%PDF-%%EOF'), Buffer.alloc(bytes)]);
    expect(refusal(far(2043))).toBeNull();
    expect(refusal(far(2044))).toMatch(/повреждён/);
  });
});

describe('the size of a picture', () => {
  test.each<[string, (width: number, height: number) => Buffer]>([
    ['PNG', png],
    ['extended WebP', extended],
    ['lossless WebP', lossless],
    ['lossy WebP', lossy],
    ['JPEG', jpeg],
  ])('of %s is at most a hundred megapixels', (_, picture) => {
    expect(refusal(picture(10_000, 10_000))).toBeNull();
    expect(refusal(picture(10_001, 10_000))).toMatch(/мегапикселей/);
    expect(refusal(picture(10_000, 10_001))).toMatch(/мегапикселей/);
    expect(refusal(picture(16_000, 16_000))).toMatch(/мегапикселей/);
  });

  test('is counted to the pixel', () => {
    expect(refusal(png(5_882_353, 17))).toMatch(/мегапикселей/);
  });

  test('of a JPEG is in the frame, of whatever kind; tables before it are skipped', () => {
    for (const frame of [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]) {
      expect(refusal(jpeg(10_001, 10_000, frame))).toMatch(/мегапикселей/);
    }
    for (const table of [0xc4, 0xc8, 0xcc, 0xdb]) expect(refusal(jpeg(10_001, 10_000, table))).toMatch(/повреждён/);
  });

  test('of a JPEG is found without padding, and not behind what is no segment', () => {
    const frame = [0xc0, 0, 11, 8, 0, 10, 0, 10, 1, 1];
    const after = (...between: number[]) => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, ...between, ...frame]);
    expect(refusal(after(0xff))).toBeNull();
    expect(refusal(after(0))).toMatch(/повреждён/);
  });

  test('of a JPEG without a frame is unknown', () => {
    expect(refusal(latin('\xff\xd8\xff'))).toMatch(/повреждён/);
    expect(refusal(latin('\xff\xd8\xff\xe0'.padEnd(40)))).toMatch(/повреждён/);
    expect(refusal(jpeg(10, 10).subarray(0, 14))).toMatch(/повреждён/);
  });
});

describe('the name of a file', () => {
  test('keeps what a person reads, with the extension of the real type', () => {
    expect(harmlessName('Договор № 7.pdf', 'application/pdf')).toBe('Договор № 7.pdf');
    expect(harmlessName('photo.jpeg', 'image/png')).toBe('photo.png');
    expect(harmlessName('скрин.exe.png', 'image/webp')).toBe('скрин.webp');
  });

  test('has no path, no special signs, no points and spaces at its ends', () => {
    expect(harmlessName('../../etc/passwd', 'image/png')).toBe('passwd.png');
    expect(harmlessName('C:\\temp\\фото.jpg', 'image/jpeg')).toBe('фото.jpg');
    expect(harmlessName('a<b>:"c|?*.png', 'image/png')).toBe('a_b_c_.png');
    expect(harmlessName(' ..a\u202eb\n c. ', 'image/png')).toBe('a b c.png');
  });

  test('has at most eighty signs, and is never empty', () => {
    expect(harmlessName('я'.repeat(80), 'image/png')).toBe(`${'я'.repeat(80)}.png`);
    expect(harmlessName('я'.repeat(81), 'image/png')).toBe(`${'я'.repeat(80)}.png`);
    expect(harmlessName('😀'.repeat(81), 'image/png')).toBe(`${'😀'.repeat(80)}.png`);
    for (const none of ['', '.png', '...', '/']) expect(harmlessName(none, 'image/png')).toBe('файл.png');
  });
});
