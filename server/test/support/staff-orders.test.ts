import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract, ORDER_FILTERS } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../portal/staff.ts';

const { support } = contract;
const { orders } = operatorContract;
const WHO = 100_001;
const MINUTE = 60_000;

async function filed(portal: TestPortal, body: object = {}, who = WHO) {
  const { body: order } = await portal.send(
    support.addOrder,
    { body: { goal_id: 5, text: 'Переложить кабель', ...body } },
    who,
  );
  return order.order_id;
}

/** Two of the staff, each by his own session. */
async function clerks() {
  const portal = await testPortal();
  const who = async (...roles: Parameters<typeof staffToken>[1][]) => cookieOf(await staffToken(portal, ...roles));
  const [olga, igor] = [await who('support'), await who('engineer')];
  return { portal, olga, igor, who };
}

test('whoever takes an order is shown to others, who cannot answer meanwhile', async () => {
  const { portal, olga, igor } = await clerks();
  const order_id = await filed(portal);
  const taken = await sendStaff(portal, orders.hold, { body: { order_id } }, olga);
  expect(Date.parse(taken.body.until)).toBe(portal.clock.now().getTime() + 5 * MINUTE);
  const seen = await sendStaff(portal, orders.list, { query: {} }, igor);
  const row = seen.body.items.find((order) => order.order_id === order_id);
  expect(row?.held_by).toEqual({ name: 'Сотрудник support', until: taken.body.until, is_mine: false });
  const refused = await sendStaff(portal, orders.answer, { body: { order_id, text: 'Сделаем' } }, igor);
  expect(refused.body).toMatchObject({
    code: 'order_held',
    message: expect.stringContaining('Сотрудник support') as string,
  });
  expect((await sendStaff(portal, orders.hold, { body: { order_id } }, igor)).body.code).toBe('order_held');
  // He takes it knowingly, and she is the one who may not.
  const over = await sendStaff(portal, orders.hold, { body: { order_id, over: 'yes' } }, igor);
  expect(over.body.taken_from).toBe('Сотрудник support');
  expect((await sendStaff(portal, orders.answer, { body: { order_id, text: 'Сделаем' } }, olga)).status).toBe(409);
  expect((await sendStaff(portal, orders.answer, { body: { order_id, text: 'Сделаем' } }, igor)).status).toBe(200);
});

test('a lease ends with the answer, by letting go, or after five minutes without a key', async () => {
  const { portal, olga, igor } = await clerks();
  const order_id = await filed(portal);
  const hold = (who: Record<string, string>) => sendStaff(portal, orders.hold, { body: { order_id } }, who);
  await hold(olga);
  portal.clock.advance(4 * MINUTE);
  await hold(olga);
  portal.clock.advance(4 * MINUTE);
  expect((await hold(igor)).status).toBe(409);
  portal.clock.advance(2 * MINUTE);
  expect((await hold(igor)).status).toBe(200);
  await sendStaff(portal, orders.release, { body: { order_id } }, igor);
  expect((await hold(olga)).status).toBe(200);
  await sendStaff(portal, orders.ask, { body: { order_id, text: 'Какой длины?' } }, olga);
  const shown = await sendStaff(portal, orders.show, { query: { order_id: String(order_id) } }, igor);
  expect(shown.body.held_by).toBeNull();
});

test('whoever has not read what another has answered is told so, once', async () => {
  const { portal, olga, igor } = await clerks();
  const order_id = await filed(portal);
  const read = () => sendStaff(portal, orders.show, { query: { order_id: String(order_id) } }, igor);
  const seen = (await read()).body.events.at(-1)!.event_id;
  await sendStaff(portal, orders.answer, { body: { order_id, text: 'Мастер приедет завтра' } }, olga);
  const late = await sendStaff(portal, orders.answer, { body: { order_id, text: 'Приедем сегодня', seen } }, igor);
  expect(late.body).toMatchObject({
    code: 'order_answered_meanwhile',
    message: expect.stringContaining('Мастер приедет завтра') as string,
  });
  const now = (await read()).body.events.at(-1)!.event_id;
  const again = await sendStaff(portal, orders.answer, { body: { order_id, text: 'И позвоним', seen: now } }, igor);
  expect(again.status).toBe(200);
});

test('the client reads the name of the person, whatever she sends', async () => {
  const { portal, olga } = await clerks();
  const order_id = await filed(portal);
  await sendStaff(portal, orders.answer, { body: { order_id, name: 'Директор', text: 'Сделаем' } }, olga);
  const { body } = await portal.send(support.getOrder, { params: { order_id } }, WHO);
  expect(body.events.at(-1)).toMatchObject({ author: 'provider', author_name: 'Сотрудник support' });
});

test('the queue goes on where a page ends, and filters say how many they leave', async () => {
  const { portal, olga } = await clerks();
  const ids = [await filed(portal), await filed(portal, { goal_id: 1 }), await filed(portal, {}, 100_002)];
  await sendStaff(portal, orders.ask, { body: { order_id: ids[0]!, text: 'Какой длины?' } }, olga);
  await sendStaff(portal, orders.assign, { body: { order_id: ids[1]!, text: 'Возьму' } }, olga);
  const all = (await sendStaff(portal, orders.list, { query: {} }, olga)).body;
  expect(all.items.map(({ order_id }) => order_id)).toEqual(expect.arrayContaining(ids));
  const walked: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: '1', ...(cursor !== undefined && { cursor }) };
    const page = await sendStaff(portal, orders.list, { query }, olga);
    walked.push(...page.body.items.map(({ order_id }) => order_id));
    cursor = page.body.next;
  }
  expect(walked).toEqual(all.items.map(({ order_id }) => order_id));
  for (const only of ORDER_FILTERS) {
    const { body } = await sendStaff(portal, orders.list, { query: { only } }, olga);
    expect(body.items, only).toHaveLength(all.counts[only]);
  }
  expect(all.counts.mine).toBe(1);
  expect(all.counts.client).toBeGreaterThanOrEqual(1);
  const due = all.items.map(({ answer_by }) => (answer_by === null ? Number.POSITIVE_INFINITY : Date.parse(answer_by)));
  expect(due).toEqual(due.toSorted((a, b) => a - b));
});

test('an order from a call: the promise is told before, the check is attached, the client sees it', async () => {
  const { portal, olga } = await clerks();
  const form = await sendStaff(portal, orders.form, { query: { contract_id: String(WHO) } }, olga);
  expect(form.body.checks.length).toBeGreaterThan(1);
  const goal_id = form.body.goal_id!;
  const body = { contract_id: WHO, goal_id, text: 'Звонила, нет интернета с утра' };
  const rehearsed = await sendStaff(portal, orders.file, { body: { ...body, dry_run: 'yes' } }, olga);
  expect(rehearsed.body.rehearsed).toBe(true);
  expect(Date.parse(rehearsed.body.answer_by!)).toBe(portal.clock.now().getTime() + 30 * MINUTE);
  expect((await sendStaff(portal, orders.list, { query: {} }, olga)).body.items).not.toContainEqual(
    expect.objectContaining({ order_id: rehearsed.body.order_id }),
  );
  const { order_id } = (await sendStaff(portal, orders.file, { body }, olga)).body;
  const own = (await portal.send(support.getOrder, { params: { order_id } }, WHO)).body;
  expect(own.checks.map(({ what }) => what)).toEqual(expect.arrayContaining(['debt', 'incident']));
  expect(own.events[0]).toMatchObject({ author: 'provider', author_name: 'Сотрудник support', text: body.text });
  const { rows } = await portal.pool.query(`select operator from operator_action where call = 'orders file'`);
  expect(rows).toEqual([{ operator: 'Сотрудник support' }]);
});

test('a technician has the visits of his day, says that he comes and is there, and closes', async () => {
  const { portal, igor, who } = await clerks();
  const gleb = await who('technician');
  const order_id = await filed(portal);
  const other = await filed(portal, { goal_id: 1 });
  const at = (hours: number) =>
    new Date(portal.clock.now().getTime() + hours * 60 * MINUTE).toLocaleString('sv', {
      timeZone: portal.world.provider.time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
  const town = 'Тольятти';
  const window = { body: { town, master: 'Сотрудник technician', from: at(1), to: at(2) } };
  const { slot_id } = (await sendStaff(portal, orders.addSlot, window, igor)).body;
  expect((await sendStaff(portal, orders.visit, { body: { order_id, slot_id } }, igor)).status).toBe(200);
  const day = (await sendStaff(portal, orders.visits, { query: {} }, gleb)).body;
  expect(day.masters).toMatchObject([
    { windows: [{ order: { order_id, name: expect.stringContaining('Кузнецова М') as string } }] },
  ]);
  expect(day.is_own).toBe(true);
  expect((await sendStaff(portal, orders.coming, { body: { order_id, at: at(1) } }, gleb)).status).toBe(200);
  expect((await sendStaff(portal, orders.arrived, { body: { order_id } }, gleb)).status).toBe(200);
  const own = (await portal.send(support.getOrder, { params: { order_id } }, WHO)).body;
  expect(own.events.at(-1)).toMatchObject({
    kind: 'visit',
    text: 'Мастер на\u00a0месте',
  });
  expect((await sendStaff(portal, orders.show, { query: { order_id: String(other) } }, gleb)).status).toBe(200);
  const done = await sendStaff(portal, orders.close, { body: { order_id, text: 'Заменил разъём' } }, gleb);
  expect(done.body.state).toBe('done');
  const foreign = await filed(portal, {}, 100_002);
  for (const call of [orders.arrived, orders.close] as const) {
    const body = { order_id: foreign, text: 'Готово' };
    const { text: _, ...arrived } = body;
    const asked = call === orders.close ? body : arrived;
    expect((await sendStaff(portal, call, { body: asked }, gleb)).body.code).toBe('not_your_visit');
  }
});

test('no technician of another town is sent to an order, and the visit that it has stays', async () => {
  const { portal, igor } = await clerks();
  const { body: slots } = await portal.send(support.visitSlots, {}, WHO);
  const { slot_id: own, from } = slots.find(({ is_free }) => is_free)!;
  const order_id = await filed(portal, { slot_id: own });
  const { rows } = await portal.pool.query<{ name: string }>(
    `select name from town where town_id <> (select town_id from contract where contract_id = ${WHO}) limit 1`,
  );
  const window = {
    town: rows[0]!.name,
    master: 'Сотрудник technician',
    from: '2026-11-25 10:00',
    to: '2026-11-25 12:00',
  };
  const { slot_id } = (await sendStaff(portal, orders.addSlot, { body: window }, igor)).body;
  const refused = await sendStaff(portal, orders.visit, { body: { order_id, slot_id } }, igor);
  expect(refused.body).toMatchObject({
    code: 'slot_not_free',
    message: 'Такого окна в городе заявки нет',
  });
  expect((await portal.send(support.getOrder, { params: { order_id } }, WHO)).body.visit).toMatchObject({ from });
});
