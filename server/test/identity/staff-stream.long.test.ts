import { beforeEach, expect, test } from 'vitest';
import { staffContract } from '@kabinet/contract/staff';
import { addClient, type Client } from '../portal/client.ts';
import { listenTo } from '../portal/listening-browser.ts';
import { newToken } from '../portal/open-portal.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, OWN_PAGE, putShift, sendStaff, staffKey, staffToken } from '../portal/staff.ts';

const { card, office, me, orders, timeline } = staffContract;
const MINUTE = 60_000;

let portal: TestPortal;
let client: Client;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  client = await addClient(portal.world);
});

type Headers = Readonly<Record<string, string>>;
const STREAM = '/api/staff/v1/event/stream';
const someone = async (...roles: Parameters<typeof staffToken>[1][]): Promise<Headers> => ({
  ...OWN_PAGE,
  ...cookieOf(await staffToken(portal, ...roles)),
});
const follow = (headers: Headers) => listenTo(portal, headers, `?contract_id=${client.contractId}`, STREAM);
const show = (headers: Headers) =>
  sendStaff(portal, card.show, { query: { contract_id: String(client.contractId) } }, headers);
const here = async (headers: Headers) => (await show(headers)).body.here.map(({ name }) => name);

test('two of the staff see each other on one card; the client hears nothing of it', async () => {
  const [olga, boris] = [await someone('support'), await someone('engineer')];
  const own = await listenTo(portal, {
    authorization: `Bearer ${await newToken(portal.pool, client.contractId, portal.clock.now())}`,
  });
  await own.next('hello');
  const first = await follow(olga);
  await first.next('hello');
  await follow(boris);
  await first.next('presence');
  expect(await here(olga)).toEqual(['Сотрудник support', 'Сотрудник engineer']);
  // A page that is no longer heard of has gone.
  portal.clock.advance(MINUTE + 1);
  expect(await here(olga)).toEqual([]);
  expect(own.heard.map(({ event }) => event)).toEqual(['hello']);
});

test('what happens to the contract is told at once, without its data', async () => {
  const cashier = await someone('cashier');
  await putShift(portal);
  const stream = await follow(cashier);
  await stream.next('hello');
  const body = { account_no: '200001i', amount: '100', document: '7', text: 'Оплата в офисе' };
  expect((await sendStaff(portal, office.post, { body }, cashier)).status).toBe(200);
  const { data } = await stream.next('outdated');
  expect(data).toMatchObject({ kinds: expect.arrayContaining(['money']) as unknown });
  expect(Object.keys(data as object).toSorted()).toEqual(['at', 'kinds', 'messages', 'outdates']);
});

test('whoever has the queue open hears of each order and of who takes one, not of a lease that lasts longer', async () => {
  const [olga, igor] = [await someone('support'), await someone('engineer')];
  const stream = await listenTo(portal, olga, '?topic=orders', STREAM);
  await stream.next('hello');
  await portal.pool.query(`
    insert into support_goal (goal_id, name) values (1, 'Не работает');
    insert into support_order (contract_id, goal_id, text, state, created_at, updated_at)
    values (${client.contractId}, 1, 'Не работает', 'new', now(), now());
    insert into support_event (order_id, happened_at, state, text) select order_id, now(), 'new', '' from support_order`);
  await stream.next('queue');
  const { order_id } = (await portal.pool.query<{ order_id: string }>('select order_id from support_order')).rows[0]!;
  const hold = () => sendStaff(portal, orders.hold, { body: { order_id } }, igor);
  await hold();
  await stream.next('queue');
  await hold();
  await sendStaff(portal, orders.release, { body: { order_id } }, igor);
  await stream.next('queue');
  // Those of one second come together.
  expect(stream.heard.filter(({ event }) => event === 'queue').length).toBeLessThanOrEqual(3);
  const { rows } = await portal.pool.query<{ call: string }>('select call from operator_action order by action_id');
  expect(rows.map(({ call }) => call)).toEqual(['orders hold', 'orders release']);
  portal.clock.advance(5 * MINUTE);
  await stream.ended;
  const refused = await portal.inject({
    method: 'GET',
    url: `${STREAM}?topic=orders`,
    headers: await someone('cashier'),
  });
  expect(refused.json()).toMatchObject({ code: 'role_not_allowed' });
});

test('a stream lasts for five minutes; then whoever listens proves herself again', async () => {
  const stream = await follow(await someone('support'));
  await stream.next('hello');
  portal.clock.advance(5 * MINUTE);
  await stream.ended;
});

test('nobody follows a contract without a session, by a key, or if it is not his visit', async () => {
  const status = async (headers: Headers, query = `?contract_id=${client.contractId}`) => {
    const reply = await portal.inject({ method: 'GET', url: `${STREAM}${query}`, headers });
    return [reply.statusCode, reply.json<{ code: string }>().code];
  };
  const olga = await someone('support');
  expect(await status(OWN_PAGE)).toEqual([401, 'unauthorized']);
  expect(await status({ ...OWN_PAGE, authorization: `Bearer ${await staffKey(portal, ['card'])}` })).toEqual([
    403,
    'person_needed',
  ]);
  expect(await status(await someone('technician'))).toEqual([403, 'not_your_visit']);
  expect(await status(olga, '')).toEqual([422, 'bad_input']);
  expect(await status(olga, '?contract_id=0')).toEqual([422, 'bad_input']);
});

test('an open card asks again by itself, and that is one look', async () => {
  const olga = await someone('support');
  const looks = async () =>
    (await portal.pool.query<{ count: number }>('select count(*)::int as count from staff_read')).rows[0]?.count;
  await show(olga);
  portal.clock.advance(9 * MINUTE);
  await show(olga);
  // What is read beside the card is the same look.
  await sendStaff(portal, timeline.read, { query: { contract_id: String(client.contractId) } }, olga);
  expect(await looks()).toBe(1);
  await show(await someone('engineer'));
  expect(await looks()).toBe(2);
  portal.clock.advance(2 * MINUTE);
  await show(olga);
  expect(await looks()).toBe(3);
});

test('a page that nobody touches does not keep its session alive, nor does its stream', async () => {
  const olga = await someone('support');
  const idle = { ...olga, 'x-idle': '1' };
  const ask = async (headers: Headers) => (await sendStaff(portal, me.get, {}, headers)).status;
  portal.clock.advance(20 * MINUTE);
  expect(await ask(olga)).toBe(200);
  portal.clock.advance(20 * MINUTE);
  expect(await ask(idle)).toBe(200);
  await (await follow(olga)).next('hello');
  portal.clock.advance(11 * MINUTE);
  expect(await ask(olga)).toBe(401);
});

test('a stream that is refused because too many listen leaves nobody at the card', async () => {
  const crowded = await testPortal({ template: 'empty', burst: 1 });
  const { contractId } = await addClient(crowded.world);
  const olga = { ...OWN_PAGE, ...cookieOf(await staffToken(crowded, 'support')) };
  const listen = () => listenTo(crowded, olga, `?contract_id=${contractId}`, STREAM);
  const statuses = [];
  for (let stream = 0; stream < 5; stream += 1) statuses.push((await listen()).reply.statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect((await crowded.pool.query('select from staff_presence')).rowCount).toBe(4);
});
