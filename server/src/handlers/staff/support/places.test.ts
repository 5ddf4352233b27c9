import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { places, card, clients, moves, search } = operatorContract;

let portal: TestPortal;
let who: Record<string, string>;
let clerk: Record<string, string>;
let street: { id: number; town: number; name: string; contract: number; house: string };

beforeEach(async () => {
  portal = await testPortal();
  who = cookieOf(await staffToken(portal, 'engineer'));
  clerk = cookieOf(await staffToken(portal, 'support'));
  const { rows } = await portal.pool.query<typeof street>(
    `select s.street_id as id, s.town_id as town, s.name, c.contract_id::int as contract, c.house
     from contract c join street s using (street_id) join coverage v on v.street_id = s.street_id and v.house = c.house
     where c.state <> 'closed' order by contract_id limit 1`,
  );
  street = rows[0]!;
});

const streetsNamed = async (q: string) =>
  (await sendStaff(portal, places.streets, { query: { q } }, clerk)).body.streets.map(({ name }) => name);
const housesOf = async (id: number) =>
  (await sendStaff(portal, places.houses, { query: { street_id: String(id) } }, clerk)).body.houses;
const addressOf = async (id: number) =>
  (await sendStaff(portal, card.show, { query: { contract_id: String(id) } }, clerk)).body.address;
const editStreet = async (more: object) =>
  (await sendStaff(portal, places.editStreet, { body: { street_id: String(street.id), ...more } }, who)).body;
const guestStreets = async (name: string) =>
  (await portal.send(contract.support.streetList, { query: { city_id: street.town, q: name } }, 100_001)).body;

test('a renamed street changes its addresses, and is found by both names; ё is е', async () => {
  expect(await editStreet({ name: 'Зелёная аллея', dry_run: 'yes' })).toMatchObject({
    rehearsed: true,
    was: street.name,
  });
  expect(await addressOf(street.contract)).toContain(street.name);
  const done = await editStreet({ name: 'Зелёная аллея' });
  expect(done).toMatchObject({ was: street.name, name: 'Зелёная аллея' });
  expect(done).toHaveProperty('contracts', expect.any(Number));
  expect(await addressOf(street.contract)).toContain('Зелёная аллея');
  expect(await streetsNamed('зеленая')).toEqual(['Зелёная аллея']);
  expect(await streetsNamed(street.name)).toEqual(['Зелёная аллея']);
  for (const q of [`${street.name} ${street.house}`, `зеленая ${street.house}`]) {
    const found = (await sendStaff(portal, search.find, { query: { q } }, clerk)).body;
    expect(JSON.stringify(found), q).toContain(String(street.contract));
  }
  expect(JSON.stringify(await guestStreets(street.name.slice(0, 5)))).toContain('Зелёная аллея');
  expect(await editStreet({ name: 'Зелёная аллея' })).toMatchObject({ code: 'nothing_changes' });
});

test('a street is added once; a closed one is offered to no guest and keeps its contracts', async () => {
  const body = { town_id: String(street.town), name: street.name.toUpperCase() };
  expect((await sendStaff(portal, places.addStreet, { body }, who)).body).toMatchObject({ code: 'place_named' });
  const { is_closed: isClosed, contracts } = (await editStreet({ closed: 'yes' })) as {
    is_closed: boolean;
    contracts: number;
  };
  expect([isClosed, contracts > 0]).toEqual([true, true]);
  expect(JSON.stringify(await guestStreets(street.name.slice(0, 5)))).not.toContain(street.name);
  expect(await addressOf(street.contract)).toContain(street.name);
  expect(await editStreet({ closed: 'no' })).toMatchObject({ is_closed: false });
});

test('a house: served or not, from when, how fast; another number changes its addresses', async () => {
  const { id, house } = street;
  const edit = async (more: object, at = house) =>
    (await sendStaff(portal, places.editHouse, { body: { street_id: String(id), house: at, ...more } }, who)).body;
  const state = async (at = house) => (await housesOf(id)).find((one) => one.house === at);
  expect(await state()).toMatchObject({ state: 'connected' });
  expect(await edit({})).toMatchObject({ code: 'nothing_changes' });
  const covered = async () =>
    (await portal.send(contract.support.coverage, { query: { street_id: id, house } }, 100_001)).body.state;
  expect(await covered()).toBe('connected');
  expect(await edit({ served: 'no' })).toMatchObject({ state: 'closed' });
  expect(await covered()).toBe('none');
  expect(await edit({ ready_on: '2027-02-01', mbit: '100' })).toMatchObject({ state: 'planned' });
  expect(await state()).toMatchObject({ state: 'planned', ready_on: '2027-02-01', mbit: 100 });
  expect(await edit({ name: '777' })).toMatchObject({ was: house, name: '777', merged: false });
  expect(await state()).toBeUndefined();
  expect(await state('777')).toMatchObject({ state: 'planned', mbit: 100 });
  expect(await addressOf(street.contract)).toContain('777');

  const add = async (at: string) =>
    (await sendStaff(portal, places.addHouse, { body: { street_id: String(id), house: at } }, who)).body;
  expect(await add('778')).toMatchObject({ state: 'connected' });
  expect(await add('778')).toMatchObject({ code: 'place_named' });
  expect(await edit({ name: '778' }, '777')).toMatchObject({ merged: true, state: 'connected' });
  expect((await housesOf(id)).filter((one) => one.house === '778')).toHaveLength(1);
});

test('a guest finds a house however he writes it', async () => {
  const body = { street_id: String(street.id), house: '779 К 1' };
  await sendStaff(portal, places.addHouse, { body }, who);
  const query = { street_id: street.id, house: '779к1' };
  expect((await portal.send(contract.support.coverage, { query }, 100_001)).body.state).toBe('connected');
});

test('a failure at a house stays at it under another number', async () => {
  const { id, house, contract: whose } = street;
  await portal.pool.query(
    `with made as (insert into incident (cause, services, began_at, published_at) values ('Обрыв кабеля', '{}', $1, $1) returning incident_id)
     insert into incident_place (incident_id, town_id, street_id, house)
     select incident_id, $2::integer, $3::integer, at from made, unnest($4::text[]) at`,
    [portal.clock.now(), street.town, id, [house, ` ${house}`]],
  );
  const failures = async () =>
    (await portal.send(contract.support.getIncidents, {}, whose)).body.map(({ cause }) => cause);
  expect(await failures()).toContain('Обрыв кабеля');
  const body = { street_id: String(id), house, name: '777' };
  expect((await sendStaff(portal, places.editHouse, { body }, who)).body).toMatchObject({ name: '777' });
  expect(await failures()).toContain('Обрыв кабеля');
});

test('another number of a house reaches who lived there, and the card of a day before', async () => {
  const { id, house, contract: whose } = street;
  const { ask } = staffDesk(portal);
  await ask(clients.edit, { body: { contract_id: whose, name: 'Мария Иванова', document: 'Паспорт' } });
  const there = { town: 'Тольятти', street: 'Юбилейная', house: '33', flat: '5' };
  await ask(moves.move, { body: { contract_id: whose, document: 'Заявление', ...there } });
  const lived = async () => [
    (await ask(card.show, { query: { contract_id: whose } })).former_addresses.map(({ address }) => address).join(),
    (await ask(card.day, { query: { contract_id: whose, on: '2026-11-19' } })).address,
  ];
  const before = await lived();
  const body = { street_id: String(id), house, name: '777' };
  expect((await sendStaff(portal, places.editHouse, { body }, who)).body).toMatchObject({ name: '777' });
  expect(await lived()).toEqual(before.map((address) => address?.replace(`, ${house}`, ', 777')));
});

test('houses stand in the order of their numbers', async () => {
  for (const house of ['10', '2', '2а', '100']) {
    const body = { street_id: String(street.id), house: `9${house}` };
    expect((await sendStaff(portal, places.addHouse, { body }, who)).status).toBe(200);
  }
  const added = (await housesOf(street.id))
    .map(({ house }) => house)
    .filter((house) => /^9(?:10|2а?|100)$/.test(house));
  expect(added).toEqual(['92', '92а', '910', '9100']);
});

test('two entries of one street become one with all houses and contracts', async () => {
  const twin = (
    await sendStaff(portal, places.addStreet, { body: { town_id: String(street.town), name: 'ул. Двойник' } }, who)
  ).body;
  const body = { street_id: String(street.id), into: String(twin.street_id) };
  // The former data of a client name the street, too, even if only the name was corrected.
  const { ask } = staffDesk(portal);
  await ask(clients.edit, { body: { contract_id: street.contract, name: 'Мария Иванова', document: 'Паспорт' } });
  const before = await housesOf(street.id);
  const merged = (await sendStaff(portal, places.mergeStreets, { body }, who)).body;
  expect(merged).toMatchObject({ street_id: twin.street_id, was: street.name, name: 'ул. Двойник' });
  expect(await housesOf(twin.street_id)).toEqual(before);
  expect(await addressOf(street.contract)).toContain('Двойник');
  expect(await streetsNamed(street.name)).toEqual(['ул. Двойник']);
  expect((await sendStaff(portal, places.mergeStreets, { body }, who)).body).toMatchObject({ code: 'place_unknown' });
});

test('a town is added, renamed and closed; a closed one is offered to no guest', async () => {
  const added = (await sendStaff(portal, places.addTown, { body: { name: 'Ягодное', phone: '78482000000' } }, who))
    .body;
  const edit = async (more: object) =>
    (await sendStaff(portal, places.editTown, { body: { town_id: String(added.town_id), ...more } }, who)).body;
  expect(await edit({ name: 'Тольятти' })).toMatchObject({ code: 'place_named' });
  expect(await edit({ name: 'Новое Ягодное' })).toMatchObject({ was: 'Ягодное' });
  const towns = (await sendStaff(portal, places.towns, {}, clerk)).body;
  expect(towns.find(({ town_id }) => town_id === added.town_id)).toMatchObject({
    former: ['Ягодное'],
    is_closed: false,
  });
  expect(await edit({ closed: 'yes' })).toMatchObject({ is_closed: true });
  const cities = await portal.send(contract.support.cityList, {}, 100_001);
  expect(JSON.stringify(cities.body)).not.toContain('Ягодное');
});
