import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { comeBack } from '#domain/billing/debt/debt.ts';
import { servicesOff } from '#domain/billing/debt/notices.ts';
import { carryOutDeed } from '#domain/support/order/provider-side.ts';
import { notify, settle } from '#domain/messaging/notify.ts';
import { orderAsked } from '#domain/support/order/notices.ts';
import { orderTopic } from '#domain/support/order/topic.ts';
import { testPortal, type TestPortal } from './portal.ts';

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
  await portal.world.db.write((tx) => comeBack(tx, rows[0]!.account_id, atOf(portal)));
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
  await portal.world.db.write((tx) => settle(tx, 100_002, orderTopic(7), portal.clock.now()));
  expect(await asked()).toHaveLength(1);
  await portal.world.db.write((tx) => settle(tx, 100_001, orderTopic(7), portal.clock.now()));
  expect(await asked()).toEqual([]);
});
