import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { operatorContract } from '@kabinet/contract/staff';
import { incidentHandlers } from '../../src/handlers/staff/support/incidents.handlers.ts';
import { compensate } from '#server/domain/support/incidents/compensate.ts';
import type { Database } from '#server/db/database.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { support } = contract;

async function consentOf(portal: TestPortal): Promise<string> {
  return (await portal.send(support.getCont, {}, 'guest')).body.consent.version;
}

const call = (portal: TestPortal, phone: string, consent: string) =>
  portal.send(support.callBack, { body: { phone, consent } }, 'guest');

test.each(['8 800 555-35-35', '+7 (804) 333-00-00'])('nobody is called back at %s', async (phone) => {
  const portal = await testPortal();
  const reply = await call(portal, phone, await consentOf(portal));
  expect(reply.status).toBe(422);
  expect(reply.body.errors).toEqual([
    { path: 'body.phone', message: 'На номера 8-800 и подобные мы не перезваниваем. Укажите обычный номер' },
  ]);
});

test('Togliatti is the first city, and streets are found by the beginning of a word', async () => {
  const portal = await testPortal();
  const { body: cities } = await portal.send(support.cityList, {}, 'guest');
  expect(cities[0]!.city_name).toBe('Тольятти');
  const query = { city_id: String(cities[0]!.city_id), q: 'чайк' };
  const { body: streets } = await portal.send(support.streetList, { query }, 'guest');
  expect(streets.map(({ name }) => name)).toEqual(['Лизы Чайкиной']);
  const wild = await portal.send(support.streetList, { query: { ...query, q: '%' } }, 'guest');
  expect(wild.body).toEqual([]);
});

test('goals and cities are fresh for a day', () => {
  expect(support.getOrderGoals.freshFor).toBe(86_400_000);
  expect(support.cityList.freshFor).toBe(86_400_000);
});

test('goals say what each asks for', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(support.getOrderGoals, {}, 100_001);
  expect(body[0]).toMatchObject({ goal_id: 1, service_kind: 'internet', asks_service: true, asks_visit: true });
});

test('the consent to a call is recorded in its words', async () => {
  const portal = await testPortal();
  const version = await consentOf(portal);
  const first = await call(portal, '8 927 111-22-33', version);
  expect(first.status).toBe(200);
  const { rows } = await portal.pool.query(
    `select purpose, phone, version, length(text) > 10 as said from contact_consent where phone = '79271112233'`,
  );
  expect(rows).toEqual([{ purpose: 'call_back', phone: '79271112233', version, said: true }]);
});

test('R-24: an address asks for three calls an hour, a number once in ten minutes', async () => {
  const portal = await testPortal();
  const version = await consentOf(portal);
  for (const last of ['01', '02', '03']) expect((await call(portal, `792711122${last}`, version)).status).toBe(200);
  expect((await call(portal, '79271112204', version)).body.code).toBe('call_back_too_often');
  portal.clock.advance(3_600_001);
  await portal.pool.query('update call_back set done_at = now()');
  expect((await call(portal, '79271112204', version)).status).toBe(200);
  await portal.pool.query('update call_back set done_at = now()');
  expect((await call(portal, '79271112204', version)).body.code).toBe('call_back_too_often');
});

test('R-24: a stranger does not learn that a number waits for a call; it is called once, and his own key is good for his own', async () => {
  const portal = await testPortal();
  const consent = await consentOf(portal);
  const { body: times } = await portal.send(support.callBackTimes, {}, 'guest');
  const from = async (phone: string, when: string) =>
    (await portal.send(support.callBack, { body: { phone, consent, when } }, 'guest')).body;
  const own = await from('79271112233', times.at(-1)!.from);
  const [known, unknown] = [await from('79271112233', times[1]!.from), await from('79271112244', times[1]!.from)];
  const plain = (one: typeof own) => ({ ...one, phone: '', key: typeof one.key });
  expect(plain(known)).toEqual(plain(unknown));
  const open = async () =>
    (await portal.pool.query<object>(`select call_from from call_back where phone = '79271112233' and done_at is null`))
      .rows;
  // Once, and at the sooner time.
  expect(await open()).toEqual([{ call_from: times[1]!.from }]);
  const asked = async (key: string | null) =>
    (await portal.send(support.askedCall, { body: { key: key ?? '' } }, 'guest')).body;
  expect({ ...(await asked(known.key)), phone: '' }).toEqual({ ...(await asked(unknown.key)), phone: '' });
  const withdraw = (key: string | null) =>
    portal.send(support.withdrawAskedCall, { body: { key: key ?? '' } }, 'guest');
  expect((await withdraw(known.key)).body).toEqual((await withdraw(unknown.key)).body);
  expect((await asked(known.key)).state).toBe('withdrawn');
  expect((await asked(own.key)).state).toBe('waiting');
  expect(await open()).toHaveLength(1);
  // Whoever asked second keeps his call if the first withdraws his.
  portal.clock.advance(3_600_001);
  const second = await from('79271112233', (await portal.send(support.callBackTimes, {}, 'guest')).body.at(-1)!.from);
  await withdraw(own.key);
  expect(await open()).toHaveLength(1);
  expect((await asked(second.key)).state).toBe('waiting');
  await portal.pool.query(`update call_back set done_at = now(), result = 'called' where done_at is null`);
  expect((await asked(second.key)).state).toBe('called');
});

test('R-24: a stranger is counted for a number that waits as for any other', async () => {
  const portal = await testPortal();
  const version = await consentOf(portal);
  for (const _ of Array(3)) expect((await call(portal, '79271112201', version)).status).toBe(200);
  expect((await call(portal, '79271112201', version)).body.code).toBe('call_back_too_often');
});

test('refuses a consent of another text, and a time that is gone', async () => {
  const portal = await testPortal();
  const version = await consentOf(portal);
  expect((await call(portal, '79271112233', 'x')).body.code).toBe('consent_changed');
  const body = { phone: '79271112233', consent: version, when: '2020-01-01T10:00:00.000Z' };
  expect((await portal.send(support.callBack, { body }, 'guest')).body.code).toBe('call_back_time_gone');
});

test('a planned price is told of its own plan and of no other', async () => {
  const portal = await testPortal();
  const { rows } = await portal.pool.query<{ name: string }>(`
    with one as (
      select plan_id, name from plan
      where service_kind = 'internet' and audience = 'home' and unit = 'month' and not is_archived
        and plan_id not in (select plan_id from price_change where plan_id is not null)
      order by plan_id desc limit 1
    ), planned as (
      insert into price_change (sold_kind, plan_id, from_day, price_kopecks, planned_by, planned_at)
      select 'plan', plan_id, '2027-02-01', 77700, 'Анна', now() from one
    )
    select name from one`);
  const { body: cities } = await portal.send(support.cityList, {}, 'guest');
  const asked = { city_id: String(cities[0]!.city_id), q: 'Юбил' };
  const { body: streets } = await portal.send(support.streetList, { query: asked }, 'guest');
  const query = { street_id: String(streets[0]!.street_id), house: '33' };
  const { body } = await portal.send(support.coverage, { query }, 'guest');
  const dearer = body.plans.filter(({ new_price: price }) => price?.price === '777.00');
  expect(dearer.map(({ name }) => name)).toEqual([rows[0]!.name]);
});

test('a new client sees what the house can have; a plan that it cannot have is refused', async () => {
  const portal = await testPortal();
  const { body: cities } = await portal.send(support.cityList, {}, 'guest');
  const city = cities[0]!.city_id;
  const { body: streets } = await portal.send(
    support.streetList,
    { query: { city_id: String(city), q: 'Юбил' } },
    'guest',
  );
  const query = { street_id: String(streets[0]!.street_id), house: '33' };
  const { body: there } = await portal.send(support.coverage, { query }, 'guest');
  expect(there.state).toBe('connected');
  const impossible = there.plans.find(({ possible }) => !possible)!;
  expect(impossible.reason).toMatch(/[а-я]/);
  const body = {
    name: '<b>Анна</b>',
    phone: '79271112299',
    city,
    street: 'Юбилейная',
    house: '33',
    services: ['internet' as const],
    consent: await consentOf(portal),
  };
  const send = (more: object) => portal.send(support.newClient, { body: { ...body, ...more } }, 'guest');
  expect((await send({ plan_id: impossible.plan_id })).body.code).toBe('plan_not_here');
  expect((await send({ phone: '8 800 555-35-35' })).body.errors).toMatchObject([{ path: 'body.phone' }]);
  const possible = there.plans.find((plan) => plan.possible)!;
  const made = await send({ plan_id: possible.plan_id });
  expect(made.body).toMatchObject({ coverage: 'connected', phone: '79271112299' });
  // the same number again: the same reply, for the house that is asked about, and one request.
  expect((await send({ street: 'Неведомая' })).body).toEqual({ coverage: 'none', phone: '79271112299' });
  expect((await portal.pool.query(`select from new_client where phone = '79271112299'`)).rowCount).toBe(1);
  expect((await send({ phone: '79271112298', consent: 'x' })).body.code).toBe('consent_changed');
  await portal.pool.query('update new_client set done_at = now()');
  expect((await send({})).body.code).toBe('new_client_too_often');
});

const HOUSES = { town: 'Тольятти', street: 'Юбилейная', houses: '29, 31' };

/** Publishes an incident, by default at the houses of the contract, and ends it after so many minutes. */
async function incident(portal: TestPortal, minutes: number, free_minutes: string, place: object = HOUSES) {
  const { db, provider } = portal.world;
  const scope = (tx: unknown) => ({ db: tx, now: portal.clock.now(), provider }) as never;
  const input = (body: object) => ({ params: {}, query: {}, body }) as never;
  const cause = 'Обрыв кабеля';
  const { incident_id } = await db.write((tx) =>
    incidentHandlers.publish(input({ cause, ...place, services: 'internet', free_minutes }), scope(tx)),
  );
  return {
    incident_id,
    end: async () => {
      portal.clock.advance(minutes * 60_000);
      await db.write((tx) => incidentHandlers.end(input({ incident_id }), scope(tx)));
    },
  };
}

test('an incident is seen at its address only, and a report counts once', async () => {
  const portal = await testPortal();
  const { incident_id } = await incident(portal, 0, '0');
  const seen = async (who: number) => ({
    list: (await portal.send(support.getIncidents, {}, who)).body.filter((one) => one.incident_id === incident_id)
      .length,
    home: (await portal.send(contract.notice.getMessages, {}, who)).body.filter(({ title }) => title === 'Обрыв кабеля')
      .length,
  });
  expect(await seen(100_001)).toEqual({ list: 1, home: 1 });
  expect(await seen(100_002)).toEqual({ list: 0, home: 0 });
  const report = () => portal.send(support.sameHere, { body: { incident_id } }, 100_001);
  await report();
  expect((await report()).body.reports).toBe(1);
  const { body } = await portal.send(support.check, { query: { goal_id: '1' } }, 100_001);
  expect(body.incident_id).toBe(incident_id);
  expect(operatorContract.incidents.end.roles).toContain('engineer');
});

test('what an incident cost is given back once, pro rata, with its reason in the history', async () => {
  const portal = await testPortal();
  const month = async () => {
    const { body } = await portal.send(contract.internetAccount.statTotal, { query: { limit: 1 } }, 100_001);
    return { paid: fromWireMoney(body.items[0]!.paid), charged: fromWireMoney(body.items[0]!.charged) };
  };
  const before = await month();
  const { incident_id, end } = await incident(portal, 330, '30');
  await end();
  await portal.work();
  await portal.work();
  const { rows } = await portal.pool.query<{ amount: number; text: string; references: number }>(
    `select e.amount_kopecks::int as amount, e.text from ledger_entry e join ledger_transaction t using (transaction_id)
     join account a using (account_id) where t.reference like 'incident:' || $1 || ':%' and a.contract_id = 100001`,
    [incident_id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).toContain('Возврат за аварию');
  const { rows: fees } = await portal.pool.query<{ monthly: number }>(
    `select (p.price_kopecks)::int as monthly from service_user u join plan p using (plan_id) where login = 'kuznetsova84'`,
  );
  // 300 minutes of a month of thirty days, of the plan at least.
  expect(rows[0]!.amount).toBeGreaterThanOrEqual(Math.round((fees[0]!.monthly * 300) / (30 * 1440)));
  expect((await portal.send(support.getIncidents, {}, 100_001)).body).toEqual([]);
  // It is no payment: less was charged.
  expect(await month()).toEqual({ paid: before.paid, charged: before.charged - rows[0]!.amount });
});

test('an incident of a district is seen in it, and not in the rest of the town', async () => {
  const portal = await testPortal();
  const place = { town: 'Тольятти', district: 'Автозаводский' };
  const { incident_id } = await incident(portal, 0, '0', place);
  const { rows } = await portal.pool.query<{ contract_id: number; is_there: boolean }>(
    `select distinct on (is_there) contract_id::int, coalesce(s.district = 'Автозаводский', false) as is_there
     from contract c join town t using (town_id) left join street s using (street_id)
     where t.name = 'Тольятти' and c.state <> 'closed' order by is_there, contract_id`,
  );
  expect(rows.map(({ is_there }) => is_there)).toEqual([false, true]);
  for (const { contract_id, is_there } of rows) {
    const { body } = await portal.send(support.getIncidents, {}, contract_id);
    expect(body.some((one) => one.incident_id === incident_id)).toBe(is_there);
    const { body: messages } = await portal.send(contract.notice.getMessages, {}, contract_id);
    expect(messages.some(({ title }) => title === 'Обрыв кабеля')).toBe(is_there);
  }
  await expect(incident(portal, 0, '0', { town: 'Тольятти', district: 'Нигде' })).rejects.toThrow();
});

test('a crash in the middle of a compensation, and two workers at once, pay nothing twice and forget nobody', async () => {
  const portal = await testPortal();
  const { incident_id, end } = await incident(portal, 330, '0', { town: 'Тольятти' });
  await end();
  const { db, provider } = portal.world;
  const at = { now: portal.clock.now(), zone: provider.time_zone };
  const paid = async () => {
    const { rows } = await portal.pool.query<{ user_id: number; paid: number; sum: number }>(
      `select e.user_id::int, count(*)::int as paid, sum(e.amount_kopecks)::int as sum
       from ledger_entry e join ledger_transaction t using (transaction_id)
       where t.reference like 'incident:' || $1 || ':%' and e.user_id is not null group by e.user_id order by e.user_id`,
      [incident_id],
    );
    return rows;
  };
  const dies = (write: Database['write']): Database => ({ ...db, write });
  const before = dies((work) =>
    db.write(async (tx) => {
      await work(tx);
      throw new Error('dead before the commit');
    }),
  );
  await expect(compensate(before, incident_id, at)).rejects.toThrow('dead before the commit');
  expect(await paid()).toEqual([]);
  const after = dies(async (work) => {
    await db.write(work);
    throw new Error('dead after the commit');
  });
  await expect(compensate(after, incident_id, at, 2)).rejects.toThrow('dead after the commit');
  const first = await paid();
  expect(first.length).toBeGreaterThan(0);
  await Promise.all([compensate(db, incident_id, at, 2), compensate(db, incident_id, at, 2)]);
  await portal.work();
  const all = await paid();
  expect(all.length).toBeGreaterThan(first.length);
  expect(all).toEqual(expect.arrayContaining(first));
  expect(all.every(({ paid: times, sum }) => times === 1 && sum > 0)).toBe(true);
  const { rows } = await portal.pool.query<{ told: number; once: boolean }>(
    `select count(*)::int as told, count(distinct contract_id) = count(*) as once from message
     where title like 'Вернули%за_аварию'`,
  );
  expect(rows[0]).toMatchObject({ once: true });
  expect(rows[0]!.told).toBeGreaterThan(0);
});
