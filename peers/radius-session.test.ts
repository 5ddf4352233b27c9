import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { contract } from '../contract/src/index.ts';
import { deviceOrders } from '../server/src/integrations/network/freeradius/device-orders.ts';
import { openLog } from '../server/src/log.ts';
import { emulatedNas, type EmulatedNas } from '../server/test/emulators/nas.ts';
import { foldAll } from '../server/test/network/folding.ts';
import { callGate } from '../server/test/portal/payment-agents.ts';
import { accessNetwork, type AccessNetwork, type Line } from './radius/network.ts';
import { NAS_SECRET } from './radius/server.ts';

// One living session from its login to the proof that its device does what was ordered, through a real FreeRADIUS.

const PASSWORD = 'Lesnaya-tropa-48';
const ROUTER = 'Calling-Station-Id = "02:10:01:76:c0:e6"';
const [CHANGE, DISCONNECT] = [43, 40];
const RATE = '26:14988:8';
/** Seconds from the commit of a change until the device has the order (docs: commit to ACK). */
const SOON = { timeout: 5000 };

let network: AccessNetwork;
beforeAll(async () => {
  network = await accessNetwork();
});
afterAll(() => network.close());

/** A Mikrotik that is told by a living portal. */
async function device(address: string): Promise<EmulatedNas> {
  const nas = await emulatedNas(NAS_SECRET, address);
  await network.addNas(address, 'mikrotik');
  await network.query('update radius.nas set coa_port = $2 where address = $1::inet', [address, nas.port]);
  const { db, outside } = network.portal.world;
  const sender = deviceOrders(db, outside.vault).send(openLog('silent'));
  onTestFinished(() => sender.end());
  return nas;
}

/** Signs in, and returns what the device was told. */
async function enter(
  { login }: Line,
  from: string,
): Promise<Readonly<Record<string, string[]>> & { readonly Class: string[] }> {
  const reply = await network.radius.ask(
    [`User-Name = "${login}"`, `User-Password = "${PASSWORD}"`, 'Framed-Protocol = PPP', ROUTER],
    { from },
  );
  expect(reply?.code, network.radius.said().slice(-3000)).toBe('Access-Accept');
  return { Class: [], ...reply?.attributes };
}

/** What a device tells of the session of a line, which then stands in the portal. */
async function report(
  line: Line,
  from: string,
  { kind, session, told }: { kind: string; session: string; told: readonly string[] },
) {
  const packet = [
    `Acct-Status-Type = ${kind}`,
    `Acct-Session-Id = "${session}"`,
    `User-Name = "${line.login}"`,
    `Class = ${told[0]}`,
    'Framed-IP-Address = 100.64.0.17',
    ROUTER,
    ...(kind === 'Start' ? [] : ['Acct-Session-Time = 60', 'Acct-Input-Octets = 7', 'Acct-Output-Octets = 9']),
  ];
  expect(await network.radius.tell(packet, from)).toBe(true);
  await foldAll(network.portal);
}

/** Sessions of a line, oldest first: as what they were opened or changed, by their device's own words, and the order to it. */
const sessions = ({ userId }: Line) =>
  network.query<{ ref: string; class: string; is_over: boolean; answer: string | null; is_wanted: boolean | null }>(
    `select s.session_ref as ref, s.class, s.stopped_at is not null as is_over, c.answer, s.class = 'k:' || s.user_id || ':' || r.shape as is_wanted
     from internet_session s left join radius.coa c using (internet_session_id)
       left join radius.reply r on r.user_id = s.user_id and r.kind = 'mikrotik'
     where s.user_id = $1 order by s.internet_session_id`,
    [userId],
  );

/** The class that an order gives, as radclient writes it. */
const classOf = (order: EmulatedNas['orders'][number] | undefined): string[] =>
  (order?.values[25] ?? []).map((text) => `0x${Buffer.from(text, 'latin1').toString('hex')}`);

test('a change of plan reaches the living session, and its next report proves it', async () => {
  const [nas, address] = [await device('127.0.0.21'), '127.0.0.21'];
  const line = await network.addLine(PASSWORD);
  const [{ plan_id } = { plan_id: 0 }] = await network.query<{ plan_id: number }>(
    `insert into plan (service_kind, name, summary, price_kopecks, unit, speed_mbit)
     values ('internet', 'Быстрый', '', 120000, 'month', 500) returning plan_id`,
  );
  const told = await enter(line, address);
  expect(told['Mikrotik-Rate-Limit']).toEqual(['100000k/100000k']);
  await report(line, address, { kind: 'Start', session: 's-1', told: told.Class });
  expect(await sessions(line)).toMatchObject([{ ref: 's-1', is_over: false, answer: null, is_wanted: true }]);

  const changed = await network.portal.send(
    contract.plan.change,
    { body: { user_id: line.userId, plan_id, when: 'now' } },
    line.contractId,
  );
  expect(changed).toMatchObject({ status: 200 });
  await network.portal.work();
  await expect.poll(() => nas.orders.length, SOON).toBe(1);
  const [order] = nas.orders;
  expect(order).toMatchObject({
    code: CHANGE,
    values: { 44: ['s-1'], 1: [line.login], [RATE]: ['500000k/500000k'], 25: [expect.stringMatching(/^k:/)] },
  });
  // The device agrees; that it has obeyed, only its report says.
  await expect.poll(() => sessions(line), SOON).toMatchObject([{ answer: 'ack', is_wanted: false }]);
  await report(line, address, { kind: 'Interim-Update', session: 's-1', told: classOf(order) });
  expect(await sessions(line)).toMatchObject([{ ref: 's-1', is_over: false, answer: 'ack', is_wanted: true }]);
  expect((await enter(line, address)).Class).toEqual(classOf(order));
  expect(nas.badly).toEqual([]);
});

test('a debtor pays at a terminal: his session in the walled garden ends, and the next one has the speed of the plan', async () => {
  const [nas, address] = [await device('127.0.0.22'), '127.0.0.22'];
  const line = await network.addLine(PASSWORD, { balance: -100_00, creditLimit: 100_00, blocked: true });
  const walled = await enter(line, address);
  expect(walled).toMatchObject({ 'Mikrotik-Address-List': ['debtors'] });
  await report(line, address, { kind: 'Start', session: 's-2', told: walled.Class });

  const { xml } = await callGate(network.portal, {
    command: 'pay',
    txn_id: '1',
    txn_date: '20261127120000',
    account: `${line.contractId}i`,
    sum: '5000.00',
  });
  expect(xml).toContain('<result>0</result>');
  await network.portal.work();
  await expect.poll(() => nas.orders, SOON).toMatchObject([{ code: DISCONNECT, values: { 44: ['s-2'] } }]);
  await report(line, address, { kind: 'Stop', session: 's-2', told: walled.Class });
  const open = await enter(line, address);
  expect(open).toMatchObject({ 'Mikrotik-Rate-Limit': ['100000k/100000k'] });
  expect(open).not.toHaveProperty('Mikrotik-Address-List');
  await report(line, address, { kind: 'Start', session: 's-3', told: open.Class });
  expect(await sessions(line)).toMatchObject([
    { ref: 's-2', is_over: true, is_wanted: false },
    { ref: 's-3', is_over: false, is_wanted: true },
  ]);
});
