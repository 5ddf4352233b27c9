import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { incidentHandlers } from '../../src/handlers/staff/support/incidents.handlers.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { support } = contract;
const SERVICE = { isg: 'internet', tv: 'tv', sip: 'sip', mail: 'mail' } as const;

const checkOf = async (portal: TestPortal, who: number, query: { user_id?: string; phone_number?: string } = {}) =>
  (await portal.send(support.check, { query }, who)).body;

/** A check of the only service of this type. */
async function ofType(portal: TestPortal, type: keyof typeof SERVICE, who = 100_001) {
  const { body: services } = await portal.send(contract.user.list, {}, who);
  const { user_id } = services.find(({ user_type }) => user_type === type)!;
  return { user_id, ask: () => checkOf(portal, who, { user_id: String(user_id) }) };
}

const steps = ({ checks }: Awaited<ReturnType<typeof checkOf>>) =>
  checks.map(({ what, ok }) => `${ok ? '+' : '-'} ${what}`);
const input = (body: object) => ({ params: {}, query: {}, body }) as never;
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

test('without a name it checks what does not work: a debt ends it, a lock comes after debt and failures', async () => {
  const portal = await testPortal();
  const debtor = await checkOf(portal, 100_002);
  expect(debtor.finding.cause).toBe('debt');
  expect(steps(debtor)).toEqual(['- debt', '+ incident']);
  expect(plain(debtor.checks[0]!.value)).toBe('на счёте −628,50 ₽');

  const locked = await checkOf(portal, 100_004);
  expect(locked.service).toMatchObject({ kind: 'internet', login: 'gordeev40', account: 'i', plan_mbit: 100 });
  expect(steps(locked)).toEqual(['+ debt', '+ incident', '- locked']);
  expect(locked.checks[0]).toMatchObject({ title: 'Долга нет', value: 'на счёте 872,30\u00a0₽' });
  expect(locked.finding).toMatchObject({ cause: 'login_locked', title: 'Вход закрыт' });
  expect(locked.checks[2]!.value).toMatch(/^с \d\d:\d\d$/);
});

test('after the unlock the run goes on: changes are applied, the router is seen or not', async () => {
  const portal = await testPortal();
  const { user_id, ask } = await ofType(portal, 'isg', 100_004);
  await portal.send(contract.internetUser.unlock, { body: { user_id } }, 100_004);
  expect(await ask()).toMatchObject({ finding: { cause: 'applying' } });
  await portal.work();
  await portal.pool.query('update internet_session set stopped_at = now() where user_id = $1 and stopped_at is null', [
    user_id,
  ]);
  const unseen = await ask();
  expect(unseen.finding).toMatchObject({ cause: 'line', title: 'Роутер не на связи' });
  expect(steps(unseen).slice(0, 4)).toEqual(['+ debt', '+ incident', '+ locked', '- line']);
  await portal.pool.query(
    `insert into internet_session (user_id, started_at, address, mac, bytes_in, bytes_out)
     values ($1, $2, '10.84.1.2', '02:00:00:00:00:01', 0, 0)`,
    [user_id, new Date(portal.clock.now().getTime() - 60_000)],
  );
  const seen = await ask();
  expect(seen.finding).toMatchObject({ cause: 'none', title: 'До роутера всё работает' });
  expect(seen.checks[3]!.value).toMatch(/^с \d\d:\d\d$/);
});

test('an incident is the cause before a lock, and only for its services; works of the next day are told', async () => {
  const portal = await testPortal();
  const { db, provider } = portal.world;
  const scope = (tx: unknown) => ({ db: tx, now: portal.clock.now(), provider }) as never;
  const body = { cause: 'обрыв кабеля', town: 'Тольятти', street: 'Юбилейная', houses: '31', services: 'internet' };
  await db.write((tx) => incidentHandlers.publish(input({ ...body, free_minutes: '0' }), scope(tx)));
  const internet = await ofType(portal, 'isg');
  expect((await internet.ask()).finding.cause).toBe('incident');
  expect((await internet.ask()).checks[1]).toMatchObject({ ok: false, title: 'Обрыв кабеля' });
  const tv = await ofType(portal, 'tv');
  expect((await tv.ask()).finding).toMatchObject({ cause: 'none', title: 'С нашей стороны ТВ работает' });
  expect(plain((await tv.ask()).checks[1]!.value)).toBe('и работ нет');
  await portal.pool.query(
    `insert into message (town_id, kind, title, body, created_at, until)
     select town_id, 'work', 'Ночные работы', '<p></p>', $1::timestamptz, $1::timestamptz + interval '5 hours'
     from contract where contract_id = 100001`,
    [portal.clock.now()],
  );
  expect((await tv.ask()).checks[1]!.value).toMatch(/^работы до /);
});

test('a pause, a full mailbox, a spent limit, a closed number: each kind says what can be known of it', async () => {
  const portal = await testPortal();
  const sip = await ofType(portal, 'sip');
  expect((await sip.ask()).finding.cause).toBe('paused');
  await portal.pool.query(`update service_user set state = 'active', returns_on = null where user_id = $1`, [
    sip.user_id,
  ]);
  await portal.pool.query('delete from sip.location');
  await portal.pool.query(
    `insert into sip_line (user_id, month_limit_kopecks, day_limit_kopecks, open_zones, closes_at, stopped_until, stopped_by)
     values ($1, 50000, 20000, '{}', '{}', $2::timestamptz + interval '1 hour', 'day')
     on conflict (user_id) do update set stopped_until = excluded.stopped_until, stopped_by = excluded.stopped_by`,
    [sip.user_id, portal.clock.now()],
  );
  expect((await sip.ask()).checks.find(({ what }) => what === 'spending')).toMatchObject({ ok: false });
  const mail = await ofType(portal, 'mail');
  expect((await mail.ask()).finding.cause).toBe('none');
  await portal.pool.query('update mailbox set used_bytes = quota_bytes where user_id = $1', [mail.user_id]);
  expect((await mail.ask()).finding).toMatchObject({ cause: 'full', title: 'В ящике кончилось место' });
  const number = await checkOf(portal, 100_002, { phone_number: '78482003412' });
  expect(number).toMatchObject({ service: { kind: 'telephone', user_id: null }, finding: { cause: 'debt' } });
  expect((await checkOf(portal, 100_001, { phone_number: '78482003107' })).finding.cause).toBe('none');
});

test('the answers travel with the order, that of a number too', async () => {
  const portal = await testPortal();
  const { goal } = await checkOf(portal, 100_001, { phone_number: '78482003107' });
  expect(goal?.name).toBe('Не работает телефон');
  const body = { goal_id: goal!.goal_id, phone_number: '78482003107', text: 'Нет гудка', tried: ['Сменил аппарат'] };
  const { body: made } = await portal.send(support.addOrder, { body }, 100_001);
  const { body: order } = await portal.send(support.getOrder, { params: { order_id: made.order_id } }, 100_001);
  expect(order.checks.map(({ title }) => plain(title))).toEqual([
    'Долга нет',
    'Аварий у вас нет',
    'Номер включён',
    'Номер +7 8482 00-31-07',
    'Сменил аппарат',
  ]);
  // An order of before has steps without a value.
  await portal.pool.query(
    `update support_order set checks = '[{"what":"debt","ok":true,"title":"Долга нет","detail":null,"cure":null}]'
     where order_id = $1`,
    [made.order_id],
  );
  expect((await portal.send(support.getOrder, { params: { order_id: made.order_id } }, 100_001)).status).toBe(200);
});

test('a mailbox has no goal of its own: an order about it goes to the last one that fits any', async () => {
  const portal = await testPortal();
  const { ask } = await ofType(portal, 'mail');
  expect((await ask()).goal?.name).toBe('Другое');
  await portal.pool.query('update support_goal set retired_at = now()');
  expect((await ask()).goal).toBeNull();
});

test('who has reported an incident is told once when it is over, and nobody else', async () => {
  const portal = await testPortal();
  const { db, provider } = portal.world;
  const scope = (tx: unknown) => ({ db: tx, now: portal.clock.now(), provider }) as never;
  const made = { cause: 'Обрыв кабеля', town: 'Тольятти', services: 'internet', free_minutes: '0' };
  const { incident_id } = await db.write((tx) => incidentHandlers.publish(input(made), scope(tx)));
  await portal.send(support.sameHere, { body: { incident_id } }, 100_001);
  portal.clock.advance(3_600_000);
  await db.write((tx) => incidentHandlers.end(input({ incident_id }), scope(tx)));
  const titles = async (who: number) =>
    (await portal.send(contract.notice.getMessages, {}, who)).body.filter(({ title }) => title.startsWith('Починили'));
  expect(await titles(100_001)).toHaveLength(1);
  expect(await titles(100_002)).toEqual([]);
});

test('the end of an incident, named later, is told alike by its message, its check and those who wait for it', async () => {
  const portal = await testPortal();
  const { db, provider } = portal.world;
  const scope = (tx: unknown) => ({ db: tx, now: portal.clock.now(), provider }) as never;
  const body = { cause: 'обрыв кабеля', town: 'Тольятти', street: 'Юбилейная', houses: '31', services: 'internet' };
  const { incident_id } = (await db.write(async (tx) =>
    incidentHandlers.publish(input({ ...body, free_minutes: '30' }), scope(tx)),
  )) as { incident_id: number };
  const message = async () => {
    const { body: messages } = await portal.send(contract.notice.getMessages, {}, 100_001);
    return messages.find(({ kind }) => kind === 'incident')!;
  };
  expect(await message()).toMatchObject({ planned_until: null });
  expect(plain((await message()).body)).toBe(
    '<p>Не работает интернет. Срок пока неизвестен. Напишем, когда узнаем. Когда починим, вернём плату за время без услуги, кроме первых 30 минут.</p>',
  );
  await portal.send(support.sameHere, { body: { incident_id } }, 100_001);
  const plan = (until: string) =>
    db.write(async (tx) => incidentHandlers.plan(input({ incident_id, until }), scope(tx)));
  await expect(plan('2026-11-20 11:00')).rejects.toMatchObject({ code: 'bad_input' });
  await plan('2026-11-20 17:00');
  await plan('2026-11-20 17:00');
  const internet = await ofType(portal, 'isg');
  const { finding, checks } = await internet.ask();
  expect(plain(finding.title)).toBe('Авария: починим к 17:00');
  expect(plain(checks[1]!.detail)).toMatch(/^Не работает интернет\. Починим к 17:00\./);
  expect(await message()).toMatchObject({ planned_until: '2026-11-20T13:00:00.000Z' });
  expect(plain((await message()).body)).toContain('Починим 20 ноября к 17:00. Когда починим, вернём');
  portal.clock.set(new Date('2026-11-20T13:00:00Z'));
  const late = await internet.ask();
  expect(late.finding.title).toBe('Авария по вашему адресу');
  expect(plain(late.checks[1]!.detail)).toContain('Обещали починить к 17:00 и не успели. Напишем новый срок.');
  const { body: told } = await portal.send(contract.notice.getMessages, {}, 100_001);
  expect(told.map(({ title }) => plain(title)).filter((title) => title?.startsWith('Починим'))).toEqual([
    'Починим 20 ноября к 17:00',
  ]);
  await db.write(async (tx) => incidentHandlers.end(input({ incident_id }), scope(tx)));
  await expect(plan('2026-11-20 18:00')).rejects.toThrow();
});
