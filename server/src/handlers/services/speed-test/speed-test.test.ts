import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { isTicket } from '#server/integrations/speed/ticket.ts';
import { readingPortal, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { servers, list, save } = contract.speedTest;
const DAY_MS = 86_400_000;

const measured = {
  key: '3f0f9f7e-1f5b-4d39-9d0e-5a1df1d3a111',
  server: 'own',
  link: 'cable' as const,
  down_kbit: 94_210,
  up_kbit: 93_400,
  latency_us: 4_250,
  jitter_us: 900,
  down_latency_us: 38_100,
  up_latency_us: null,
};
type Body = typeof measured & { user_id?: number };

const sent = (portal: TestPortal, body: Partial<Body> = {}, who: number | 'guest' = 100_001) =>
  portal.send(save, { body: { ...measured, ...body } }, who);

async function internetOf(portal: TestPortal, contractId: number) {
  const { body } = await portal.send(contract.user.list, {}, contractId);
  return body.find(({ user_type }) => user_type === 'isg')!;
}

test('tells the servers, and a ticket that each of them takes', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(servers, {}, 100_001);
  expect(body.servers).toEqual([
    { server_id: 'own', name: 'Узел в Тольятти', url: 'http://127.0.0.1:8081', is_inside: true, most_mbit: 1000 },
  ]);
  expect(isTicket('5d'.repeat(32), body.ticket, portal.clock.now())).toBe(true);
  expect(isTicket('5d'.repeat(32), body.ticket, new Date(body.expires_at))).toBe(false);
});

test('keeps a measurement with the plan of its service, the server’s name, and the place of the device', async () => {
  const portal = await testPortal();
  const { user_id, plan } = await internetOf(portal, 100_001);
  const { body } = await sent(portal, { user_id });
  const { key: _, server: __, ...figures } = measured;
  expect(body).toMatchObject({ ...figures, user_id, plan: plan?.name, server: 'Узел в Тольятти' });
  expect(body.plan_mbit).toBeGreaterThan(0);
  const { body: page } = await portal.send(list, { query: { limit: 1 } }, 100_001);
  expect(page.items).toEqual([body]);
});

test('keeps one measurement that is sent twice, also at once, as it was first', async () => {
  const portal = await testPortal();
  const before = await countOf(portal);
  const replies = await Promise.all([sent(portal), sent(portal, { down_kbit: 1 })]);
  const again = await sent(portal, { down_kbit: 2 });
  expect(new Set([...replies, again].map(({ body }) => body.speed_test_id)).size).toBe(1);
  expect(await countOf(portal)).toBe(before + 1);
});

async function countOf(portal: TestPortal) {
  const { rows } = await portal.pool.query<{ count: number }>(
    'select count(*)::int as count from speed_test where contract_id = 100001',
  );
  return rows[0]!.count;
}

test('the same key of another client is another measurement, and nobody sees another’s', async () => {
  const portal = await testPortal();
  const mine = await sent(portal);
  const other = await sent(portal, {}, 100_003);
  expect(other.body.speed_test_id).not.toBe(mine.body.speed_test_id);
  const { body } = await portal.send(list, { query: {} }, 100_003);
  expect(body.items.map(({ speed_test_id }) => speed_test_id)).toEqual([other.body.speed_test_id]);
});

test('refuses another’s service, an unknown server, and figures that nothing measures', async () => {
  const portal = await testPortal();
  const { user_id } = await internetOf(portal, 100_002);
  expect((await sent(portal, { user_id })).status).toBe(404);
  expect((await sent(portal, { server: 'elsewhere' })).status).toBe(404);
  expect((await sent(portal, { down_kbit: -1 })).status).toBe(422);
  expect((await sent(portal, { latency_us: 60_000_001 })).status).toBe(422);
  expect((await sent(portal, { key: 'once' })).status).toBe(422);
  expect((await sent(portal, {}, 'guest')).status).toBe(401);
});

test('pages the history, newest first, each once', async () => {
  const portal = await testPortal();
  await portal.pool.query('delete from speed_test');
  const made: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
    made.unshift((await sent(portal, { key: randomUUID() })).body.speed_test_id);
  }
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await portal.send(list, { query: { limit: 2, ...(cursor && { cursor }) } }, 100_001);
    seen.push(...body.items.map(({ speed_test_id }) => speed_test_id));
    cursor = body.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual(made);
});

test('a hundred a day are enough; the next day is a new one', async () => {
  const portal = await testPortal();
  await portal.pool.query('delete from speed_test');
  await sent(portal);
  await portal.pool.query(`
    insert into speed_test (contract_id, key, measured_at, server, address, is_local, link, down_kbit, up_kbit, latency_us, jitter_us)
    select contract_id, gen_random_uuid(), measured_at, server, address, is_local, link, 1, 1, 1, 1
    from speed_test, generate_series(1, 99)`);
  expect((await sent(portal, { key: randomUUID() })).status).toBe(429);
  portal.clock.set(new Date(portal.clock.now().getTime() + DAY_MS + 1000));
  expect((await sent(portal, { key: randomUUID() })).status).toBe(200);
});
