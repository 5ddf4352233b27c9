import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readProvider } from '#kernel/provider.ts';
import { registerPages } from './pages.ts';

/** A server of built pages in their own folder. */
async function pages() {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-pages-'));
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const build = (name: string) =>
    Promise.all(
      ['index.html', 'login.html'].map((file) =>
        writeFile(join(folder, file), `<!--provider--><b>${name} ${file}</b>`),
      ),
    );
  await mkdir(join(folder, 'assets'));
  await build('first');
  await registerPages(app, await readProvider(new URL('../../seeds/provider.json', import.meta.url)), folder);
  return { app, build, folder };
}

const withoutProvider = (html: string) => html.replace(/<link.*<\/script>/, '');

test('a running server serves a new build, and the previous pages while the build is being replaced', async () => {
  const { app, build, folder } = await pages();
  // The file is not checked again within a second.
  const later = vi.spyOn(performance, 'now');
  let now = performance.now();
  later.mockImplementation(() => (now += 1001));
  onTestFinished(() => {
    later.mockRestore();
  });
  const pageAt = async (url: string) => withoutProvider((await app.inject({ url })).body);

  expect(await pageAt('/lk/')).toBe('<b>first index.html</b>');
  await rm(join(folder, 'index.html'));
  expect(await pageAt('/lk/payment/i')).toBe('<b>first index.html</b>');
  await build('second');
  expect(await pageAt('/lk/')).toBe('<b>second index.html</b>');
  expect(await pageAt('/lk/login')).toBe('<b>second login.html</b>');
});

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['br;q=0.5', 'br', brotliDecompressSync],
] as const)('a page is compressed as %s allows', async (accepted, encoding, unpack) => {
  const { app } = await pages();
  const { headers, rawPayload } = await app.inject({ url: '/lk/', headers: { 'accept-encoding': accepted } });
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', 'cache-control': 'no-cache' });
  expect(withoutProvider(unpack(rawPayload).toString())).toBe('<b>first index.html</b>');
});

test('a page is not compressed for a client that does not accept it', async () => {
  const { app } = await pages();
  const { headers, body } = await app.inject({ url: '/lk/', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.0' } });
  expect(headers).not.toHaveProperty('content-encoding');
  expect(withoutProvider(body)).toBe('<b>first index.html</b>');
});

test('a browser that has the page gets 304 for every page of the cabinet', async () => {
  const { app } = await pages();
  const { headers } = await app.inject({ url: '/lk/' });
  const again = await app.inject({
    url: '/lk/payment/i',
    headers: { 'if-none-match': `"other", ${String(headers.etag)}` },
  });
  expect(again).toMatchObject({ statusCode: 304, body: '' });
  const other = await app.inject({ url: '/lk/login', headers: { 'if-none-match': String(headers.etag) } });
  expect(other.statusCode).toBe(200);
});
