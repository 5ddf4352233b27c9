import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../portal/staff.ts';

const { orders, services, networkLines } = operatorContract;
const WHO = 100_001;
const HOUR = 3_600_000;
const ROUTER = 'a4:2b:b0:77:e1:3d';
const PORT = 'sw-ub31-1 eth 0/14';

/** A service that waits for the technician who visits it now; the neighbour's port is taken, one of a closed service is free. */
async function connecting() {
  const portal = await testPortal();
  const who = async (...roles: Parameters<typeof staffToken>[1][]) => cookieOf(await staffToken(portal, ...roles));
  const [igor, gleb] = [await who('engineer'), await who('technician')];
  const [mine, taken, left] = (await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO)).body
    .map(({ user_id }) => user_id)
    .concat(await moreOf(portal));
  const user_id = mine!;
  await portal.pool.query(`update service_user set state = 'connecting', reason = null where user_id = $1`, [user_id]);
  await portal.pool.query(
    `update service_user set state = 'closed', reason = null, closed_on = opened_on where user_id = $1`,
    [left],
  );
  await portal.pool.query(
    `update contract c set (town_id, street_id, house) = (select town_id, street_id, house from contract where contract_id = $1)
     from service_user u where u.contract_id = c.contract_id and u.user_id = any($2::bigint[])`,
    [WHO, [taken, left]],
  );
  await portal.pool.query('delete from service_line');
  await portal.pool.query(`insert into service_line (user_id, circuit) values ($1, 'sw-ub31-1 eth 0/2'), ($2, $3)`, [
    taken,
    left,
    PORT,
  ]);
  const body = { goal_id: 5, text: 'Подключить интернет' };
  const { order_id } = (await portal.send(contract.support.addOrder, { body }, WHO)).body;
  const at = (ms: number) => new Date(portal.clock.now().getTime() + ms);
  const { rows } = await portal.pool.query<{ slot_id: number }>(
    `insert into visit_slot (town_id, master, starts_at, ends_at, order_id)
     select town_id, 'Сотрудник technician', $2, $3, $4 from contract where contract_id = $1 returning slot_id`,
    [WHO, at(-HOUR), at(HOUR), order_id],
  );
  expect(rows).toHaveLength(1);
  await portal.pool.query('update support_order set visit_from = $1, visit_to = $2, user_id = $3 where order_id = $4', [
    at(-HOUR),
    at(HOUR),
    user_id,
    order_id,
  ]);
  return { portal, igor, gleb, user_id, order_id, at };
}

/** Two services of the internet of others. */
const moreOf = async (portal: TestPortal): Promise<number[]> =>
  (
    await portal.pool.query<{ user_id: number }>(
      `select user_id from service_user where service_kind = 'internet' and contract_id <> $1 and state = 'active' order by user_id limit 2`,
      [WHO],
    )
  ).rows.map(({ user_id: id }) => id);

const orderState = async (portal: TestPortal, orderId: number) =>
  (await portal.pool.query<{ state: string }>('select state from support_order where order_id = $1', [orderId])).rows[0]
    ?.state;

test("a technician's day names what he connects, and the ports that the house has", async () => {
  const { portal, gleb, igor, user_id } = await connecting();
  const { masters } = (await sendStaff(portal, orders.visits, {}, gleb)).body;
  const [visit] = masters.flatMap(({ windows }) => windows.flatMap(({ order }) => order ?? []));
  expect(visit?.services[0]).toMatchObject({ user_id, kind: 'internet', is_connected: false });
  const asked = { query: { contract_id: String(WHO) } };
  const told = [
    { circuit: PORT, is_free: true },
    { circuit: 'sw-ub31-1 eth 0/2', is_free: false },
  ];
  for (const one of [gleb, igor]) expect((await sendStaff(portal, networkLines.ports, asked, one)).body).toEqual(told);
});

test('a rehearsal tells what is wrong and changes nothing; connecting leaves the visit to its master', async () => {
  const { portal, gleb, user_id, order_id } = await connecting();
  const connect = (body: object) =>
    sendStaff(portal, services.connect, { body: { user_id, visit: 'goes_on', mac: ROUTER, ...body } }, gleb);
  const taken = await connect({ circuit: 'sw-ub31-1 eth 0/2', dry_run: 'yes' });
  expect([taken.status, taken.body.code]).toEqual([409, 'line_taken']);
  const rehearsed = await connect({ circuit: PORT, dry_run: 'yes' });
  expect(rehearsed.body).toEqual({ contract_id: WHO, rehearsed: true, state: 'active' });
  const state = async () =>
    (await portal.send(contract.user.list, {}, WHO)).body.find((one) => one.user_id === user_id)?.state;
  expect(await state()).toBe('connecting');
  const done = await connect({ circuit: PORT });
  expect(done.body).toEqual({ contract_id: WHO, rehearsed: false, state: 'active' });
  expect([await state(), await orderState(portal, order_id)]).toEqual(['active', 'new']);
  const { rows } = await portal.pool.query(
    `select circuit, bound_mac::text as mac from service_line join service_access using (user_id) where user_id = $1`,
    [user_id],
  );
  expect(rows).toEqual([{ circuit: PORT, mac: ROUTER }]);
  expect((await connect({ circuit: PORT })).body.code).toBe('service_not_connecting');
});

test('without a word of the visit it ends with the connection, as by the command', async () => {
  const { portal, igor, user_id, order_id } = await connecting();
  await sendStaff(portal, services.connect, { body: { user_id } }, igor);
  expect(await orderState(portal, order_id)).toBe('done');
});

test('a technician connects, and asks about, only whom he visits that day', async () => {
  const { portal, user_id, order_id, at } = await connecting();
  const other = cookieOf(await staffToken(portal, 'technician'));
  await portal.pool.query(`update visit_slot set master = 'Другой' where order_id = $1`, [order_id]);
  const [contract_id, user] = [String(WHO), String(user_id)];
  const refused = [
    await sendStaff(portal, services.connect, { body: { user_id } }, other),
    await sendStaff(portal, services.session, { query: { contract_id, user_id: user } }, other),
    await sendStaff(portal, networkLines.ports, { query: { contract_id } }, other),
    await sendStaff(portal, services.bindDevice, { body: { user_id, mac: ROUTER } }, other),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'not_your_visit'));
  await portal.pool.query(`update visit_slot set master = 'Сотрудник technician' where order_id = $1`, [order_id]);
  const done_at = at(0).toISOString();
  portal.clock.advance(20 * HOUR);
  const gleb = cookieOf(await staffToken(portal, 'technician'));
  const connect = (body: object) => sendStaff(portal, services.connect, { body: { user_id, ...body } }, gleb);
  expect((await connect({})).body.code).toBe('not_your_visit');
  expect((await connect({ done_at })).status).toBe(200);
});

test('the first session: none yet, another device, the bound one', async () => {
  const { portal, gleb, user_id, at } = await connecting();
  await sendStaff(portal, services.connect, { body: { user_id, mac: ROUTER, visit: 'goes_on' } }, gleb);
  await portal.work();
  await portal.pool.query(`update internet_session set stopped_at = $2 where user_id = $1 and stopped_at is null`, [
    user_id,
    at(-HOUR),
  ]);
  const query = { contract_id: String(WHO), user_id: String(user_id) };
  const asked = async () => (await sendStaff(portal, services.session, { query }, gleb)).body;
  expect(await asked()).toMatchObject({ session: null, cause: 'line', title: 'Роутер не на связи' });
  const begin = (mac: string) =>
    portal.pool.query(
      `insert into internet_session (user_id, started_at, address, mac, bytes_in, bytes_out) values ($1, $2, '10.84.1.7', $3, 0, 0)`,
      [user_id, at(0), mac],
    );
  await begin('02:10:01:76:c0:e6');
  expect((await asked()).session).toMatchObject({ address: '10.84.1.7', is_other: true });
  await portal.pool.query('update internet_session set stopped_at = started_at where user_id = $1', [user_id]);
  await begin(ROUTER);
  expect((await asked()).session).toMatchObject({ address: '10.84.1.7', mac: ROUTER, is_other: false });
});
