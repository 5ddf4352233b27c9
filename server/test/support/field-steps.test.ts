import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../portal/staff.ts';

const { orders, notes, timeline } = operatorContract;
const WHO = 100_001;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const instantIn = (portal: TestPortal, ms: number): string => new Date(portal.clock.now().getTime() + ms).toISOString();

/** A visit of today that has begun, and its technician. */
async function visited() {
  const portal = await testPortal();
  const who = async (...roles: Parameters<typeof staffToken>[1][]) => cookieOf(await staffToken(portal, ...roles));
  const [igor, gleb] = [await who('engineer'), await who('technician')];
  const body = { goal_id: 5, text: 'Переложить кабель' };
  const { order_id } = (await portal.send(contract.support.addOrder, { body }, WHO)).body;
  const written = (ms: number) =>
    new Date(portal.clock.now().getTime() + ms).toLocaleString('sv', {
      timeZone: portal.world.provider.time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
  const window = { town: 'Тольятти', master: 'Сотрудник technician', from: written(-HOUR), to: written(HOUR) };
  const { slot_id } = (await sendStaff(portal, orders.addSlot, { body: window }, igor)).body;
  await portal.pool.query('update visit_slot set order_id = $1 where slot_id = $2', [order_id, slot_id]);
  await portal.pool.query(
    'update support_order set visit_from = s.starts_at, visit_to = s.ends_at from visit_slot s where s.order_id = support_order.order_id',
  );
  return { portal, igor, gleb, who, order_id, written };
}

test('a step that is told later has its own moment beside that of the call, in the order and in the audit', async () => {
  const { portal, gleb, igor, order_id } = await visited();
  const done_at = instantIn(portal, -20 * MINUTE);
  expect((await sendStaff(portal, orders.arrived, { body: { order_id, done_at } }, gleb)).body.arrived_at).toBe(
    done_at,
  );
  const text = 'Переобжал разъём';
  const closed_at = instantIn(portal, -5 * MINUTE);
  expect((await sendStaff(portal, orders.close, { body: { order_id, text, done_at: closed_at } }, gleb)).status).toBe(
    200,
  );
  const { arrived_at, events } = (await sendStaff(portal, orders.show, { query: { order_id: String(order_id) } }, igor))
    .body;
  const now = portal.clock.now().toISOString();
  expect(arrived_at).toBe(done_at);
  expect(events.map((event) => [event.text, event.happened_at, event.done_at]).slice(-2)).toEqual([
    ['Мастер на\u00a0месте', now, done_at],
    [text, now, closed_at],
  ]);
  const { rows } = await portal.pool.query(
    `select input ->> 'done_at' as done_at, begun_at from operator_action where call = 'orders arrived'`,
  );
  expect(rows).toEqual([{ done_at, begun_at: portal.clock.now().toISOString() }]);
});

test('no step is ahead of the server, before the day of the visit or before yesterday', async () => {
  const { portal, gleb, order_id } = await visited();
  const arrived = async (ms: number) =>
    (await sendStaff(portal, orders.arrived, { body: { order_id, done_at: instantIn(portal, ms) } }, gleb)).body;
  for (const ms of [5 * MINUTE, -25 * HOUR, -72 * HOUR]) expect(await arrived(ms)).toMatchObject({ code: 'bad_input' });
  // Clocks differ by some seconds: that is now.
  expect((await arrived(30_000)).arrived_at).toBe(portal.clock.now().toISOString());
});

test('what was done before midnight is told after it', async () => {
  const { portal, who, order_id } = await visited();
  const done_at = portal.clock.now().toISOString();
  portal.clock.advance(20 * HOUR);
  const gleb = await who('technician');
  const arrive = (body: object) => sendStaff(portal, orders.arrived, { body: { order_id, ...body } }, gleb);
  expect((await arrive({})).body.code).toBe('not_your_visit');
  expect((await arrive({ done_at })).body.arrived_at).toBe(done_at);
});

test('whose time has passed writes no message to the client; a visit given to another is refused', async () => {
  const { portal, gleb, order_id, written } = await visited();
  const messages = async () =>
    (await portal.pool.query(`select from message where title like '%в\u00a0пути%'`)).rowCount;
  const before = await messages();
  const late = { order_id, at: written(-10 * MINUTE), done_at: instantIn(portal, -40 * MINUTE) };
  expect((await sendStaff(portal, orders.coming, { body: late }, gleb)).status).toBe(200);
  expect(await messages()).toBe(before);
  const soon = { order_id, at: written(20 * MINUTE), done_at: instantIn(portal, -MINUTE) };
  expect((await sendStaff(portal, orders.coming, { body: soon }, gleb)).status).toBe(200);
  expect(await messages()).toBe(before! + 1);
  await portal.pool.query(`update visit_slot set master = 'Другой' where order_id = $1`, [order_id]);
  const done_at = instantIn(portal, -MINUTE);
  expect((await sendStaff(portal, orders.arrived, { body: { order_id, done_at } }, gleb)).body.code).toBe(
    'not_your_visit',
  );
});

test('who has quiet hours by day learns that the technician is on his way before he is there', async () => {
  const { portal, gleb, order_id, written } = await visited();
  const sent: string[] = [];
  portal.world.outside.sms.send = ({ text }) => Promise.resolve(void sent.push(text));
  await portal.pool.query('update program set gives_sms = false');
  const hour = Number(written(0).slice(11, 13));
  await portal.pool.query(
    `insert into notice_hours (contract_id, is_quiet, quiet_from, quiet_until) values ($1, true, $2, $3)
     on conflict (contract_id) do update set is_quiet = true, quiet_from = $2, quiet_until = $3`,
    [WHO, hour, (hour + 8) % 24],
  );
  const coming = { order_id, at: written(20 * MINUTE) };
  expect((await sendStaff(portal, orders.coming, { body: coming }, gleb)).status).toBe(200);
  await portal.work();
  expect(sent.filter((text) => text.includes('в\u00a0пути'))).toHaveLength(1);
});

test('a technician leaves a note about any contract, with its moment, and reads nothing of it', async () => {
  const { portal, igor, gleb } = await visited();
  const done_at = instantIn(portal, -HOUR);
  const body = { contract_id: 100_002, text: 'Был по адресу, дверь не открыли', done_at };
  expect((await sendStaff(portal, notes.add, { body }, gleb)).status).toBe(200);
  const query = { contract_id: '100002', kind: 'note' };
  const { items } = (await sendStaff(portal, timeline.read, { query }, igor)).body;
  expect(items[0]).toMatchObject({
    text: body.text,
    detail: expect.stringMatching(/^было \d\d\.\d\d\.\d{4} в \d\d:\d\d$/) as string,
  });
});
