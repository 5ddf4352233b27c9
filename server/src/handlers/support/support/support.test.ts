import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { getOrders, getCont } = contract.support;

async function order(portal: TestPortal, who: number, state: string, visit: string | null = null): Promise<number> {
  const { rows } = await portal.pool.query<{ order_id: number }>(
    `insert into support_order (contract_id, goal_id, text, state, created_at, updated_at, visit_from, visit_to)
     select $1, min(goal_id), 'Переложить кабель', $2, '2026-11-19T09:00Z', '2026-11-19T10:00Z', $3,
       $3::timestamptz + interval '2 hours' from support_goal
     returning order_id`,
    [who, state, visit],
  );
  return rows[0]!.order_id;
}

async function portalWithoutOrders(): Promise<TestPortal> {
  const portal = await testPortal();
  await portal.pool.query('update visit_slot set order_id = null');
  await portal.pool.query('delete from support_event');
  await portal.pool.query('delete from support_order');
  return portal;
}

test.each([1, 2, 3, 100])('pages orders by %i: open ones first, then newest first, each once', async (limit) => {
  const portal = await portalWithoutOrders();
  const ids: number[] = [];
  for (const state of ['done', 'new', 'cancelled', 'in_progress', 'done', 'waiting_client']) {
    ids.push(await order(portal, 100_001, state));
  }
  await order(portal, 100_002, 'new');
  const [done1, new1, cancelled, progress, done2, waiting] = ids;
  const read: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body } = await portal.send(
      getOrders,
      { query: cursor === undefined ? { limit } : { limit, cursor } },
      100_001,
    );
    read.push(...body.items.map(({ order_id }) => order_id));
    cursor = body.next;
  }
  expect(read).toEqual([waiting, progress, new1, done2, cancelled, done1]);
});

test('an order has its goal and the visit', async () => {
  const portal = await portalWithoutOrders();
  await order(portal, 100_001, 'accepted', '2026-11-22T10:00Z');
  const { body } = await portal.send(getOrders, {}, 100_001);
  expect(body.items).toMatchObject([
    {
      text: 'Переложить кабель',
      state: 'accepted',
      visit: { from: '2026-11-22T10:00:00.000Z', to: '2026-11-22T12:00:00.000Z' },
    },
  ]);
  expect(body.items[0]!.goal).not.toBe('');
});

test('refuses a cursor that no page returned', async () => {
  const portal = await testPortal();
  const { status, body } = await portal.send(getOrders, { query: { cursor: 'open.x' } }, 100_001);
  expect([status, body.code]).toEqual([422, 'bad_input']);
});

test("masks the client's contacts and omits unconfirmed ones", async () => {
  const portal = await testPortal();
  expect((await portal.send(getCont, {}, 100_001)).body.own).toEqual({
    phone: '+7\u00a0•••\u00a0•••-01-84',
    email: 'k•••@mail.example',
  });
  await portal.pool.query(`update contact set state = 'code_sent' where contract_id = 100001 and kind = 'email'`);
  expect((await portal.send(getCont, {}, 100_001)).body.own).toMatchObject({ email: null });
  expect((await portal.send(getCont, {}, 100_003)).body.own).toEqual({ phone: null, email: null });
});

test("a guest sees only the provider's contacts", async () => {
  const portal = await testPortal();
  const { status, body } = await portal.send(getCont, {}, 'guest');
  expect(status).toBe(200);
  expect(body.own).toBeNull();
  expect(body.phones[0]).toEqual({ label: 'Поддержка в Тольятти', phone: '78482001234' });
  expect((await portal.send(getOrders, {}, 'guest')).status).toBe(401);
});
