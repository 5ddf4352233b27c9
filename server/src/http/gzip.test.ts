import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzip } from './gzip.ts';

/** Text that does not compress, so that the result comes in several parts. */
const noise = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * at * 7919) % 94))).join('');

test('compresses many texts of any length at once without mixing them', async () => {
  const texts = Array.from({ length: 24 }, (_, at) => `${at} ${noise(at * at * 500)} ё`);
  const compressed = await Promise.all(texts.map(gzip));
  expect(compressed.map((bytes) => gunzipSync(bytes).toString())).toEqual(texts);
});

test('memory of the compressors does not grow with the number of texts', async () => {
  const text = noise(20_000);
  const before = process.memoryUsage().external;
  for (let done = 0; done < 1000; done += 1) await gzip(text);
  expect(process.memoryUsage().external - before).toBeLessThan(8 << 20);
});
