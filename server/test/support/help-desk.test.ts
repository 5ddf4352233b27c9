import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { webhookHelpDesk } from '#server/integrations/help-desk/webhook.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { support } = contract;
const WHO = 100_001;
/** A starter program that a visit connects, and a contract that has none. */
const BOX = 1252;
const WITHOUT_TV = 100_004;
const SECRET = 'the-secret-of-the-help-desk-of-the-tests';

const signed = (body: string, at: Date, secret = SECRET): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A help desk over HTTP that records what it hears, and answers with this status. */
async function helpDesk() {
  const heard: Heard[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push({ headers: request.headers, body });
      response.writeHead(answer.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { heard, answer, url };
}

const connected = (url: string): Promise<TestPortal> =>
  testPortal({
    throughOutside: (outside) => ({ ...outside, helpDesk: webhookHelpDesk({ url, secret: SECRET }) }),
  });

async function filed(portal: TestPortal): Promise<number> {
  const body = { goal_id: 5, text: 'Переложить кабель' };
  return (await portal.send(support.addOrder, { body }, WHO)).body.order_id;
}

const NOBODY = 'http://127.0.0.1:1/hook';

const deed = (orderId: number, change: object = {}) =>
  JSON.stringify({
    message_id: 'desk-1',
    order_id: orderId,
    deed: 'answer',
    text: 'Приедем завтра',
    name: 'Ольга',
    ...change,
  });

const post = async (portal: TestPortal, payload: string, signature?: string) => {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'x-kabinet-signature': signature }),
  };
  const reply = await portal.inject({ method: 'POST', url: '/gateway/help-desk', headers, payload });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};

const told = async (portal: TestPortal, order_id: number) =>
  (await portal.send(support.getOrder, { params: { order_id } }, WHO)).body.events.filter(
    ({ author }) => author === 'provider',
  ).length;

test('the help desk is told of a new order by a signed message, once', async () => {
  const desk = await helpDesk();
  const portal = await connected(desk.url);
  const orderId = await filed(portal);
  await portal.work();
  await portal.work();
  expect(desk.heard).toHaveLength(1);
  const [{ headers, body }] = desk.heard as [Heard];
  const said = JSON.parse(body) as { event_id: number };
  expect(said).toMatchObject({ order_id: orderId, contract_id: WHO, author: 'client', text: 'Переложить кабель' });
  expect(headers).toMatchObject({
    'x-kabinet-signature': signed(body, portal.clock.now()),
    'idempotency-key': `kabinet-${said.event_id}`,
  });
});

test('the help desk hears of orders that a starter program files and ends', async () => {
  const desk = await helpDesk();
  const portal = await connected(desk.url);
  const turn = (status: 'on' | 'off') =>
    portal.send(contract.internetContract.changeProgram, { body: { programm_id: BOX, status } }, WITHOUT_TV);
  await turn('on');
  await portal.work();
  expect(desk.heard.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { contract_id: WITHOUT_TV, state: 'new', text: 'Заявка создана', author: 'portal' },
  ]);
  await turn('off');
  await portal.work();
  expect(desk.heard.map(({ body }) => (JSON.parse(body) as { state: string }).state)).toEqual(['new', 'cancelled']);
});

test('the help desk hears of a call and of a connection that somebody asks for, once each', async () => {
  const desk = await helpDesk();
  const portal = await connected(desk.url);
  const consent = portal.world.provider.support.consent.version;
  const call = { phone: '+79270000501', topic: 'Подключение', consent };
  await portal.send(support.callBack, { body: call }, 'guest');
  await portal.send(support.callBack, { body: call }, 'guest');
  const wanted = {
    name: 'Пётр',
    phone: '+79270000502',
    city: 1,
    street: 'Лесная',
    house: '8',
    services: ['internet' as const],
  };
  await portal.send(support.newClient, { body: { ...wanted, flat: '12', consent } }, 'guest');
  await portal.work();
  // Each request has a queue of its own: nothing says which is told first.
  const heard = desk.heard
    .map((one) => ({
      key: one.headers['idempotency-key'],
      ...(JSON.parse(one.body) as { kind: string; call_back_id?: number }),
    }))
    .toSorted((one, other) => one.kind.localeCompare(other.kind));
  expect(heard).toHaveLength(2);
  expect(heard).toMatchObject([
    { kind: 'call_back', phone: '79270000501', topic: 'Подключение', contract_id: null },
    {
      kind: 'new_client',
      key: expect.stringMatching(/^kabinet-new_client-\d+$/) as string,
      phone: '79270000502',
      address: 'Тольятти, Лесная, 8, кв. 12',
      plan: null,
    },
  ]);
  expect(heard[0]?.key).toBe(`kabinet-call_back-${heard[0]?.call_back_id}`);
});

test('a help desk that fails is told again under the same key', async () => {
  const desk = await helpDesk();
  desk.answer.status = 503;
  const portal = await connected(desk.url);
  await filed(portal);
  await portal.work();
  expect(desk.heard).toHaveLength(1);
  desk.answer.status = 200;
  portal.clock.advance(3_600_000);
  await portal.work();
  const keys = desk.heard.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys.filter((key) => key === keys[0])).size).toBe(1);
  expect(keys.filter((key) => key === keys[0])).toHaveLength(2);
});

test('an answer of the help desk reaches the client; sent twice it is said once', async () => {
  const portal = await connected(NOBODY);
  const orderId = await filed(portal);
  const body = deed(orderId);
  const send = () => post(portal, body, signed(body, portal.clock.now()));
  expect(await send()).toEqual({ status: 200, body: { outcome: 'done', state: 'accepted' } });
  portal.clock.advance(60_000);
  expect(await send()).toEqual({ status: 200, body: { outcome: 'known', state: 'accepted' } });
  expect(await told(portal, orderId)).toBe(1);
  const other = deed(orderId, { message_id: 'desk-2', deed: 'close' });
  const sent = await Promise.all([1, 2, 3].map(() => post(portal, other, signed(other, portal.clock.now()))));
  expect(sent.map(({ body: { outcome } }) => outcome).toSorted()).toEqual(['done', 'known', 'known']);
  expect(await told(portal, orderId)).toBe(2);
});

test.each([
  ['no signature', () => undefined],
  ['another secret', (body: string, now: Date) => signed(body, now, 'another-secret-that-is-long-enough')],
  ['the signature of another body', (_: string, now: Date) => signed('{}', now)],
  ['a signature that is six minutes old', (body: string, now: Date) => signed(body, new Date(now.getTime() - 360_000))],
  ['a signature of the future', (body: string, now: Date) => signed(body, new Date(now.getTime() + 360_000))],
  [
    'the moment of a recorded message replaced',
    (body: string, now: Date) =>
      signed(body, new Date(now.getTime() - 360_000)).replace(/t=\d+/, `t=${Math.floor(now.getTime() / 1000)}`),
  ],
  ['a signature of another length', (body: string, now: Date) => signed(body, now).replace('t=', 't=0')],
  ['half a signature', (body: string, now: Date) => signed(body, now).slice(0, -1)],
])('refuses a message with %s', async (_, signatureOf) => {
  const portal = await connected(NOBODY);
  const orderId = await filed(portal);
  const body = deed(orderId);
  const { status } = await post(portal, body, signatureOf(body, portal.clock.now()));
  expect(status).toBe(403);
  expect(await told(portal, orderId)).toBe(0);
});

test('a signed message about nothing, in wrong words, or about a closed order is refused with its reason', async () => {
  const portal = await connected(NOBODY);
  const orderId = await filed(portal);
  const send = (body: string) => post(portal, body, signed(body, portal.clock.now()));
  expect(await send(deed(999_999_999))).toMatchObject({ status: 404 });
  expect(await send('{')).toMatchObject({ status: 400 });
  expect(await send(deed(orderId, { deed: 'delete' }))).toMatchObject({ status: 422, body: { code: 'bad_input' } });
  expect(await send(deed(orderId, { message_id: 'a', deed: 'close' }))).toMatchObject({ status: 200 });
  expect(await send(deed(orderId, { message_id: 'b' }))).toMatchObject({ status: 409, body: { code: 'order_closed' } });
});

test('without a help desk nothing is received', async () => {
  const portal = await testPortal();
  const orderId = await filed(portal);
  const body = deed(orderId);
  const reply = await portal.inject({
    method: 'POST',
    url: '/gateway/help-desk',
    headers: { 'x-kabinet-signature': signed(body, portal.clock.now()) },
    payload: body,
  });
  expect(reply.statusCode).toBe(404);
});
