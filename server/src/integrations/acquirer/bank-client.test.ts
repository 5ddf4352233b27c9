import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { bankClient } from './bank-client.ts';

/** A bank with a prepared reply for each request. */
async function bank(...answers: ((response: ServerResponse) => unknown)[]) {
  let asked = 0;
  const server = createServer((_, response) => void answers[asked++]?.(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = bankClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { client, asked: () => asked };
}

const good = (response: ServerResponse) => response.end('{"sum":1110.10,"ok":true}');
const broken = (response: ServerResponse) => response.writeHead(500).end();
const REQUEST = { method: 'POST', path: 'order', body: {} } as const;

test('numbers stay the text as written', async () => {
  const { client } = await bank(good);
  expect(await client.send(REQUEST)).toEqual({ status: 200, body: { sum: '1110.10', ok: true } });
});

test('tries a repeatable request twice, any other once', async () => {
  const first = await bank(broken, good);
  expect((await first.client.send({ ...REQUEST, isRepeatable: true })).status).toBe(200);
  const second = await bank(broken, good);
  await expect(second.client.send(REQUEST)).rejects.toMatchObject({ code: 'outside_unavailable' });
  expect([first.asked(), second.asked()]).toEqual([2, 1]);
});

test.each([
  ['5xx twice', [broken, broken]],
  ['no JSON', Array.from({ length: 2 }, () => (response: ServerResponse) => response.end('<html>'))],
  ['a broken connection', Array.from({ length: 2 }, () => (response: ServerResponse) => response.destroy())],
  [
    'a redirect',
    Array.from({ length: 2 }, () => (response: ServerResponse) => response.writeHead(302, { location: '/' }).end()),
  ],
])('%s means that the bank is unavailable', async (_, answers) => {
  const { client } = await bank(...answers);
  await expect(client.send({ ...REQUEST, isRepeatable: true })).rejects.toMatchObject({ code: 'outside_unavailable' });
});

test('a reply of another shape, or a refusal, is never accepted as a success', async () => {
  const refusal = (response: ServerResponse) =>
    response.writeHead(400).end('{"code":"ERROR.NO","message":"Иванов И. И."}');
  const { client } = await bank(good, refusal);
  const shape = z.object({ ok: z.literal(false) });
  await expect(client.ask(shape, REQUEST)).rejects.toMatchObject({ code: 'outside_unavailable' });
  const refused = client.ask(shape, REQUEST).catch((error: unknown) => (error as Error).cause as Error);
  // The log omits what a bank writes about a client.
  expect(((await refused) as Error).message).toBe('POST order was refused with 400: ERROR.NO');
});
