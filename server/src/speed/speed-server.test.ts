import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { issueTicket } from '#server/integrations/speed/ticket.ts';
import { LARGEST, speedServer } from './speed-server.ts';

const SECRET = 'a secret of the measuring servers';
const NOW = new Date('2026-11-23T12:00:00Z');
const { text: ticket } = issueTicket(SECRET, NOW);

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** The status of a reply to what is written on the socket. */
async function raw(port: number, lines: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${lines}\r\nhost: speed\r\nconnection: close\r\n\r\n`);
  let reply = '';
  for await (const piece of socket) reply += String(piece);
  return reply.slice(9, 12);
}

async function start({ now = NOW, most }: { now?: Date; most?: { all: number; ofAddress: number } } = {}) {
  const server = speedServer({
    secret: SECRET,
    origin: 'https://lk.example.ru',
    now: () => now,
    ...(most && { most }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  return Object.assign((path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init), { port });
}

test('sends exactly the bytes asked for, uncompressed, for the portal’s pages', async () => {
  const ask = await start();
  const reply = await ask(`/down?bytes=3500000&ticket=${ticket}`);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-length': '3500000',
    'cache-control': 'no-store, no-transform',
    'access-control-allow-origin': 'https://lk.example.ru',
    'timing-allow-origin': 'https://lk.example.ru',
  });
  expect((await reply.arrayBuffer()).byteLength).toBe(3_500_000);
  expect((await (await ask(`/down?bytes=0&ticket=${ticket}`)).arrayBuffer()).byteLength).toBe(0);
});

test('takes data and says nothing of it', async () => {
  const ask = await start();
  const reply = await ask(`/up?ticket=${ticket}`, { method: 'POST', body: '0'.repeat(2_000_000) });
  expect([reply.status, await reply.text()]).toEqual([200, '']);
});

test.each([
  ['without a ticket', '/down?bytes=10', 403],
  ['with another secret’s ticket', `/down?bytes=10&ticket=${issueTicket('another secret', NOW).text}`, 403],
  ['with a changed ticket', `/down?bytes=10&ticket=9${ticket}`, 403],
  ['for more than the most', `/down?bytes=${LARGEST + 1}&ticket=${ticket}`, 416],
  ['for no number', `/down?bytes=1e9&ticket=${ticket}`, 416],
  ['of another address', `/else?ticket=${ticket}`, 404],
])('refuses a request %s', async (_, path, status) => {
  const ask = await start();
  expect((await ask(path)).status).toBe(status);
});

test('a ticket ends', async () => {
  const later = await start({ now: new Date(NOW.getTime() + 10 * 60_000) });
  expect((await later(`/down?bytes=10&ticket=${ticket}`)).status).toBe(403);
});

test('one address cannot take the bandwidth of others; a place is free again when a reader leaves', async () => {
  const ask = await start({ most: { all: 10, ofAddress: 1 } });
  const leaving = new AbortController();
  const slow = await ask(`/down?bytes=${LARGEST}&ticket=${ticket}`, { signal: leaving.signal });
  const refused = await ask(`/down?bytes=10&ticket=${ticket}`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  leaving.abort();
  await slow.body?.cancel().catch(() => undefined);
  await expect.poll(async () => (await ask(`/down?bytes=10&ticket=${ticket}`)).status).toBe(200);
});

test('tells that it is up without a ticket', async () => {
  const ask = await start();
  expect((await ask('/healthz')).status).toBe(200);
});

test.each([
  ['GET // HTTP/1.1', '403'],
  ['GET //[ HTTP/1.1', '403'],
  ['GET http://[ HTTP/1.1', '403'],
  ['GET http://speed/healthz HTTP/1.1', '200'],
  [`GET http://speed/down?bytes=1&ticket=${ticket} HTTP/1.1`, '200'],
  ['OPTIONS * HTTP/1.1', '403'],
  ['GET /?%%%ticket=%ff HTTP/1.1', '403'],
  ['GET /down HTTP/9', '400'],
])('«%s» is answered, and the server goes on', async (line, status) => {
  const ask = await start();
  expect(await raw(ask.port, line)).toBe(status);
  expect((await ask('/healthz')).status).toBe(200);
});

test('behind a proxy on this machine each reader has places of his own, whatever he says of himself', async () => {
  const ask = await start({ most: { all: 10, ofAddress: 1 } });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': `192.0.2.9, ${address}` } });
  const leaving = new AbortController();
  const first = { ...from('192.0.2.1'), signal: leaving.signal };
  const slow = await ask(`/down?bytes=${LARGEST}&ticket=${ticket}`, first);
  expect((await ask(`/down?bytes=10&ticket=${ticket}`, from('192.0.2.1'))).status).toBe(503);
  expect((await ask(`/down?bytes=10&ticket=${ticket}`, from('192.0.2.2'))).status).toBe(200);
  leaving.abort();
  await slow.body?.cancel().catch(() => undefined);
});
