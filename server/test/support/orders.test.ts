import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { orderHandlers } from '../../src/handlers/staff/support/support.handlers.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { support } = contract;
const WHO = 100_001;
const CLERK = { kind: 'operator', name: 'Ольга', role: 'support' };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const file = (portal: TestPortal, params: { order_id: number }, who = WHO) =>
  portal.send(support.getOrder, { params }, who);

async function filed(portal: TestPortal, body: object = {}, who = WHO) {
  const answer = await portal.send(support.addOrder, { body: { goal_id: 5, text: 'Переложить кабель', ...body } }, who);
  return answer.body;
}

/** An answer of the support, as the operator's call gives it. */
async function deed(portal: TestPortal, name: 'answer' | 'ask' | 'close', order_id: number, text = 'Сделаем') {
  const { db, provider } = portal.world;
  const body = { order_id, name: 'Ольга, поддержка', text, files: [] };
  await db.write((tx) =>
    orderHandlers[name]({ params: {}, query: {}, body }, {
      db: tx,
      now: portal.clock.now(),
      provider,
      operator: CLERK,
    } as never),
  );
}

/** A PNG whose header says that it is of this size. */
function png(width: number, height: number, tail = ''): string {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4);
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, header, deflateSync('x'), Buffer.from(tail)]).toString('base64');
}

const upload = (portal: TestPortal, name: string, content: string, who = WHO) =>
  portal.send(support.addFile, { body: { name, content } }, who);

test('an order promises an answer, and carries the check that the client saw', async () => {
  const portal = await testPortal();
  const order = await filed(portal, { goal_id: 1, text: 'Не работает', tried: ['Перезагрузил роутер'] });
  expect(order).toMatchObject({ state: 'new', late_times: 0, last: { author: 'client', text: 'Не работает' } });
  expect(Date.parse(order.answer_by!)).toBe(portal.clock.now().getTime() + 30 * MINUTE);
  const { body } = await file(portal, order);
  expect(body.checks.map(({ what }) => what)).toEqual(expect.arrayContaining(['incident', 'debt', 'tried']));
  expect(body.events).toMatchObject([{ kind: 'state', author: 'client', text: 'Не работает' }]);
});

test('an answer of the support ends the promise, and tells the client once', async () => {
  const portal = await testPortal();
  const { order_id } = await filed(portal);
  await deed(portal, 'ask', order_id, 'Какой длины?');
  const asked = (await file(portal, { order_id })).body;
  expect(asked).toMatchObject({ state: 'waiting_client', answer_by: null });
  const { body } = await portal.send(contract.notice.getMessages, {}, WHO);
  expect(body.filter(({ title }) => title.includes('Ждём вашего ответа'))).toHaveLength(1);
  const said = await portal.send(support.answer, { body: { order_id, text: 'Шесть метров' } }, WHO);
  expect(said.body.state).toBe('in_progress');
  expect(said.body.answer_by).not.toBeNull();
});

test('a promise that passes is escalated and made anew, the second one is not', async () => {
  const portal = await testPortal();
  const { order_id } = await filed(portal);
  portal.clock.advance(31 * MINUTE);
  await portal.work();
  const first = (await file(portal, { order_id })).body;
  expect(first.late_times).toBe(1);
  expect(Date.parse(first.answer_by!)).toBeGreaterThan(portal.clock.now().getTime());
  expect(first.events.at(-1)).toMatchObject({ kind: 'late', author: 'portal' });
  portal.clock.advance(31 * MINUTE);
  await portal.work();
  const second = (await file(portal, { order_id })).body;
  expect(second.late_times).toBe(2);
  expect(Date.parse(second.answer_by!)).toBeLessThan(portal.clock.now().getTime());
});

test('the timeline of one order, page by page', async () => {
  const portal = await testPortal();
  const { order_id } = await filed(portal);
  for (const text of ['раз', 'два']) await portal.send(support.answer, { body: { order_id, text } }, WHO);
  const texts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { order_id: String(order_id), limit: '2', ...(cursor !== undefined && { cursor }) };
    const { body } = await portal.send(support.getOrdersTimeline, { query }, WHO);
    texts.push(...body.items.map(({ text }) => text));
    cursor = body.next;
  }
  expect(texts).toEqual(['Переложить кабель', 'раз', 'два']);
});

test('a promise that is kept in time is not escalated', async () => {
  const portal = await testPortal();
  const { order_id } = await filed(portal);
  await deed(portal, 'answer', order_id);
  portal.clock.advance(31 * MINUTE);
  await portal.work();
  expect((await file(portal, { order_id })).body.late_times).toBe(0);
});

test('a window holds one order: of many who want it at once one gets each master', async () => {
  const portal = await testPortal();
  const { body: slots } = await portal.send(support.visitSlots, {}, WHO);
  const { slot_id, from } = slots.find(({ is_free }) => is_free)!;
  const wanted = await Promise.all(
    [100_001, 100_002, 100_003, 100_004].map((who) =>
      portal.send(support.addOrder, { body: { goal_id: 5, text: 'Нужен мастер', phone: '79270000000', slot_id } }, who),
    ),
  );
  const { rows } = await portal.pool.query<{ free: number; taken: number }>(
    `select count(*) filter (where order_id is null)::int as free, count(order_id)::int as taken from visit_slot
     where starts_at = $1 and town_id = (select town_id from contract where contract_id = 100001)`,
    [from],
  );
  const won = wanted.filter(({ status }) => status === 200).length;
  expect(rows).toEqual([{ free: 0, taken: won }]);
  expect(wanted.filter(({ body }) => body.code === 'slot_taken')).toHaveLength(4 - won);
});

test('a visit is moved: its former window is free again; too late it is refused with the reason', async () => {
  const portal = await testPortal();
  const free = async () =>
    (await portal.send(support.visitSlots, {}, WHO)).body.filter(({ is_free }) => is_free).map(({ from }) => from);
  const { body: slots } = await portal.send(support.visitSlots, {}, WHO);
  const [first, other] = [slots[5]!, slots[6]!];
  const { order_id } = await filed(portal, { slot_id: first.slot_id });
  const before = await free();
  const moved = await portal.send(support.moveVisit, { body: { order_id, slot_id: other.slot_id } }, WHO);
  expect(moved.body.visit).toEqual({ from: other.from, to: other.to });
  expect(before).toContain(first.from);
  portal.clock.set(new Date(Date.parse(other.from) - 3_600_000));
  const late = await portal.send(support.moveVisit, { body: { order_id, slot_id: slots.at(-1)!.slot_id } }, WHO);
  expect(late.body).toMatchObject({ code: 'visit_not_moved', message: expect.stringContaining('Позвоните') as string });
});

/** The master is on his way, as the operator's call says it: `2026-11-24 14:20`. */
const comes = (portal: TestPortal, order_id: number, at: string) =>
  portal.world.db.write(async (tx) =>
    orderHandlers.coming({ params: {}, query: {}, body: { order_id, at, name: 'Игорь' } }, {
      db: tx,
      now: portal.clock.now(),
      provider: portal.world.provider,
      operator: CLERK,
    } as never),
  );
/** He has come. */
const arrives = (portal: TestPortal, order_id: number) =>
  portal.world.db.write(async (tx) =>
    orderHandlers.arrived({ params: {}, query: {}, body: { order_id, name: 'Игорь' } }, {
      db: tx,
      now: portal.clock.now(),
      provider: portal.world.provider,
      operator: CLERK,
    } as never),
  );
/** A moment as an operator writes it. */
const written = (ms: number, portal: TestPortal): string =>
  new Date(ms).toLocaleString('sv', { timeZone: portal.world.provider.time_zone }).slice(0, 16);

test('the master is on his way: the client is told the hour, and a moved visit takes it back', async () => {
  const portal = await testPortal();
  const { body: slots } = await portal.send(support.visitSlots, {}, WHO);
  const [first, other] = [slots[5]!, slots[6]!];
  const { order_id } = await filed(portal, { slot_id: first.slot_id });
  const start = Date.parse(first.from);
  portal.clock.set(new Date(start - 30 * MINUTE));
  await comes(portal, order_id, written(start + 20 * MINUTE, portal));
  const arrives = new Date(start + 20 * MINUTE).toISOString();
  const found = (await file(portal, { order_id })).body;
  expect(found.arrives_at).toBe(arrives);
  expect(found.events.at(-1)!.text).toMatch(/^Мастер в.пути, будет в.\d\d:\d\d$/);
  const titles = (await portal.send(contract.notice.getMessages, {}, WHO)).body.map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Мастер в'))).toHaveLength(1);

  portal.clock.set(new Date(start - 3 * DAY));
  await portal.send(support.moveVisit, { body: { order_id, slot_id: other.slot_id } }, WHO);
  expect((await file(portal, { order_id })).body.arrives_at).toBeNull();
});

test('whoever hears that the master is on his way, or sees him, is promised no other answer', async () => {
  const portal = await testPortal();
  const { body: slots } = await portal.send(support.visitSlots, {}, WHO);
  const visit = (index: number) => filed(portal, { slot_id: slots[index]!.slot_id });
  const [coming, here, asks] = [await visit(5), await visit(6), await visit(7)];
  const text = 'Приезжайте после обеда, пожалуйста';
  await portal.send(support.answer, { body: { order_id: asks.order_id, text } }, WHO);
  const soon = written(portal.clock.now().getTime() + 20 * MINUTE, portal);
  for (const { order_id } of [coming, asks]) await comes(portal, order_id, soon);
  await arrives(portal, here.order_id);
  // What was asked meanwhile waits for its own answer.
  expect((await file(portal, asks)).body.answer_by).not.toBeNull();
  portal.clock.advance(3 * DAY);
  await portal.work();
  for (const { order_id } of [coming, here])
    expect((await file(portal, { order_id })).body).toMatchObject({ answer_by: null, late_times: 0 });
});

test('nobody is on his way to an order without a visit, in the past, or in two days', async () => {
  const portal = await testPortal();
  const { order_id } = await filed(portal);
  const now = portal.clock.now().getTime();
  await expect(comes(portal, order_id, written(now + 20 * MINUTE, portal))).rejects.toMatchObject({
    code: 'order_without_visit',
  });
  for (const at of [now - MINUTE, now + 2 * DAY]) {
    await expect(comes(portal, order_id, written(at, portal))).rejects.toThrow();
  }
});

test('a done order is rated and opened again; a cancelled one is not', async () => {
  const portal = await testPortal();
  const { order_id } = await filed(portal);
  const body = { order_id, rating: 4 };
  expect((await portal.send(support.rate, { body }, WHO)).body.code).toBe('order_not_rated');
  await deed(portal, 'close', order_id);
  expect((await portal.send(support.rate, { body }, WHO)).body).toEqual(body);
  expect((await portal.send(support.answer, { body: { order_id, text: 'Ещё' } }, WHO)).body.code).toBe('order_closed');
  const again = await portal.send(support.reopen, { body: { order_id, text: 'Снова рвётся' } }, WHO);
  expect(again.body.state).toBe('in_progress');
  expect((await portal.send(support.close, { body: { order_id } }, WHO)).body.state).toBe('cancelled');
  expect((await portal.send(support.close, { body: { order_id } }, WHO)).status).toBe(200);
  const refused = await portal.send(support.reopen, { body: { order_id, text: 'Снова' } }, WHO);
  expect(refused.body.code).toBe('order_not_reopened');
});

test('an order that is opened again waits for no visit that is over: another one can be chosen', async () => {
  const portal = await testPortal();
  const { body: slots } = await portal.send(support.visitSlots, {}, WHO);
  const { from, to, slot_id } = slots[5]!;
  const { order_id } = await filed(portal, { slot_id });
  const reopened = async (at: number) => {
    portal.clock.set(new Date(at));
    await deed(portal, 'close', order_id);
    await portal.send(support.reopen, { body: { order_id, text: 'Снова рвётся' } }, WHO);
    return (await file(portal, { order_id })).body;
  };
  // The master is still there.
  expect(await reopened(Date.parse(to) - MINUTE)).toMatchObject({ visit: { from, to }, move: { possible: false } });
  expect(await reopened(Date.parse(to) + DAY)).toMatchObject({
    visit: null,
    arrives_at: null,
    move: { possible: true },
  });
  const later = (await portal.send(support.visitSlots, {}, WHO)).body.find(({ is_free }) => is_free)!;
  const moved = await portal.send(support.moveVisit, { body: { order_id, slot_id: later.slot_id } }, WHO);
  expect(moved.body.visit).toEqual({ from: later.from, to: later.to });
});

test('a file of another contract, or one that is sent already, is not attached', async () => {
  const portal = await testPortal();
  const { body: own } = await upload(portal, 'a.png', png(2, 2));
  const body = { goal_id: 5, text: 'Кабель', phone: '79270000000', files: [own.file_id] };
  expect((await portal.send(support.addOrder, { body }, 100_002)).body.code).toBe('file_used');
  expect((await portal.send(support.addOrder, { body }, WHO)).status).toBe(200);
  expect((await portal.send(support.addOrder, { body }, WHO)).body.code).toBe('file_used');
});

test('without a phone no order is filed, and there are no more than ten open ones', async () => {
  const portal = await testPortal();
  const body = { goal_id: 8, text: 'Вопрос' };
  expect((await portal.send(support.addOrder, { body }, 100_003)).body.code).toBe('order_no_phone');
  const withPhone = { ...body, phone: '8 927 000-00-01' };
  for (let count = 0; count < 10; count += 1) await portal.send(support.addOrder, { body: withPhone }, 100_003);
  expect((await portal.send(support.addOrder, { body: withPhone }, 100_003)).body.code).toBe('order_too_many');
});

test('the measurement that proves most goes into the check: too slow by cable is a fault, by Wi-Fi proves nothing', async () => {
  const portal = await testPortal();
  const { body: services } = await portal.send(contract.user.list, {}, WHO);
  const user_id = services.find(({ user_type }) => user_type === 'isg')!.user_id;
  const speed = async () => {
    const { body } = await portal.send(support.check, { query: { goal_id: '2' } }, WHO);
    return body.checks.filter(({ what }) => what === 'speed').map(({ ok, title }) => [ok, title]);
  };
  const measure = async (key: number, link: 'cable' | 'wifi', down_kbit: number) => {
    portal.clock.advance(MINUTE);
    await portal.pool.query(
      `insert into speed_test (contract_id, key, measured_at, server, address, is_local, user_id, plan, plan_mbit, link,
         down_kbit, up_kbit, latency_us, jitter_us)
       values ($1, $2, $3, 'Узел', '10.84.17.21', true, $4, 'Волга 300', 300, $5, $6, 1000, 4000, 900)`,
      [WHO, `00000000-0000-4000-8000-00000000000${key}`, portal.clock.now(), user_id, link, down_kbit],
    );
  };
  await portal.pool.query('delete from speed_test');
  expect(await speed()).toEqual([]);
  await measure(0, 'wifi', 71_000);
  expect(await speed()).toEqual([[null, 'Скорость по Wi-Fi: 71 из 300 Мбит/с']]);
  await measure(1, 'cable', 94_000);
  expect(await speed()).toEqual([[false, 'Скорость по кабелю: 94 из 300 Мбит/с']]);
  const order = await filed(portal, { goal_id: 2 });
  expect((await file(portal, order)).body.checks.map(({ title }) => title)).toContain(
    'Скорость по кабелю: 94 из 300 Мбит/с',
  );
  portal.clock.advance(2 * DAY);
  await measure(2, 'wifi', 71_000);
  expect(await speed()).toEqual([[false, 'Скорость по кабелю: 94 из 300 Мбит/с']]);
  await measure(3, 'cable', 312_000);
  expect(await speed()).toEqual([[true, 'Скорость по кабелю: 312 Мбит/с, быстрее тарифа']]);
  await portal.pool.query('update speed_test set plan_mbit = 100');
  expect(await speed()).toEqual([]);
  await portal.pool.query('update speed_test set plan_mbit = 300');
  portal.clock.advance(7 * DAY);
  expect(await speed()).toEqual([]);
});
