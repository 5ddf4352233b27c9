import { request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client, eventually, SANDBOX_SECRET, tellOfPayment } from '../harness/api.ts';
import { Server } from '../harness/server.ts';

const SETTINGS = { SANDBOX_SECRET, BURST: '10000' };
let server: Server;
/** Has paid before the first end; his session lasts over all starts. */
let payer: Client;
let paid: string;

beforeAll(async () => {
  server = await Server.first(SETTINGS);
  // `start.long.test.ts` and `demo.long.test.ts` look at it.
  await server.endHistory();
});
afterAll(() => server.remove());

const statusOf = async (path: string): Promise<number> => (await fetch(server.url + path)).status;

/** Complete, refused with 503, cut off in the middle, or not begun. */
type ReplyShape = 'whole' | 'refused' | 'cut' | 'none';

const outcomeOf = (status = 0): ReplyShape => (status === 200 ? 'whole' : status === 503 ? 'refused' : 'cut');

/** One request on its own connection: a reply that has begun must be complete. */
const answerTo = (path: string, token: string): Promise<ReplyShape> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    ask(`${server.url}${path}`, { agent: false, headers }, (reply) => {
      reply.resume();
      reply.on('error', () => undefined);
      reply.on('close', () => resolve(reply.complete ? outcomeOf(reply.statusCode) : 'cut'));
    })
      .on('error', () => resolve('none'))
      .end();
  });

/** Clients that send one request after another until stopped; counts their replies. */
function smallLoad(token: string): {
  counts: Readonly<Record<ReplyShape, number>>;
  stop(): Promise<Record<ReplyShape, number>>;
} {
  const counts: Record<ReplyShape, number> = { whole: 0, refused: 0, cut: 0, none: 0 };
  let isOver = false;
  const isAsking = () => !isOver;
  const askers = Array.from({ length: 6 }, async () => {
    while (isAsking()) counts[await answerTo('/api/v2/user/list', token)] += 1;
  });
  return {
    counts,
    stop: async () => {
      isOver = true;
      await Promise.all(askers);
      return counts;
    },
  };
}

test('is alive and ready, and serves metrics only on their own port', async () => {
  expect(await statusOf('/livez')).toBe(200);
  expect(await statusOf('/readyz')).toBe(200);
  const metrics = await fetch(server.metricsUrl);
  expect(await metrics.text()).toMatch(/kabinet_http_request_seconds_count\{.*route="\/livez".*\} [1-9]/);
  expect(await statusOf('/metrics')).toBe(404);
});

/** A request whose first half is sent; `finish` sends the rest and returns the reply. */
function halfSent(token: string): { finish(): Promise<string> } {
  const body = JSON.stringify({ 'internet-contract': {}, 'user/list': {} });
  const letter = ask(`${server.url}/api/v2/default/index`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      origin: server.url,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  const answer = new Promise<string>((resolve, reject) => {
    letter.on('response', (reply) => void text(reply).then(resolve, reject));
    letter.on('error', reject);
  });
  answer.catch(() => undefined);
  letter.write(body.slice(0, 10));
  return {
    finish: () => {
      letter.end(body.slice(10));
      return answer;
    },
  };
}

/** What a client has paid, and the balance that it gave. */
async function pays(client: Client, sum: number): Promise<string> {
  const { qr_id, amount } = await client.ask(contract.payment.sbp, {
    query: { p: 'i', amount: `${sum}.00` },
  } as never);
  const after = (Number(await client.balance()) + sum).toFixed(2);
  expect(await tellOfPayment(server.url, qr_id, amount)).toBe(200);
  return after;
}

const balanceBecomes = async (client: Client, expected: string): Promise<void> =>
  expect(
    await eventually(
      () => client.balance(),
      (balance) => balance === expected,
    ),
  ).toBe(expected);

test('answers requests in progress after SIGTERM and exits with 0', async () => {
  payer = await new Client(server.url).signIn(100003);
  paid = await pays(payer, 410);
  await balanceBecomes(payer, paid);
  const { token } = await new Client(server.url).signIn(100005);
  const load = smallLoad(token);
  const half = halfSent(token);
  await expect.poll(() => load.counts.whole).toBeGreaterThan(10);
  const ended = server.end();
  await pause(300);
  expect(JSON.parse(await half.finish())).toMatchObject({ 'internet-contract': { contract_id: 100005 } });
  expect((await ended)?.code).toBe(0);
  const { whole, cut } = await load.stop();
  expect(whole).toBeGreaterThan(10);
  expect(cut).toBe(0);
});

/** Seconds of a core that the process has worked: the same on a busy machine, unlike those of a clock. */
async function workOf(metricsUrl: string): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}

test('starts quickly the second time and keeps all data, including a session', async () => {
  await server.resume({ ...SETTINGS, LOG_LEVEL: 'info' });
  expect(await workOf(server.metricsUrl)).toBeLessThan(5);
  expect(server.output).not.toContain('Загружаю');
  expect(await payer.balance()).toBe(paid);
});

test('logs no password, token, phone, address or name during a whole visit', async () => {
  const client = new Client(server.url);
  const wrong = 'not-the-Password-77';
  await expect(client.ask(contract.auth.token, { body: { login: '100001', password: wrong } })).rejects.toThrow();
  await client.signIn(100001);
  await client.ask(contract.byDefault.index, { body: { 'internet-contract': {}, 'user/list': {}, telephone: {} } });
  const { qr_id, amount, payment_id } = await client.ask(contract.payment.sbp, {
    query: { p: 'i', amount: '150.00' },
  } as never);
  await tellOfPayment(server.url, qr_id, amount);
  await eventually(
    () => client.ask(contract.payment.status, { query: { payment_id } }),
    ({ state }) => state === 'paid',
  );
  await fetch(`${server.url}/api/v2/user/list?access-token=${client.token}&phone=79270000184`);
  await fetch(`${server.url}/api/v2/telephone/set-email`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', origin: server.url },
    body: '{"email":"maria@volga.example"',
  });

  await expect.poll(() => server.output).toContain('"route":"/api/v2/telephone/set-email"');
  const lines = server.output.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => (JSON.parse(line) as { route?: string }).route)).toContain('/api/v2/auth/token');
  const log = lines.join('\n');
  const secrets = [wrong, 'demo-kabinet', client.token, '9270000184', '8482003107', 'maria@', 'Кузнецов', 'Мария'];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

test('starts after server and database were killed together, without losing committed data', async () => {
  const after = await pays(payer, 120);
  await server.killEverything();
  await server.resume({ ...SETTINGS, BEHIND_BALANCER: 'on' });
  await balanceBecomes(payer, after);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
});

test('behind a balancer reports not ready first and still answers every request', async () => {
  const { token } = await new Client(server.url).signIn(100001);
  const load = smallLoad(token);
  const ended = server.end();
  expect(
    await eventually(
      () => statusOf('/readyz'),
      (status) => status === 503,
      3000,
    ),
  ).toBe(503);
  expect(await statusOf('/livez')).toBe(200);
  const before = load.counts.whole;
  await pause(2000);
  // By now a balancer sends its clients to other processes.
  const { whole, ...others } = await load.stop();
  expect(whole).toBeGreaterThan(before);
  expect(others).toEqual({ refused: 0, cut: 0, none: 0 });
  expect((await ended)?.code).toBe(0);
});

// `config.test.ts` has the sentences about other settings.
test('an invalid setting aborts the start with a one-line explanation', async () => {
  const { code, output } = await Server.refuse({ PORT: 'abc' });
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(/^Кабинет не запустился: .*PORT.*[а-я]/);
});
