import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { twentyFour } from '#server/integrations/tv/twentyfour/twentyfour.ts';
import { openLog } from '../../log.ts';
import { twentyFourEmulator } from '../../../test/emulators/twentyfour.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';

const WHO = 100_001;
const CINEMA = 1301;
const PACKETS = {
  plans: { 1: '100' },
  options: {},
  programs: { [CINEMA]: '201', 1302: '202', 1304: '204', 9999: '205' },
};

async function opened() {
  const { settings } = await twentyFourEmulator();
  const tv = twentyFour({
    ...settings,
    packets: PACKETS,
    phoneOf: () => Promise.resolve(undefined),
    now: () => new Date(0),
  });
  const portal = await testPortal({ throughOutside: (outside) => ({ ...outside, tv }), log: openLog('silent') });
  const { body } = await portal.send(contract.user.list, {}, WHO);
  const id = String(body.find(({ user_type }) => user_type === 'tv')!.user_id);
  const call = async (path: string, payload: object = {}, secret = settings.callbackSecret) => {
    const reply = await portal.inject({ method: 'POST', url: `/gateway/24tv/${secret}/${path}`, payload });
    return { status: reply.statusCode, said: reply.json<Record<string, unknown>>() };
  };
  const programs = async () => {
    const { rows } = await portal.pool.query<{ program_id: number; status: string }>(
      'select program_id, status from user_program where user_id = $1 and program_id in (1301, 1302)',
      [id],
    );
    return rows.map(({ program_id, status }) => `${program_id} ${status}`);
  };
  return { portal, id, call, programs };
}

const order = (uid: string, packet: number, price: string) =>
  ({ type: 'packet', user: { id: 5000, provider_uid: uid }, packet: { id: packet, price, is_base: false } }) as const;

/** The address of the client's internet, whose session was heard a moment ago. */
async function lineOf({ pool, clock }: TestPortal): Promise<string> {
  const { rows } = await pool.query<{ address: string }>(
    `update internet_session s set seen_at = $2 from service_user u
     where u.user_id = s.user_id and contract_id = $1 and stopped_at is null returning host(s.address) as address`,
    [WHO, clock.now()],
  );
  return rows[0]!.address;
}

test('who signs in is found by our number, by the confirmed telephone, by the line', async () => {
  const { portal, id, call } = await opened();
  const ours = { result: 'success', provider_uid: id };
  expect((await call(`auth?ip=&phone=&provider_uid=${id}`)).said).toEqual(ours);
  expect((await call('auth?ip=10.0.0.1&phone=%2B79270000184')).said).toEqual(ours);
  const address = await lineOf(portal);
  expect((await call(`auth?ip=${address}&phone=`)).said).toEqual(ours);
  const nobody = { result: 'error', errmsg: 'Абонент не найден' };
  // A line whose session is over is nobody's: its address may be given to a neighbour.
  await portal.pool.query('update internet_session set stopped_at = started_at where stopped_at is null');
  expect((await call(`auth?ip=${address}&phone=`)).said).toEqual(nobody);
  expect((await call('auth?ip=203.0.113.9&phone=79990000000')).said).toEqual(nobody);
  expect((await call('auth?ip=no-address&phone=')).said).toEqual(nobody);
  expect((await call('auth?provider_uid=999999')).said).toEqual(nobody);
});

test('an address that has passed to a neighbour opens the TV of nobody, though no end of the former session was told', async () => {
  const { portal, id, call } = await opened();
  const address = await lineOf(portal);
  const auth = async () => (await call(`auth?ip=${address}`)).said;
  expect(await auth()).toEqual({ result: 'success', provider_uid: id });
  // The neighbour has the internet alone.
  await portal.pool.query(
    `insert into internet_session (user_id, started_at, address, bytes_in, bytes_out)
     select user_id, $1, $2, 0, 0 from service_user where contract_id = 100004 and user_type = 'isg' and state <> 'closed' limit 1`,
    [portal.clock.now(), address],
  );
  expect(await auth()).toEqual({ result: 'error', errmsg: 'Абонент не найден' });
});

test('nor does an address of which nothing was heard for two intervals', async () => {
  const { portal, call } = await opened();
  const address = await lineOf(portal);
  portal.clock.advance(11 * 60_000);
  expect((await call(`auth?ip=${address}`)).said).toMatchObject({ result: 'error' });
});

test('tells the balance of the account that pays', async () => {
  const { id, call } = await opened();
  expect((await call('balance', { user: { provider_uid: id } })).said).toEqual({
    result: 'success',
    balance: '1234.50',
  });
  expect((await call(`balance?provider_uid=${id}`)).said).toMatchObject({ balance: '1234.50' });
  expect((await call('balance')).said).toMatchObject({ result: 'error' });
});

test('an order of the application switches the program on and charges it once, however often it is repeated', async () => {
  const { portal, id, call, programs } = await opened();
  const balance = async () => (await call(`balance?provider_uid=${id}`)).said['balance'];
  const before = Number(await balance());
  for (let times = 0; times < 3; times += 1) {
    expect((await call('packet', order(id, 201, '199.00'))).said).toEqual({ status: 1 });
  }
  expect(await programs()).toEqual([`${CINEMA} on`]);
  const paid = before - Number(await balance());
  expect(paid).toBeGreaterThan(0);
  expect(paid).toBeLessThanOrEqual(199);
  expect(
    (await call('delete_subscription', { user: { provider_uid: id }, subscription: { packet: { id: 201 } } })).said,
  ).toEqual({
    status: 1,
  });
  expect(await programs()).not.toEqual([`${CINEMA} on`]);
  await portal.work();
});

test('an order is refused with the platform’s word: another price, a packet of the portal, one no longer sold, nobody', async () => {
  const { id, call, programs } = await opened();
  const refused = async (uid: string, packet: number, price: string) => {
    const { status, said } = await call('packet', order(uid, packet, price));
    expect([status, said['status']]).toEqual([200, -1]);
    return said['errmsg'];
  };
  expect(await refused(id, 201, '99.00')).toMatch(/Цена изменилась: 199\s₽/);
  expect(await refused(id, 100, '300.00')).toMatch(/в личном кабинете/);
  expect(await refused('999999', 201, '199.00')).toBe('Абонент не найден');
  expect(await refused(id, 204, '79.00')).toMatch(/больше не подключаем/);
  expect(await refused(id, 205, '79.00')).toBe('Такого пакета нет');
  expect(await programs()).toEqual([]);
});

test('a wrong secret looks like an address that does not exist; nonsense is refused', async () => {
  const { call } = await opened();
  const wrong = await call('balance', {}, 'f'.repeat(32));
  expect([wrong.status, wrong.said['code']]).toEqual([404, 'not_found']);
  expect((await call('balance', {}, 'x')).status).toBe(404);
  expect((await call('packet', { user: 'somebody' })).status).toBe(400);
});
