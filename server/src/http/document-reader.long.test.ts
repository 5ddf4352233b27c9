import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { handlerOf } from '#server/handlers/handler-of.ts';
import { NUMBER } from '../../test/portal/call-client.ts';
import { addClient } from '../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../test/portal/portal.ts';
import { buildApp, type AppOptions } from './app.ts';

const READER = 200_001;
const OTHER = 200_002;
const LIMITS = { made: 25_000, stalled: 500, whole: 60_000 };
/** More than the buffers between two sockets hold. */
const CALLS = 12_000;
const KILOBYTE = 1000;

/** A listening portal, with one contract that has a document of twelve megabytes. */
async function listening(options: Partial<AppOptions> = {}) {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { contractId: READER, telephone: true });
  await addClient(portal.world, { contractId: OTHER, balance: 100_00 });
  await portal.pool.query(
    `insert into call_zone (zone, name, position) values ('mobile', repeat('x', ${KILOBYTE}), 0)`,
  );
  await portal.pool.query(`
    insert into call_record
      (linkedid, phone_number, direction, other_number, plan_id, period, started_at, zone, seconds, amount_kopecks)
    select n::text, '${NUMBER}', 'out', '79270000001', plan_id, '2026-10', '2026-10-05'::timestamptz + n * interval '1 second',
      'mobile', 60, 0
    from phone_number, generate_series(1, ${CALLS}) n`);
  const app = await buildApp(
    { ...portal, world: portal.world, handlerOf, identify, isConfirmed },
    { trustedProxies: [], documents: LIMITS, ...options },
  );
  onTestFinished(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { portal, app };
}

const CALLS_CSV = { kind: 'calls', phone_number: NUMBER, period: '2026-10' } as const;
const STATEMENT = { kind: 'statement', p: 'i', from: '2026-10-01', until: '2026-11-20', format: 'csv' } as const;

async function secretOf(portal: TestPortal, who: number, body: typeof CALLS_CSV | typeof STATEMENT): Promise<string> {
  const { body: link } = await portal.send(contract.document.link, { body }, who);
  return new URL(link.url).searchParams.get('access-token') ?? '';
}

/** Requests a document and does not read the reply until told to. */
function ask(app: FastifyInstance, secret: string): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const form = `access-token=${secret}`;
  socket.write(
    'POST /lk/document HTTP/1.1\r\nhost: portal\r\nconnection: close\r\n' +
      `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${form.length}\r\n\r\n${form}`,
  );
  return socket;
}

async function answerTo(socket: Socket): Promise<string> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.resume();
  await once(socket, 'close');
  return answer;
}

const busyIn = ({ world: { db } }: TestPortal) =>
  [db.pool, db.readingPool].reduce((busy, { totalCount, idleCount }) => busy + totalCount - idleCount, 0);
const openLinks = async ({ pool }: TestPortal) => (await pool.query('select from document_link')).rowCount;

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(10);
}

test('a client that stops reading holds no database connection, blocks nobody, and is disconnected', async () => {
  const { portal, app } = await listening();
  const secrets = await Promise.all([1, 2, 3].map(() => secretOf(portal, READER, CALLS_CSV)));
  const stalled = secrets.slice(0, 2).map((secret) => ask(app, secret));
  await until(async () => (await openLinks(portal)) === 1 && busyIn(portal) === 0);

  const third = await answerTo(ask(app, secrets[2]!));
  expect(third).toMatch(/^HTTP\/1.1 503 .*retry-after: 5\r\n.*Документ пока не готов/s);
  const others = await Promise.all(
    [1, 2].map(async () => answerTo(ask(app, await secretOf(portal, OTHER, STATEMENT)))),
  );
  for (const answer of others) expect(answer).toMatch(/^HTTP\/1.1 200 .*Итого/s);

  const { server } = app;
  await until(() => new Promise((resolve) => void server.getConnections((_, count) => resolve(count === 0))));
  for (const socket of stalled) {
    const part = await answerTo(socket);
    expect(part).toMatch(/^HTTP\/1.1 200 /);
    expect(part.length).toBeLessThan(CALLS * KILOBYTE);
  }
  const whole = await answerTo(ask(app, await secretOf(portal, READER, CALLS_CSV)));
  expect(whole.match(/05\.10\.2026/g)).toHaveLength(CALLS);
});

test('a client that reads too slowly is disconnected in the end', async () => {
  const { portal, app } = await listening({ documents: { ...LIMITS, stalled: 30_000, whole: 700 } });
  const socket = ask(app, await secretOf(portal, READER, CALLS_CSV));
  socket.on('data', () => {
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(CALLS * KILOBYTE);
  expect(busyIn(portal)).toBe(0);
});

test('a client that disconnects while the document is made frees its place for others', async () => {
  const { portal, app } = await listening();
  const blocker = await portal.pool.connect();
  onTestFinished(() => {
    blocker.release(true);
  });
  const secret = await secretOf(portal, READER, CALLS_CSV);
  await blocker.query('begin; lock table call_record');
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const socket = ask(app, secret);
  await until(async () => (await portal.pool.query(waiting)).rowCount === 1);
  socket.destroy();
  await pause(20);
  await blocker.query('rollback');
  // One of the two is the connection of the blocker.
  await until(() => busyIn(portal) === 1);
});
