import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { registerCompression } from './compression.ts';

async function answered(text: string, encoding: string) {
  const app = fastify();
  onTestFinished(() => app.close());
  registerCompression(app);
  app.get('/', (_, reply) => reply.send(text));
  return app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
}

test.each([
  ['of Latin letters alone', 'Latin '],
  ['of Russian letters', 'Ёж № 5 «ё» '],
  ['with characters beyond the 65 536th', 'дом 🏠 '],
  ['with half of a character, as any UTF-8 encoder writes it', 'half \ud83c '],
])('a compressed text %s equals the original after decompression', async (_, words) => {
  const text = words.repeat(400);
  const reply = await answered(text, 'br, gzip');
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(reply.rawPayload)).toEqual(Buffer.from(text));
});

test.each([
  ['a short text', 'ё', 'gzip'],
  ['a text for a client that does not accept gzip', 'ё'.repeat(2000), 'br'],
])('does not compress %s', async (_, text, encoding) => {
  const reply = await answered(text, encoding);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.body).toBe(text);
});
