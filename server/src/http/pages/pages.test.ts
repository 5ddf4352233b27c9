import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readProvider } from '#server/kernel/provider.ts';
import { registerPages } from './pages.ts';

/** A server of built pages in their own folder. */
async function pages(options: Parameters<typeof registerPages>[3] = {}) {
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
  await registerPages(
    app,
    await readProvider(new URL('../../../seeds/provider.json', import.meta.url)),
    folder,
    options,
  );
  return { app, build, folder };
}

const withoutProvider = (html: string) => html.replace(/<meta.*<\/script>/, '');

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

test('an address where nothing is has the status 404, and the page that says so', async () => {
  const { app } = await pages();
  for (const [url, status] of [
    ['/lk/payment/i', 200],
    ['/lk/volga-online', 200],
    ['/lk/nowhere', 404],
    ['/lk/other-online?x=1', 404],
  ] as const) {
    const reply = await app.inject({ url });
    expect([url, reply.statusCode, withoutProvider(reply.body)]).toEqual([url, status, '<b>first index.html</b>']);
  }
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

test('the manifest names the provider in its colours, and only icons that are there', async () => {
  const { app } = await pages();
  const { headers, body } = await app.inject({ url: '/lk/manifest.webmanifest' });
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const manifest = JSON.parse(body) as { icons: { src: string }[] };
  expect(manifest).toMatchObject({
    name: 'Волга Телеком: личный кабинет',
    short_name: 'Волга Телеком',
    scope: './',
    start_url: './',
    display: 'standalone',
    theme_color: '#eef4f8',
  });
  const drawn = await readdir(new URL('../../../../web/public/icons', import.meta.url));
  for (const { src } of manifest.icons) expect(drawn.map((name) => `icons/${name}`)).toContain(src);
  const page = (await app.inject({ url: '/lk/' })).body;
  expect(page).toContain('<link rel="manifest" href="/lk/manifest.webmanifest">');
  expect(page).toContain('media="(prefers-color-scheme: dark)" content="#090f14"');
});

/** The version of the page that the service worker keeps. */
const releaseIn = (script: string): string | undefined => /release = '([^']*)'/.exec(script)?.[1];

test('another page makes another service worker, and an operator who wants none gets one that keeps nothing', async () => {
  const { app, build, folder } = await pages();
  await writeFile(join(folder, 'sw.js'), "const release = /* release */ '';");
  const later = vi.spyOn(performance, 'now');
  let now = performance.now();
  later.mockImplementation(() => (now += 1001));
  onTestFinished(() => {
    later.mockRestore();
  });
  const first = await app.inject({ url: '/lk/sw.js' });
  expect(first.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(releaseIn(first.body)).toMatch(/^[\w-]{22}$/);
  const again = { url: '/lk/sw.js', headers: { 'if-none-match': String(first.headers.etag) } };
  expect(await app.inject(again)).toMatchObject({ statusCode: 304, body: '' });

  await build('second');
  const second = await app.inject(again);
  expect(second.statusCode).toBe(200);
  expect(releaseIn(second.body)).not.toBe(releaseIn(first.body));

  const off = await pages({ offline: false });
  await writeFile(join(off.folder, 'sw.js'), "const release = /* release */ '';");
  expect(releaseIn((await off.app.inject({ url: '/lk/sw.js' })).body)).toBe('');
  expect((await off.app.inject({ url: '/lk/' })).body).toContain('"offline":false');
});

test('a script that the build has put inside a page is allowed by its hash, and no other', async () => {
  const { app, folder } = await pages();
  expect((await app.inject({ url: '/lk/' })).headers['content-security-policy']).toContain("script-src 'self';");
  await writeFile(join(folder, 'index.html'), '<!--provider--><script>look()</script>');
  const next = fastify();
  onTestFinished(() => next.close());
  await registerPages(next, await readProvider(new URL('../../../seeds/provider.json', import.meta.url)), folder);
  const hash = createHash('sha256').update('look()').digest('base64');
  for (const url of ['/lk/', '/lk/shell', '/lk/payment/i'])
    expect((await next.inject({ url })).headers['content-security-policy']).toContain(
      `script-src 'self' 'sha256-${hash}';`,
    );
});

test('the form of sign-in comes in its page, but not with a query, which may ask for another form', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-form-'));
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  for (const name of ['assets', 'server']) await mkdir(join(folder, name));
  for (const file of ['index.html', 'login.html']) await writeFile(join(folder, file), 'page');
  const renderer = `
    export const renderLogin = async (html, host) => ({
      top: { text: html, allowed: { 'style-src': "'sha256-of-styles'" } },
      rest: ' with a form at ' + host,
    });
  `;
  await writeFile(join(folder, 'server', 'login-document-1.js'), renderer);
  await registerPages(app, await readProvider(new URL('../../../seeds/provider.json', import.meta.url)), folder);
  const pageAt = async (url: string, host = 'lk.volga.example') => (await app.inject({ url, headers: { host } })).body;
  expect(await pageAt('/lk/login')).toBe('page with a form at domain.invalid');
  expect(await pageAt('/lk/login', '127.0.0.1:8080')).toBe('page with a form at 127.0.0.1');
  expect(await pageAt('/lk/login', '[::1]:8080')).toBe('page with a form at 127.0.0.1');
  expect(await pageAt('/lk/login?why=over')).toBe('page');
  const policyAt = async (url: string) => (await app.inject({ url })).headers['content-security-policy'];
  expect(await policyAt('/lk/login')).toContain("style-src 'self' 'sha256-of-styles';");
  expect(await policyAt('/lk/login?why=over')).toContain("style-src 'self';");
});

test('what renders the screens is loaded once the server listens, before anybody opens one; a failure harms no page', async () => {
  const warm = vi.fn(() => Promise.reject(new Error('no such file')));
  const { app } = await pages({ screen: Object.assign(() => Promise.resolve(false), { warm }) });
  await app.ready();
  expect(warm).not.toHaveBeenCalled();
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect(warm).toHaveBeenCalledOnce();
  expect((await app.inject({ url: '/lk/' })).statusCode).toBe(200);
});
