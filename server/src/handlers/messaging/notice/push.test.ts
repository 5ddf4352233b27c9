import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Tx } from '#server/db/database.ts';
import { endOtherSessions } from '#server/domain/identity/session/session.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { webPushService } from '#server/integrations/push/web-push.ts';
import { claimsOf, digestOf, emulatedPushService, newBrowser } from '../../../../test/emulators/push-service.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { notice } = contract;
const [OWNER, OTHER] = [100_001, 100_003];
const KEY = '5e'.repeat(32);
const CONTACT = 'mailto:admin@volga.example';

let portal: TestPortal;
let service: Awaited<ReturnType<typeof emulatedPushService>>;
let browser: ReturnType<typeof newBrowser>;

beforeEach(async () => {
  service = await emulatedPushService();
  browser = newBrowser(`${service.host}/browser/1`);
  const push = webPushService({ key: KEY, contact: CONTACT, hosts: [service.host], timeoutMs: 1000 });
  portal = await testPortal({ throughOutside: (outside) => ({ ...outside, push }) });
  await portal.pool.query(`delete from contact`);
});

const set = (who = OWNER, target = browser.target) => portal.send(notice.setPush, { body: target }, who);
const get = async (who = OWNER) => (await portal.send(notice.getPush, {}, who)).body;

const debt: Notice<{ readonly sum: string }> = {
  name: 'test.debt',
  category: 'debt',
  shownDays: 1,
  link: () => '/payment/i',
  portal: ({ sum }) => ({ title: `Не хватает ${sum}`, body: '<p>Мария Кузнецова, пополните счёт.</p>' }),
};
async function tell(who = OWNER): Promise<unknown[]> {
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) => notify(tx, debt, who, { sum: '529 ₽' }, at));
  await portal.work();
  return service.state.pushed.splice(0).map(({ body }) => browser.read(body));
}

const SHOWN = { title: 'Волга Телеком', text: 'Есть новое о счёте. Откройте кабинет', link: '/payment/i', tag: 'debt' };

test('a notice reaches the browser that has asked for it, encrypted, signed, and without a word about the client', async () => {
  expect(await tell()).toEqual([]);
  const { publicKey } = portal.world.outside.push!;
  expect(await get()).toEqual({ is_available: true, public_key: publicKey, browsers: [] });
  const browsers = [
    { digest: digestOf(browser.target.endpoint), browser: 'Тест', created_at: '2026-11-20T10:05:00.000Z' },
  ];
  expect((await set()).body).toEqual({ is_available: true, public_key: publicKey, browsers });
  expect((await set()).body.browsers).toEqual(browsers);
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) => notify(tx, debt, OWNER, { sum: '529 ₽' }, at));
  await portal.work();
  const [pushed] = service.state.pushed;
  expect(service.state.pushed).toHaveLength(1);
  expect(pushed?.path).toBe('/browser/1');
  expect(pushed?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(claimsOf(pushed?.headers ?? {}, publicKey)).toMatchObject({ aud: service.host, sub: CONTACT });
  expect(pushed?.body.includes('Волга')).toBe(false);
  expect(browser.read(pushed?.body ?? Buffer.alloc(0))).toEqual(SHOWN);
});

test('waits in quiet hours, and comes of the chosen kinds only', async () => {
  await set();
  const chosen = await portal.send(notice.choose, { body: { kind: 'debt', channel: 'push', is_on: false } }, OWNER);
  expect(chosen.body.channels).toContainEqual({ channel: 'push', title: 'Браузер', to: 'Тест', needs_package: false });
  expect(await tell()).toEqual([]);
  await portal.send(notice.choose, { body: { kind: 'debt', channel: 'push', is_on: true } }, OWNER);
  portal.clock.set(new Date('2026-11-20T23:00:00Z'));
  expect(await tell()).toEqual([]);
  portal.clock.set(new Date('2026-11-21T04:00:00Z'));
  await portal.work();
  expect(service.state.pushed.map(({ body }) => browser.read(body))).toEqual([SHOWN]);
});

test.each([404, 410])('a browser that its service answers with %i is forgotten', async (status) => {
  await set();
  service.state.status = status;
  await tell();
  service.state.status = 201;
  expect((await get()).browsers).toEqual([]);
  expect(await tell()).toEqual([]);
});

test('a failure, silence and a busy service are tried again, a refusal is not', async () => {
  await set();
  const stateOf = async () =>
    (await portal.pool.query<{ state: string }>('select state from outbox_effect')).rows.at(-1);
  for (const [change, state] of [
    [{ status: 500 }, 'due'],
    [{ isSilent: true }, 'due'],
    [{ status: 429, retryAfter: '90' }, 'due'],
    [{ status: 413 }, 'failed'],
  ] as const) {
    await portal.pool.query('delete from outbox_effect');
    Object.assign(service.state, { status: 201, isSilent: false, retryAfter: undefined }, change);
    await tell();
    expect(await stateOf()).toEqual({ state });
  }
  expect((await get()).browsers).toHaveLength(1);
});

test('a browser belongs to whoever signed in last, and to nobody after signing out', async () => {
  await set();
  await set(OTHER);
  expect((await get()).browsers).toEqual([]);
  expect(await tell()).toEqual([]);
  expect(await tell(OTHER)).toEqual([SHOWN]);
  // Somebody else's browser is not switched off.
  const { endpoint } = browser.target;
  expect((await portal.send(notice.removePush, { body: { endpoint } }, OWNER)).status).toBe(200);
  expect((await get(OTHER)).browsers).toHaveLength(1);
  await portal.pool.query(`update session set ended_at = now(), end_reason = 'signed_out' where contract_id = $1`, [
    OTHER,
  ]);
  expect(await tell(OTHER)).toEqual([]);
});

test('a browser whose session has run out gets nothing more, and may be switched on again', async () => {
  await set();
  portal.clock.advance(2 * 86_400_000);
  const to = async () =>
    (await portal.send(notice.settings, {}, OWNER)).body.channels.find(({ channel }) => channel === 'push')?.to;
  expect([await tell(), (await get()).browsers, await to()]).toEqual([[], [], null]);
  expect((await set()).body.browsers).toHaveLength(1);
  expect(await tell()).toEqual([SHOWN]);
});

test('a browser of a week ago gets notices until somebody closes the cabinet in it', async () => {
  await set();
  await portal.pool.query(
    `update session set last_used_at = $2::timestamptz - interval '8 days', expires_at = $2::timestamptz + interval '20 days'
     where contract_id = $1`,
    [OWNER, portal.clock.now()],
  );
  expect(await tell()).toEqual([SHOWN]);
  const end = (tx: Tx) => endOtherSessions(tx, OWNER, undefined, 'password_changed', portal.clock.now());
  expect(await portal.world.db.write(end)).toBe(0);
  expect(await tell()).toEqual([]);
});

test('what waits for the morning does not come to a browser whose session runs out by then', async () => {
  await set();
  portal.clock.set(new Date('2026-11-20T23:00:00Z'));
  await tell();
  await portal.pool.query(`update session set expires_at = '2026-11-21T01:00Z' where contract_id = $1`, [OWNER]);
  portal.clock.set(new Date('2026-11-21T04:00:00Z'));
  await portal.work();
  expect(service.state.pushed).toEqual([]);
});

test('what waits for the morning does not come to the one who has taken over the browser by then', async () => {
  await set();
  portal.clock.set(new Date('2026-11-20T23:00:00Z'));
  expect(await tell()).toEqual([]);
  await set(OTHER);
  portal.clock.set(new Date('2026-11-21T04:00:00Z'));
  await portal.work();
  expect(service.state.pushed).toEqual([]);
});

test('a contract has ten browsers at most, the latest ones; another sees none of them', async () => {
  for (let number = 1; number <= 11; number += 1) {
    const { target } = newBrowser(`${service.host}/browser/${number}`);
    expect((await set(OWNER, target)).body.browsers).toHaveLength(Math.min(number, 10));
  }
  const digests = (await get()).browsers.map(({ digest }) => digest);
  expect(digests).not.toContain(digestOf(`${service.host}/browser/1`));
  const to = async (who: number) =>
    (await portal.send(notice.settings, {}, who)).body.channels.find(({ channel }) => channel === 'push')?.to;
  expect([await to(OWNER), await to(OTHER)]).toEqual(['Тест', null]);
});

test('is switched off in the browser, said twice as well', async () => {
  await set();
  const { endpoint } = browser.target;
  for (const _ of [1, 2]) {
    expect((await portal.send(notice.removePush, { body: { endpoint } }, OWNER)).body.browsers).toEqual([]);
  }
  expect(await tell()).toEqual([]);
});

test('an address that is of no push service is refused: we call nobody whom a client names', async () => {
  for (const endpoint of ['http://127.0.0.1:1/a', 'https://10.0.0.1/a', 'http://127.0.0.1.evil.example/']) {
    const refused = await set(OWNER, { ...browser.target, endpoint });
    expect(refused).toMatchObject({ status: 409, body: { code: 'channel_absent' } });
  }
  const push = webPushService({ key: KEY, contact: CONTACT });
  expect(
    [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://web.push.apple.com/a',
      'https://db5p.notify.windows.com/w/?token=a',
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com.evil.example/a',
      'https://evilpush.apple.com/a',
      'https://fcm.googleapis.com:8443/a',
      'https://user@updates.push.services.mozilla.com/a',
    ].map((endpoint) => push.accepts(endpoint)),
  ).toEqual([true, true, true, false, false, false, false, false]);
});

test('is not offered where the operator has not switched it on', async () => {
  const plain = await testPortal();
  expect((await plain.send(notice.getPush, {}, OWNER)).body).toEqual({
    is_available: false,
    public_key: null,
    browsers: [],
  });
  const refused = await plain.send(notice.setPush, { body: browser.target }, OWNER);
  expect(refused).toMatchObject({ status: 409, body: { code: 'channel_absent' } });
});
