// Reduces pictures to 64 colours: screens have few colours, and readers of the README may have slow connections.
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const MOST_COLOURS = 64;
type Colour = readonly [red: number, green: number, blue: number];

interface Raw {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel. */
  pixels: Buffer;
}

/** Decodes a PNG in the browser. */
async function rawOf(page: Page, png: Buffer): Promise<Raw> {
  const raw = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data } = context!.getImageData(0, 0, width, height);
    const parts: string[] = [];
    for (let at = 0; at < data.length; at += 8192) parts.push(String.fromCharCode(...data.subarray(at, at + 8192)));
    return { width, height, text: btoa(parts.join('')) };
  }, png.toString('base64'));
  return { ...raw, pixels: Buffer.from(raw.text, 'base64') };
}

const RGB = 0xff_ff_ff;

/** The colour of each pixel as one number. */
const coloursOf = ({ pixels, width, height }: Raw): number[] =>
  Array.from({ length: width * height }, (_, pixel) => (pixels.readUInt32BE(pixel * 4) >>> 8) & RGB);

const partsOf = (colour: number): Colour => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

/** The most frequent colours. */
function paletteOf(colours: readonly number[]): Colour[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].sort(([, a], [, b]) => b - a);
  return frequent.slice(0, MOST_COLOURS).map(([colour]) => partsOf(colour));
}

function nearest(palette: readonly Colour[], colour: Colour): number {
  const far = palette.map((one) => one.reduce((sum, part, index) => sum + (part - colour[index]!) ** 2, 0));
  return far.indexOf(Math.min(...far));
}

/** The same picture with 64 colours. */
export async function withFewColours(page: Page, png: Buffer): Promise<Buffer> {
  const raw = await rawOf(page, png);
  const { width, height } = raw;
  const colours = coloursOf(raw);
  const palette = paletteOf(colours);
  const indexes = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (const [pixel, colour] of colours.entries()) {
    const index = indexes.get(colour) ?? nearest(palette, partsOf(colour));
    indexes.set(colour, index);
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, with a palette.
  header.set([8, 3], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
