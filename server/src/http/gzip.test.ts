import { createHook } from 'node:async_hooks';
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

test('texts one after the other share a compressor: the engine frees one only when it compacts its heap', async () => {
  let compressors = 0;
  const hook = createHook({ init: (_, type) => void (compressors += type === 'ZLIB' ? 1 : 0) }).enable();
  for (let done = 0; done < 20; done += 1) await gzip(noise(2000));
  hook.disable();
  expect(compressors).toBeLessThanOrEqual(1);
});
