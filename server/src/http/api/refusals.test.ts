import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { problems } from '@kabinet/contract/kernel/problem';
import type { PortalOptions } from '../../../test/portal/open-portal.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';

// Tests refusals of HTTP itself, before a call is known: in Russian, in the form of every refusal, with the headers of
// every reply.

async function listening(options: PortalOptions = {}) {
  const portal = await testPortal({ template: 'empty', ...options });
  const app = await portal.app();
  await app.listen({ host: '127.0.0.1', port: 0 });
  return portal;
}

/** Sends raw bytes and returns everything that arrives until the server closes the connection. */
async function raw(portal: TestPortal, bytes: string): Promise<string> {
  const { port } = (await portal.app()).server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

function understood(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) as Record<string, unknown> };
}

function expectProblem(answer: string, status: number, code: keyof typeof problems): void {
  const { headers, body, ...told } = understood(answer);
  expect(told.status).toBe(status);
  expect(body).toMatchObject({ type: 'about:blank', status, code, message: problems[code].text });
  expect(body['title']).toMatch(/^[A-Z]/);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'self'") as string,
    'strict-transport-security': expect.stringContaining('max-age') as string,
    'x-request-id': body['request_id'],
  });
}

const get = (address: string, ...headers: string[]) =>
  [`GET ${address} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
const post = (body: string, ...headers: string[]) =>
  [
    'POST /api/v2/auth/token HTTP/1.1',
    'Host: x',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n');
const JSON_TYPE = 'Content-Type: application/json';

test('refuses everything that HTTP refuses in Russian', async () => {
  const portal = await listening();
  const table: [string, string, number, keyof typeof problems][] = [
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'unreadable'],
    ['a method that is none', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'unreadable'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400, 'unreadable'],
    ['two lengths', post('{}', 'Content-Length: 5'), 400, 'unreadable'],
    ['a length that is no number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n', 400, 'unreadable'],
    ['no host', 'GET /lk/provider.json HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'unreadable'],
    ['percent signs that mean nothing', get('/api/v2/%zz'), 400, 'unreadable'],
    ['half a letter', get('/api/v2/user/%E0%A4%A'), 400, 'unreadable'],
    ['JSON that is cut off', post('{"login":', JSON_TYPE), 400, 'unreadable'],
    ['an empty body that says it is JSON', post('', JSON_TYPE), 400, 'unreadable'],
    ['a body beyond 256 KiB', post(`"${'x'.repeat(256 * 1024)}"`, JSON_TYPE), 413, 'too_large'],
    ['a parameter beyond all measure', get(`/api/v2/user/${'1'.repeat(500)}`), 414, 'address_too_long'],
    ['a body that is no JSON', post('<a/>', 'Content-Type: text/xml'), 415, 'wrong_media_type'],
    ['an expectation', get('/livez', 'Expect: cake'), 417, 'expectation_failed'],
    ['20 KiB of headers', get('/', `Cookie: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
    ['OPTIONS', get('/api/v2/internet-contract').replace('GET', 'OPTIONS'), 404, 'not_found'],
    ['OPTIONS of everything', get('*').replace('GET', 'OPTIONS'), 404, 'not_found'],
    ['TRACE', get('/').replace('GET', 'TRACE'), 404, 'not_found'],
    ['PROPFIND', get('/lk/').replace('GET', 'PROPFIND'), 404, 'not_found'],
    ['a proxy', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 404, 'not_found'],
    ['an upgrade', get('/api/v2/none', 'Connection: Upgrade', 'Upgrade: websocket'), 404, 'not_found'],
  ];
  for (const [what, bytes, status, code] of table) {
    const answer = await raw(portal, bytes);
    expect.soft(answer, what).toMatch(/^HTTP\/1\.1 \d{3} /);
    if (answer !== '') expectProblem(answer, status, code);
  }
});

test.each([
  ['head', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['body', post('{}', JSON_TYPE).slice(0, -1)],
])('answers a request whose %s arrives too slowly with a refusal', async (_, bytes) => {
  const portal = await listening({ slowest: 300 });
  expectProblem(await raw(portal, bytes), 408, 'request_timeout');
});

test('while a reply is being sent, an unreadable next request gets no refusal', async () => {
  const portal = await testPortal({ template: 'empty' });
  const app = await portal.app();
  app.get('/half', (_, reply) => {
    reply.hijack().raw.writeHead(200, { 'content-length': '8' }).write('half');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
    if (said.endsWith('half')) socket.write('hello\r\n\r\n');
  });
  socket.write('GET /half HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
  expect(said).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nhalf$/);
});

test('refuses requests that arrive during shutdown and answers earlier ones', async () => {
  const portal = await listening();
  const { readingPool } = portal.world.db;
  const taken = await Promise.all(Array.from({ length: readingPool.options.max }, () => readingPool.connect()));
  const app = await portal.app();
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const said = text(socket);
  const request = (address: string) => `GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(request('/api/v2/default/get-ip'));
  await expect.poll(() => readingPool.waitingCount, { timeout: 8000 }).toBe(1);
  const closed = app.close();
  socket.write(request('/lk/provider.json'));
  for (const client of taken) client.release();
  await closed;
  const [first = '', second = ''] = (await said).split(/(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expectProblem(second, 503, 'stopping');
  expect(understood(second).headers).toMatchObject({ 'retry-after': '5', connection: 'close' });
});
