import { createHash } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { throughGateways, type SmsGateway } from '#server/integrations/sms/gateways.ts';
import { smscGateway } from '#server/integrations/sms/smsc.ts';
import type { TakeReport, TextMessage } from '#server/integrations/sms/port.ts';
import type { Outside } from '#server/integrations/port.ts';
import { emulatedSmsc } from '../../../../test/emulators/gateways.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { listenForReports } from '../../../jobs/messaging/messages.ts';
import { notify, sendToContact } from '../notify.ts';

const PHONE = '79270000184';
const SECRET = 'the-secret-of-the-reports';
const CODE = 'Код 123456';

let portal: TestPortal;
let sent: string[];
let take: TakeReport;

/** A gateway that takes everything in two parts and reports when the test says so. */
const first: SmsGateway = {
  name: 'first',
  send: ({ text }: TextMessage) => {
    sent.push(`first ${text}`);
    return Promise.resolve([`${sent.length}a`, `${sent.length}b`]);
  },
  listen: (given) => {
    take = given;
    return { end: () => Promise.resolve() };
  },
};

beforeEach(async () => {
  sent = [];
  const smsc = smscGateway({ url: 'http://127.0.0.1:1', login: 'l', password: 'p', reportSecret: SECRET });
  const second: SmsGateway = {
    ...smsc,
    send: ({ text, key = '' }) => {
      sent.push(`smsc ${text}`);
      return Promise.resolve([key]);
    },
  };
  portal = await testPortal({
    throughOutside: (outside: Outside) => ({ ...outside, sms: throughGateways([first, second]) }),
  });
  const line = listenForReports(portal.world);
  onTestFinished(() => line.end());
});

const send = async () => {
  const texts = { sms: () => CODE, mail: () => ({ subject: '', text: '' }) };
  await portal.world.db.write((tx) => sendToContact(tx, texts, { kind: 'phone', value: PHONE }, {}));
  await portal.work();
};
const report = async (id: string, state: 'delivered' | 'undelivered') => {
  await take({ gateway: 'first', id, state, reason: state });
  await portal.work();
};
const parts = async () =>
  (
    await portal.pool.query<object>(
      'select gateway, state, payload is not null as has_text from text_message order by sent_at nulls first, gateway_id',
    )
  ).rows;

/** Tells a subscriber by text something that his portal shows, too. */
async function tell(): Promise<void> {
  await portal.pool.query('delete from contact');
  await portal.pool.query('delete from further_contact');
  await portal.pool.query('update program set gives_sms = false');
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values (100001, 'phone', $1, 'active')`,
    [PHONE],
  );
  const notice = {
    name: 'test',
    category: 'service',
    shownDays: 7,
    portal: () => ({ title: CODE, body: '' }),
  } as const;
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) => notify(tx, { ...notice, isUrgent: true }, 100_001, {}, at));
  await portal.work();
}
const told = async () =>
  (
    await portal.pool.query<{ state: string }>(
      `select d.state from message_delivery d join message using (message_id) where title = $1 and channel = 'sms'`,
      [CODE],
    )
  ).rows.map(({ state }) => state);

test('what became of a message of the portal is told there: it is delivered when each part is', async () => {
  await tell();
  expect(await told()).toEqual(['sent']);
  await report('1a', 'delivered');
  expect(await told()).toEqual(['sent']);
  await report('1b', 'delivered');
  expect(await told()).toEqual(['delivered']);
});

test('a message is lost if one part is, whatever becomes of the other', async () => {
  await tell();
  portal.clock.advance(16 * 60_000);
  await report('1a', 'undelivered');
  await report('1b', 'delivered');
  expect(await told()).toEqual(['undelivered']);
});

test('reports of two parts at once make one message delivered', async () => {
  await tell();
  await Promise.all([report('1a', 'delivered'), report('1b', 'delivered')]);
  expect(await told()).toEqual(['delivered']);
});

test.each(['undelivered', 'delivered'] as const)(
  'a message that has left by the next gateway is in its hands: a late «%s» of the first changes nothing',
  async (late) => {
    await tell();
    portal.clock.advance(60_000);
    await report('1a', 'undelivered');
    expect(await told()).toEqual(['sent']);
    await report('1b', late);
    expect(await told()).toEqual(['sent']);
    const { rows } = await portal.pool.query<{ id: string }>(
      `select gateway_id as id from text_message where gateway = 'smsc'`,
    );
    expect(await called({ id: rows[0]?.id ?? '', status: '1' })).toBe(200);
    expect(await told()).toEqual(['delivered']);
  },
);

test('a message that is delivered is remembered without its text', async () => {
  await send();
  expect(await parts()).toEqual([
    { gateway: 'first', state: null, has_text: true },
    { gateway: 'first', state: null, has_text: true },
  ]);
  await report('1a', 'delivered');
  expect(await parts()).toContainEqual({ gateway: 'first', state: null, has_text: true });
  await report('1b', 'delivered');
  await report('1b', 'undelivered');
  expect(await parts()).toEqual([
    { gateway: 'first', state: 'delivered', has_text: false },
    { gateway: 'first', state: 'delivered', has_text: false },
  ]);
  expect(sent).toEqual([`first ${CODE}`]);
});

test('a message that is not delivered goes by the next gateway once, and by no third', async () => {
  await send();
  await report('1a', 'undelivered');
  await report('1b', 'undelivered');
  await report('1a', 'undelivered');
  expect(sent).toEqual([`first ${CODE}`, `smsc ${CODE}`]);
  const { rows } = await portal.pool.query<{ gateway_id: string }>(
    `select gateway_id from text_message where gateway = 'smsc'`,
  );
  expect(await called({ id: rows[0]?.gateway_id ?? '', status: '20' })).toBe(200);
  await portal.work();
  expect(sent).toHaveLength(2);
  expect(await parts()).toContainEqual({ gateway: 'smsc', state: 'undelivered', has_text: false });
  expect((await portal.pool.query(`select from outbox_effect where state <> 'done'`)).rowCount).toBe(0);
});

test('a report that comes before the answer of the gateway counts', async () => {
  await report('1b', 'undelivered');
  await send();
  await portal.work();
  expect(sent).toEqual([`first ${CODE}`, `smsc ${CODE}`]);
  const { rows } = await portal.pool.query(`select reason from text_message where state = 'undelivered'`);
  expect(rows).toEqual([{ reason: 'undelivered' }]);
});

test('a message whose parts were all reported before the answer keeps no text', async () => {
  await report('1a', 'delivered');
  await report('1b', 'delivered');
  await send();
  const done = { gateway: 'first', state: 'delivered', has_text: false };
  expect(await parts()).toEqual([done, done]);
});

test('a report of long after is only remembered, and the text is forgotten', async () => {
  await send();
  const cleanUp = async () => {
    await portal.pool.query(`select graphile_worker.add_job('clean_up', '{}')`);
    await portal.work();
  };
  await cleanUp();
  expect(await parts()).toContainEqual({ gateway: 'first', state: null, has_text: true });
  portal.clock.advance(16 * 60_000);
  await report('1a', 'undelivered');
  expect(sent).toEqual([`first ${CODE}`]);
  await cleanUp();
  expect(await parts()).toContainEqual({ gateway: 'first', state: null, has_text: false });
  portal.clock.advance(30 * 86_400_000);
  await cleanUp();
  expect(await parts()).toEqual([]);
});

const sign = (id: string, status: string, secret: string) =>
  createHash('sha1').update(`${id}:${PHONE}:${status}:${secret}`).digest('hex');

async function called({ id, status }: { id: string; status: string }, secret = SECRET): Promise<number> {
  const body = { id, phone: PHONE, status, time: '20.11.2026 12:00:00', err: '0', sha1: sign(id, status, secret) };
  const reply = await portal.inject({
    method: 'POST',
    url: '/gateway/sms',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  });
  return reply.statusCode;
}

test('a call of SMSC is believed by its sign only', async () => {
  expect(await called({ id: 'k1', status: '1' }, 'another secret phrase')).toBe(403);
  expect(await called({ id: 'k1', status: '0' })).toBe(200);
  expect(await parts()).toEqual([]);
  expect(await called({ id: 'k1', status: '1' })).toBe(200);
  expect(await called({ id: 'k1', status: '1' })).toBe(200);
  expect(await parts()).toEqual([{ gateway: 'smsc', state: 'delivered', has_text: false }]);
});

test('the real adapter of SMSC names its number only if it reports', async () => {
  const { send: sendBySmsc } = await emulatedSmsc();
  expect(await sendBySmsc({ to: PHONE, text: CODE })).toEqual([]);
});
