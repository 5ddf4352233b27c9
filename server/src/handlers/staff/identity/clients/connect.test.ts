import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { addClient } from '../../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

const { waiting, check } = operatorContract.connect;
const { open, confirmContact } = operatorContract.clients;
const { connect } = operatorContract.services;
const { show } = operatorContract.card;
const PHONE = '79270003344';

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
});

const one = async <T>(query: string): Promise<T> => (await portal.pool.query(query)).rows[0] as T;
const at = (more: object) => ask(check, { query: { town: 'Тольятти', ...more } });
const AT_HOME = { street: 'Юбилейная', house: '31' };

/** A guest asks to be connected, as anybody does from the street. */
async function askFor(plan: number) {
  const { body } = await portal.send(contract.support.getCont, {}, 'guest');
  const { town_id: city } = await one<{ town_id: number }>(`select town_id from town where name = 'Тольятти'`);
  const wish = { ...AT_HOME, name: 'Волкова Ирина Сергеевна', phone: PHONE, city, flat: '40' };
  const asked = { ...wish, services: ['internet' as const], plan_id: plan, consent: body.consent.version };
  expect((await portal.send(contract.support.newClient, { body: asked }, 'guest')).status).toBe(200);
}

describe('what an address answers', () => {
  test('whether the house is served, with plans, windows and who waits there', async () => {
    const told = await at({ ...AT_HOME, flat: '999' });
    expect(told.place).toMatchObject({ state: 'connected', waiting: 0, street: 'Юбилейная' });
    expect(told.plans.map(({ service_kind: kind }) => kind)).toEqual(expect.arrayContaining(['internet', 'tv']));
    expect(told.plans.every(({ name }) => !name.includes('Бизнес'))).toBe(true);
    expect(told.visits.some(({ is_free: free }) => free)).toBe(true);
    expect([told.there, told.same]).toEqual([[], []]);
    const offices = await at({ ...AT_HOME, company: 'yes' });
    expect(offices.plans.map(({ name }) => name)).not.toEqual(told.plans.map(({ name }) => name));
  });

  test('a house that nobody has wired, a street that is half typed, a town without such a street', async () => {
    expect((await at({ street: 'Юбилейная', house: '7777' })).place).toMatchObject({ state: 'none' });
    const half = await at({ street: 'юби', house: '31' });
    expect(half.place).toBeNull();
    expect(half.streets.map(({ name }) => name)).toContain('Юбилейная');
    expect(await at({ street: 'Такойнет' })).toMatchObject({ place: null, streets: [] });
  });

  test('a line that holds no fast plan says so', async () => {
    await portal.pool.query(
      `update coverage set most_kbps = 100000 where house = '31' and street_id = (select street_id from street where name = 'Юбилейная' limit 1)`,
    );
    const { plans } = await at(AT_HOME);
    const slow = plans.filter(({ service_kind: kind }) => kind === 'internet');
    expect(slow.filter(({ possible }) => !possible).every(({ reason }) => reason?.includes('скорости'))).toBe(true);
    expect(new Set(slow.map(({ possible }) => possible))).toEqual(new Set([true, false]));
  });

  test('the former contract of the flat with its debt, and the same person elsewhere', async () => {
    const home = await one<{ street: string; house: string; flat: string; name: string; town: string }>(
      `select s.name as street, house, flat, client_name as name, t.name as town
       from contract c join street s using (street_id) join town t on t.town_id = c.town_id where contract_id = 100001`,
    );
    const { contractId } = await addClient(portal.world, { balance: -500_00, creditLimit: 500_00, blocked: true });
    // A village without streets, and a house of the same number in another one.
    const { contractId: other } = await addClient(portal.world, { contractId: 200_002 });
    await portal.pool.query(`
      with other as (insert into town (name) values ('Другой') returning town_id)
      update contract set town_id = other.town_id from other where contract_id = ${other}`);
    const village = await ask(check, { query: { town: 'Тестовый', house: '1' } });
    expect(village.there).toMatchObject([{ contract_id: contractId, owes: '500.00' }]);
    await portal.pool.query(`
      update contract set town_id = home.town_id, street_id = home.street_id, house = home.house, flat = home.flat,
        state = 'closed', closed_on = '2026-01-15'
      from contract home where contract.contract_id = ${contractId} and home.contract_id = 100001`);
    const { name, ...place } = home;
    const told = await ask(check, { query: { ...place, house: ` ${place.house.toUpperCase()}`, name } });
    expect(told.there).toMatchObject([
      { contract_id: 100_001, state: 'active', closed_on: null },
      { contract_id: contractId, state: 'closed', closed_on: '2026-01-15', owes: '500.00' },
    ]);
    expect(told.same.every(({ contract_id: id }) => id !== 100_001)).toBe(true);
    const elsewhere = await at({ ...AT_HOME, flat: '999', name: name.toLowerCase().replaceAll('ё', 'е') });
    expect(elsewhere.same.map(({ contract_id: id }) => id)).toContain(100_001);
    const byPhone = await at({ ...AT_HOME, flat: '999', phone: '8 927 000-01-84' });
    expect(byPhone.same.map(({ contract_id: id }) => id)).toContain(100_001);
    expect((await at({ ...AT_HOME, flat: '999', name: name.split(' ')[0] })).same).toEqual([]);
  });
});

describe('from a request to a contract', () => {
  const plan = async () =>
    (await at(AT_HOME)).plans.find(
      ({ service_kind: kind, possible, unit }) => kind === 'internet' && possible && unit === 'month',
    )!;

  test('what the guest has said is filled in; the contract ends his request and keeps his visit', async () => {
    const { plan_id, price } = await plan();
    await askFor(plan_id);
    const { requests, towns } = await ask(waiting, {}, 'cashier');
    expect(towns[0]).toBe('Тольятти');
    const asked = requests.find(({ phone }) => phone === PHONE)!;
    expect(asked).toMatchObject({ name: 'Волкова Ирина Сергеевна', ...AT_HOME, flat: '40', plan_id });
    expect((await at(AT_HOME)).place).toMatchObject({ waiting: 1 });
    const { name, town, street, house, flat, phone, request_id } = asked;
    const { visits } = await at(AT_HOME);
    const slot = visits.findLast(({ is_free: free }) => free)!;
    const body = { name, town, street, house, flat: flat!, phone, request_id, plan_id, slot_id: slot.slot_id };
    const told = await ask(open, { body: { ...body, dry_run: 'yes' } });
    expect((await ask(waiting, {})).requests).toHaveLength(requests.length);
    const done = await ask(open, { body });
    expect({ ...told, password: '', until: '', visit: null }).toMatchObject({
      ...done,
      password: '',
      until: '',
      visit: null,
      version: told.version,
      rehearsed: true,
      services: done.services.map(({ name: title, plan: of }) => ({ name: title, plan: of })),
    });
    expect(done.visit).toMatchObject({ from: slot.from, to: slot.to });
    expect(done.contact).toEqual({ kind: 'phone', to: expect.stringContaining('44') as string });
    // The day after the visit a part of the month is charged, and on the first the whole of it.
    expect(done.charges).toHaveLength(2);
    expect(Date.parse(String(done.charges[0]!.day))).toBeGreaterThan(Date.parse(String(slot.from)) - 86_400_000);
    expect(done.charges[1]!.amount).toBe(price);
    expect(Number(done.charges[0]!.amount)).toBeLessThanOrEqual(Number(price));
    const card = await ask(show, { query: { contract_id: done.contract_id } });
    expect(card.orders).toMatchObject([{ order_id: done.visit!.order_id }]);
    expect((await ask(waiting, {})).requests.some(({ phone: other }) => other === PHONE)).toBe(false);
    const again = ask(open, { body: { ...body, slot_id: undefined } });
    await expect(again).rejects.toMatchObject({ code: 'request_unknown' });

    const { payload } = await one<{ payload: string }>(
      `select payload::text from outbox_effect where payload::text like '%${PHONE}%' order by effect_id desc limit 1`,
    );
    const code = /(\d{6}) —/.exec(payload)![1]!;
    await ask(confirmContact, { body: { contract_id: done.contract_id, kind: 'phone', code } });
    expect((await ask(show, { query: { contract_id: done.contract_id } })).contacts.phones[0]).toMatchObject({
      phone: PHONE,
      is_confirmed: true,
    });
    // The technician was there: the visit is over with it.
    await ask(connect, { body: { user_id: done.services[0]!.user_id } }, 'engineer');
    expect((await ask(show, { query: { contract_id: done.contract_id } })).orders).toEqual([]);
  });

  test('the forecast is the charge: the same day and the same sum', async () => {
    const { plan_id } = await plan();
    const body = { name: 'Новиков Пётр', town: 'Тольятти', ...AT_HOME, plan_id, billing_day: 15 };
    const done = await ask(open, { body });
    await ask(connect, { body: { user_id: done.services[0]!.user_id } }, 'engineer');
    const { accounts } = await ask(show, { query: { contract_id: done.contract_id } });
    expect(accounts[0]!.next_charge).toMatchObject({ day: done.charges[0]!.day, amount: done.charges[0]!.amount });
  });

  test('a window of another town, or one that is taken, opens nothing', async () => {
    const { plan_id } = await plan();
    const before = await portal.pool.query('select from contract');
    const body = { name: 'Новиков Пётр', town: 'Тольятти', ...AT_HOME, plan_id };
    const { slot_id } = await one<{ slot_id: number }>(
      `insert into visit_slot (town_id, master, starts_at, ends_at)
       select town_id, 'Далёкий', now() + interval '2000 days', now() + interval '2000 days 2 hours' from town where name <> 'Тольятти' limit 1
       returning slot_id`,
    );
    await expect(ask(open, { body: { ...body, slot_id } })).rejects.toMatchObject({ code: 'slot_not_free' });
    const { slot_id: taken } = await one<{ slot_id: number }>(
      `select slot_id from visit_slot where order_id is not null limit 1`,
    );
    await portal.pool.query(
      `delete from visit_slot where order_id is null and starts_at = (select starts_at from visit_slot where slot_id = ${taken})`,
    );
    await expect(ask(open, { body: { ...body, slot_id: taken } })).rejects.toMatchObject({ code: 'slot_not_free' });
    expect((await portal.pool.query('select from contract')).rowCount).toBe(before.rowCount);
  });
});
