import type { Transform } from 'node:stream';
import { createHook } from 'node:async_hooks';
import { createGzip, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gzip, gzipTop, gzipWith, utf8 } from './gzip.ts';

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

test('many texts at once share as many compressors as the thread pool has threads', async () => {
  let compressors = 0;
  const hook = createHook({ init: (_, type) => void (compressors += type === 'ZLIB' ? 1 : 0) }).enable();
  await Promise.all(Array.from({ length: 40 }, () => gzip(noise(2000))));
  hook.disable();
  expect(compressors).toBeLessThanOrEqual(4);
});

test('a text whose beginning was compressed before is one whole: the beginning once, then only the rest', async () => {
  const [head, empty] = await Promise.all([`<style>${noise(60_000)}</style>ё`, ''].map(gzipTop));
  const rests = ['', 'ж', noise(90_000), `${noise(300)}</html>`];
  for (const top of [head!, empty!]) {
    const whole = await Promise.all(rests.map((rest) => gzipWith(top, Buffer.from(rest))));
    const beginning = top === head ? `<style>${noise(60_000)}</style>ё` : '';
    // The checksum and the length at the end are checked, too.
    expect(whole.map((bytes) => gunzipSync(bytes).toString())).toEqual(rests.map((rest) => beginning + rest));
    for (const bytes of whole) expect(bytes.subarray(0, top.bytes.length)).toEqual(top.bytes);
  }
});

test('a compressor that fails refuses its text, and the next text gets another one', async () => {
  const write = vi
    .spyOn(Object.getPrototypeOf(Object.getPrototypeOf(createGzip())) as Transform, '_transform')
    .mockImplementationOnce((_, __, done) => {
      done(new Error('no memory'));
    });
  onTestFinished(() => write.mockRestore());
  await expect(gzip('lost')).rejects.toThrow('no memory');
  expect(gunzipSync(await gzip('whole')).toString()).toBe('whole');
});

test.for([
  '',
  'plain',
  'Счёт «Интернет» — 5\u00a0₽, 🙂',
  'half of a sign \ud83d, the other half \ude42',
  'я'.repeat(131_072),
  'я'.repeat(131_073),
])('the bytes of a text are those of UTF-8 (%#)', (text) => {
  expect(utf8(text).equals(Buffer.from(text))).toBe(true);
});
