import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readProvider } from '#kernel/provider.ts';
import { registerPages } from './pages.ts';

/** Pages of a build in a folder of its own. */
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

const withoutProvider = (html: string) => html.replace(/<script.*<\/script>/, '');

test('a new build is served by the server that runs, and in its midst the pages before it', async () => {
  const { app, build, folder } = await pages();
  // Within a second the file is not looked at again.
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
] as const)('a page leaves compressed as %s allows', async (accepted, encoding, unpack) => {
  const { app } = await pages();
  const { headers, rawPayload } = await app.inject({ url: '/lk/', headers: { 'accept-encoding': accepted } });
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', 'cache-control': 'no-cache' });
  expect(withoutProvider(unpack(rawPayload).toString())).toBe('<b>first index.html</b>');
});

test('a page leaves as it is when the client takes no compression', async () => {
  const { app } = await pages();
  const { headers, body } = await app.inject({ url: '/lk/', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.0' } });
  expect(headers).not.toHaveProperty('content-encoding');
  expect(withoutProvider(body)).toBe('<b>first index.html</b>');
});

test('a browser that has the page gets no second copy, whichever page of the cabinet it asks for', async () => {
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
