import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { chargeFailed } from '#server/domain/payments/autopayment/notices.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { passwordKnown } from '#server/domain/identity/second-factor/notices.ts';
import { newDevice } from '#server/domain/identity/session/notices.ts';
import { consentAsked } from '#server/domain/identity/consents/notices.ts';
import { planChanged } from '#server/domain/billing/provider-day/notices.ts';
import { promiseEnded } from '#server/domain/billing/promised-payment/notices.ts';
import { suspensionReturn } from '#server/domain/services/suspension/notices.ts';
import { limitSpent } from '#server/domain/services/sip/notices.ts';
import { callMissed } from '#server/domain/support/guests/notices.ts';
import { restoreAfterDebt } from '#server/domain/billing/debt/debt.ts';
import { servicesOff } from '#server/domain/billing/debt/notices.ts';
import { carryOutDeed } from '#server/domain/support/order/provider-side.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { orderAsked } from '#server/domain/support/order/notices.ts';
import { orderTopic } from '#server/domain/support/order/topic.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { support } = contract;

const titlesOf = async (portal: TestPortal, who: number) =>
  (await portal.send(contract.notice.getMessages, {}, who)).body.map(({ title }) => title);
const atOf = ({ clock, world }: TestPortal) => ({ now: clock.now(), zone: world.provider.time_zone });

test('a debt that is paid takes its messages along, and leaves those of the other account', async () => {
  const portal = await testPortal();
  const who = 100_002;
  expect(await titlesOf(portal, who)).toEqual(
    expect.arrayContaining(['Интернет и ТВ отключены за долг', 'Номер отключён за долг']),
  );
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `update account set credit_limit_kopecks = 500000 where contract_id = $1 and kind = 'i' returning account_id`,
    [who],
  );
  await portal.world.db.write((tx) => restoreAfterDebt(tx, rows[0]!.account_id, atOf(portal)));
  const left = await titlesOf(portal, who);
  expect(left).not.toContain('Интернет и ТВ отключены за долг');
  expect(left).toContain('Номер отключён за долг');
});

test('a debt that is told twice is shown once', async () => {
  const portal = await testPortal();
  const who = 100_001;
  const data = { account: 'i', missing: kopecks(629_00), switchedOff: ['Интернет'] } as const;
  const shown = async () =>
    (await portal.send(contract.notice.getMessages, {}, who)).body.filter(({ topic }) => topic === 'debt:i').length;
  for (let time = 0; time < 2; time += 1) {
    await portal.world.db.write((tx) => notify(tx, servicesOff, who, data, atOf(portal)));
    expect(await shown()).toBe(1);
    portal.clock.advance(60_000);
  }
});

test('an unlocked login takes its message along', async () => {
  const portal = await testPortal();
  const who = 100_004;
  const locked = 'Логин gordeev40 заблокирован';
  expect(await titlesOf(portal, who)).toContain(locked);
  const { body } = await portal.send(contract.user.list, {}, who);
  const { user_id } = body.find(({ reason }) => reason === 'login_locked')!;
  await portal.send(contract.internetUser.unlock, { body: { user_id } }, who);
  expect(await titlesOf(portal, who)).not.toContain(locked);
});

test('an order asks: the client’s answer hides the question; the next message of the order replaces the former', async () => {
  const portal = await testPortal();
  const who = 100_001;
  const { body: order } = await portal.send(support.addOrder, { body: { goal_id: 1, text: 'Нет связи' } }, who);
  const ofOrder = async () =>
    (await portal.send(contract.notice.getMessages, {}, who)).body
      .filter(({ topic }) => topic === orderTopic(order.order_id))
      .map(({ title }) => title.split(' по ')[0]);
  const deed = (kind: 'ask' | 'answer', text: string) =>
    portal.world.db.write((tx) =>
      carryOutDeed(tx, { orderId: order.order_id, deed: kind, text, name: 'Ольга' }, atOf(portal)),
    );
  await deed('ask', 'Какого цвета лампочка?');
  expect(await ofOrder()).toEqual(['Ждём вашего ответа']);
  await deed('answer', 'Смотрим сами.');
  expect(await ofOrder()).toEqual(['Ответ']);
  await portal.send(support.answer, { body: { order_id: order.order_id, text: 'Красная' } }, who);
  expect(await ofOrder()).toEqual([]);
});

test('a notice that is told again by its key hides nothing', async () => {
  const portal = await testPortal();
  const data = { eventId: 7, orderId: 7, goal: 'Нет интернета', text: 'Когда удобно?' };
  const tell = () => portal.world.db.write((tx) => notify(tx, orderAsked, 100_001, data, atOf(portal)));
  await tell();
  await tell();
  const asked = async () => (await titlesOf(portal, 100_001)).filter((title) => title.startsWith('Ждём вашего'));
  expect(await asked()).toHaveLength(1);
  await portal.world.db.write((tx) => settleMatter(tx, 100_002, orderTopic(7), portal.clock.now()));
  expect(await asked()).toHaveLength(1);
  await portal.world.db.write((tx) => settleMatter(tx, 100_001, orderTopic(7), portal.clock.now()));
  expect(await asked()).toEqual([]);
});

/** Tells a client, and looks at what is shown of it before and after the matter is solved. */
async function solved<Data>(
  portal: TestPortal,
  { who, notice, data }: { who: number; notice: Notice<Data>; data: NoInfer<Data> },
  solve: () => Promise<unknown>,
): Promise<[before: number, after: number]> {
  await portal.world.db.write((tx) => notify(tx, notice, who, data, atOf(portal)));
  const { title } = notice.portal(data);
  const shown = async () => (await titlesOf(portal, who)).filter((one) => one === title).length;
  const before = await shown();
  portal.clock.advance(60_000);
  await solve();
  return [before, await shown()];
}

const MARIA = 100_001;
const GONE = [1, 0];

const userOf = async (portal: TestPortal, kind: string, who = MARIA) =>
  (await portal.send(contract.user.list, {}, who)).body.find(({ user_type }) => user_type === kind)!.user_id;

async function pay(portal: TestPortal, who: number, rubles: number): Promise<void> {
  const { rows } = await portal.pool.query<{ id: number }>(
    `select account_id::int as id from account where contract_id = $1 and kind = 'i'`,
    [who],
  );
  const incoming = {
    accountId: rows[0]!.id,
    amount: kopecks(rubles * 100),
    method: 'sbp',
    reference: 'test:1',
    text: '',
  } as const;
  await portal.world.db.write((tx) => credit(tx, incoming, atOf(portal)));
}

test('a payment takes along what a promised payment left and what an autopayment could not bring', async () => {
  const portal = await testPortal();
  const who = 100_002;
  const debt = { promisedPaymentId: 7, account: 'i', debt: kopecks(628_50) } as const;
  const failed = { paymentId: 'p', kind: 'i', amount: kopecks(500_00), reason: 'no_money' } as const;
  expect(
    await solved(portal, { who, notice: promiseEnded, data: debt }, async () => {
      expect(await solved(portal, { who, notice: chargeFailed, data: failed }, () => pay(portal, who, 2000))).toEqual(
        GONE,
      );
    }),
  ).toEqual(GONE);
});

test('a new password takes along that somebody else knows the former one', async () => {
  const portal = await testPortal();
  const change = () =>
    portal.send(
      contract.security.changePassword,
      { body: { password: 'demo-kabinet', new_password: 'Лодка-у-причала-84' } },
      MARIA,
    );
  expect(await solved(portal, { who: MARIA, notice: passwordKnown, data: {} }, change)).toEqual(GONE);
});

test('a session that is ended takes along the message about its device', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(contract.auth.token, { body: { login: String(MARIA), password: 'demo-kabinet' } });
  const { body: list } = await portal.send(contract.auth.sessions, {}, undefined, {
    authorization: `Bearer ${(body as { access_token: string }).access_token}`,
  });
  const { session_id: sessionId } = list.find(({ is_current }) => is_current)!;
  const data = { sessionId, browser: 'Chrome', network: '95.24.10.*', when: '20 ноября, 14:05' };
  const end = () => portal.send(contract.auth.endSession, { body: { session_id: sessionId } }, MARIA);
  expect(await solved(portal, { who: MARIA, notice: newDevice, data }, end)).toEqual(GONE);
});

test('a decision about a consent takes along the question', async () => {
  const portal = await testPortal();
  const data = { name: 'marketing', title: 'Реклама', version: '9', isRequired: false };
  const decide = () =>
    portal.send(contract.consent.decide, { body: { name: 'marketing', version: '2', is_given: true } }, MARIA);
  expect(await solved(portal, { who: MARIA, notice: consentAsked, data }, decide)).toEqual(GONE);
});

test('a limit that is raised takes along that it was spent', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, 'sip');
  const data = {
    userId,
    login: '78482003108',
    by: 'month',
    of: '2026-11',
    spent: kopecks(1),
    limit: kopecks(1),
  } as const;
  const raise = () =>
    portal.send(contract.sipUser.raiseLimits, { body: { user_id: userId, month: '900', day: '900' } }, MARIA);
  expect(await solved(portal, { who: MARIA, notice: limitSpent, data }, raise)).toEqual(GONE);
});

test('an early return takes along the reminder of the return', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, 'sip');
  const { rows } = await portal.pool.query<{ id: number }>(
    `select suspension_id::int as id from suspension where user_id = $1 and state = 'active'`,
    [userId],
  );
  const data = {
    suspensionId: rows[0]!.id,
    name: 'Линия',
    until: '2026-12-01' as Day,
    today: '2026-11-30' as Day,
    amount: kopecks(0),
  } as const;
  const version = await portal.send(contract.suspension.returnPreview, { body: { user_id: userId } }, MARIA);
  const back = () =>
    portal.send(contract.suspension.return, { body: { user_id: userId, version: version.body.version } }, MARIA);
  expect(await solved(portal, { who: MARIA, notice: suspensionReturn, data }, back)).toEqual(GONE);
});

test('a mailbox that is restored takes along that it was deleted', async () => {
  const portal = await testPortal();
  const id = await userOf(portal, 'mail');
  await portal.send(contract.emailUser.remove, { params: { id: String(id) } }, MARIA);
  expect(await titlesOf(portal, MARIA)).toContain('Почтовый ящик удалён');
  await portal.send(contract.emailUser.restore, { body: { user_id: id } }, MARIA);
  expect(await titlesOf(portal, MARIA)).not.toContain('Почтовый ящик удалён');
});

test('a call that is asked for again takes along that nobody answered the former one', async () => {
  const portal = await testPortal();
  const consent = portal.world.provider.support.consent.version;
  const ask = () =>
    portal.send(contract.support.callBack, { body: { phone: '79270000184', topic: 'Оплата', consent } }, MARIA);
  expect(
    await solved(portal, { who: MARIA, notice: callMissed, data: { callBackId: 1, topic: 'Оплата' } }, ask),
  ).toEqual(GONE);
});

test('another plan takes along that a planned one has begun', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, 'isg');
  const data = {
    plan_change_id: 1,
    user_id: userId,
    contract_id: MARIA,
    service_kind: 'internet',
    name: 'Волга 300',
    speed_mbit: 300,
    price: kopecks(550_00),
    unit: 'month',
    by: 'client',
    ended: [],
    from: '2026-11-20' as Day,
    today: '2026-11-20' as Day,
  } as const;
  const { body } = await portal.send(contract.plan.options, { params: { id: String(userId) } }, MARIA);
  const change = {
    user_id: userId,
    plan_id: body.plans.find((one) => one.control.status === 'off')!.plan_id,
    when: 'now',
  } as const;
  const { body: preview } = await portal.send(contract.plan.preview, { body: change }, MARIA);
  const make = () => portal.send(contract.plan.change, { body: { ...change, version: preview.version } }, MARIA);
  expect(await solved(portal, { who: MARIA, notice: planChanged, data }, make)).toEqual(GONE);
});

/** What is sent to the phone, the mail and a chat of a contract. */
async function listened() {
  const heard: string[] = [];
  const send = ({ text }: { text: string }) => Promise.resolve(void heard.push(text));
  const portal = await testPortal({
    throughOutside: (outside) => ({ ...outside, mail: { send }, sms: { send } }),
  });
  const who = 100_001;
  await portal.pool.query('delete from contact where contract_id = $1', [who]);
  await portal.pool.query('delete from further_contact where contract_id = $1', [who]);
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, 'phone', '79990001122', 'active')`,
    [who],
  );
  await portal.pool.query('delete from notice_hours where contract_id = $1', [who]);
  await portal.pool.query('delete from muted_notice where contract_id = $1', [who]);
  await portal.pool.query('update program set gives_sms = false');
  await portal.work();
  heard.length = 0;
  return { portal, who, heard };
}
const DEBT = { account: 'i', missing: kopecks(629_00), switchedOff: ['Интернет'] } as const;
/** One that no nightly run solves. */
const standing = { ...servicesOff, topic: () => 'standing' } as const;

test('a text message that waits for the morning is not sent if its matter is solved by then', async () => {
  const { portal, who, heard } = await listened();
  const night = Date.parse('2026-11-20T23:30:00+04:00') - portal.clock.now().getTime();
  portal.clock.advance(night);
  const tell = () => portal.world.db.write((tx) => notify(tx, standing, who, DEBT, atOf(portal)));
  await tell();
  await portal.work();
  expect(heard).toEqual([]);
  await portal.world.db.write((tx) => settleMatter(tx, who, 'standing', portal.clock.now()));
  portal.clock.advance(12 * 3_600_000);
  await portal.work();
  expect(heard).toEqual([]);
  // One whose matter stands comes in the morning, and the newer of two only.
  portal.clock.advance(12 * 3_600_000);
  await tell();
  portal.clock.advance(60_000);
  await tell();
  portal.clock.advance(12 * 3_600_000);
  await portal.work();
  expect(heard).toHaveLength(1);
});

test('what concerns security is sent although somebody has solved it meanwhile', async () => {
  const { portal, who, heard } = await listened();
  await portal.world.db.write((tx) => notify(tx, passwordKnown, who, {}, atOf(portal)));
  await portal.world.db.write((tx) => settleMatter(tx, who, 'password', portal.clock.now()));
  await portal.work();
  expect(heard).toHaveLength(1);
});
