import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testPortal } from '../../../test/portal/portal.ts';

/** Seconds for which a reply says that its connection stays open. */
async function toldSeconds(port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request({ port, path: '/healthz', headers: { connection: 'keep-alive' } }, (reply) => {
    reply.resume();
    resolve(String(reply.headers['keep-alive']));
  });
  asked.on('error', reject).end();
  return Number(/timeout=(\d+)/.exec(await promise)?.[1]);
}

test('HAProxy keeps idle connections for longer than Kabinet tells the client', async () => {
  const app = await (await testPortal({ template: 'empty' })).app();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const told = await toldSeconds((app.server.address() as AddressInfo).port);
  const settings = await readFile(new URL('../../../../deploy/ha/haproxy.cfg', import.meta.url), 'utf8');
  const kept = Number(/timeout http-keep-alive (\d+)s/.exec(settings)?.[1]);
  expect(kept).toBeGreaterThan(told);
});
