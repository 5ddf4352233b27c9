import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { readProvider } from '#kernel/provider.ts';
import { registerPages } from './pages.ts';

test('a new build is served by the server that runs, and in its midst the pages before it', async () => {
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
  const pageAt = async (url: string) => (await app.inject({ url })).body.replace(/<script.*<\/script>/, '');

  expect(await pageAt('/lk/')).toBe('<b>first index.html</b>');
  await rm(join(folder, 'index.html'));
  expect(await pageAt('/lk/payment/i')).toBe('<b>first index.html</b>');
  await build('second');
  expect(await pageAt('/lk/')).toBe('<b>second index.html</b>');
  expect(await pageAt('/lk/login')).toBe('<b>second login.html</b>');
});
