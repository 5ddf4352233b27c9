import { describe, expect, test, vi } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { forgetLooks } from '../../../../test/portal/staff.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';

const { show } = operatorContract.card;
const DEMO = [100_001, 100_002, 100_003, 100_004, 100_005] as const;

const open = async () => staffDesk(await testPortal());

test.each(DEMO)('the card of %i tells the money, the services and the cause that the subscriber sees', async (who) => {
  const { portal, ask } = await open();
  const card = await ask(show, { query: { contract_id: String(who) } });
  const own = async <C extends Parameters<typeof portal.send>[0]>(call: C, more: object = {}) =>
    (await portal.send(call, more as never, who)).body;
  const money = card.accounts.map(({ missing: _, ...account }) => account);
  expect(money[0]).toEqual(await own(contract.internetAccount.get));
  if (money[1]) expect(money[1]).toMatchObject({ kind: 't' });
  expect(card.services).toEqual(await own(contract.user.list));
  expect(card.numbers).toEqual(await own(contract.telephoneNumber.list));
  const check = (await portal.send(contract.support.check, {}, who)).body;
  expect(card.chain.finding).toEqual(check.finding);
  expect(card.chain.links.flatMap(({ checks }) => checks)).toEqual(expect.arrayContaining(check.checks));
  expect(card.chain.broken === null).toBe(check.finding.cause === 'none');
});

test('the money of a card is limited by a promised payment, as the subscriber’s is', async () => {
  const { portal, ask } = await open();
  await portal.pool
    .query(`insert into promised_payment (account_id, amount_kopecks, limit_before_kopecks, taken_at, ends_on)
    select account_id, 50000, 0, '2026-11-20 08:00Z', '2026-11-25' from account where contract_id = 100001 and kind = 'i'`);
  const { accounts } = await ask(show, { query: { contract_id: '100001' } });
  const { missing, ...money } = accounts[0]!;
  expect(money).toEqual((await portal.send(contract.internetAccount.get, {}, 100_001)).body);
  expect([money.promise_last_day, missing]).toEqual(['2026-11-24', '0.00']);
});

test.each(DEMO)('the card of %i reads nothing twice', async (who) => {
  const { portal, ask } = await open();
  const { db } = portal.world;
  const read = db.read.bind(db);
  const sent: string[] = [];
  const noting = (tx: Tx): Tx =>
    new Proxy(tx, {
      get: (target, way: keyof Tx) => (statement: Sql) => {
        sent.push(JSON.stringify([statement.text, statement.values]));
        return target[way](statement);
      },
    });
  vi.spyOn(db, 'read').mockImplementation((work) => read((tx) => work(noting(tx))));
  await ask(show, { query: { contract_id: String(who) } });
  vi.restoreAllMocks();
  expect(sent.length).toBeGreaterThan(10);
  expect(sent.filter((one, place) => sent.indexOf(one) < place)).toEqual([]);
});

test('a contract that is not there is unknown, and a service of another contract is none', async () => {
  const { portal, ask } = await open();
  await expect(ask(show, { query: { contract_id: '999999' } })).rejects.toMatchObject({ code: 'contract_unknown' });
  const { rows } = await portal.pool.query<{ id: string }>(
    'select user_id::text as id from service_user where contract_id = 100002 limit 1',
  );
  await expect(ask(show, { query: { contract_id: '100001', user_id: rows[0]!.id } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

describe('the chain', () => {
  const chainAfter = async (change: string) => {
    const { portal, ask } = await open();
    const { rows } = await portal.pool.query<{ id: string }>(
      `select user_id::text as id from service_user where contract_id = 100001 and user_type = 'isg'`,
    );
    const id = rows[0]!.id;
    await portal.pool.query(change.replaceAll('$ID', id));
    const { chain } = await ask(show, { query: { contract_id: '100001', user_id: id } });
    return { ...chain, states: chain.links.map(({ link, state }) => `${link} ${state}`).join(', ') };
  };

  test('is whole while a session is on: the line and the router carry it', async () => {
    const chain = await chainAfter(`
      delete from speed_test where contract_id = 100001;
      update internet_session set stopped_at = now() where user_id = $ID and stopped_at is null;
      insert into internet_session (user_id, started_at, address, mac, port, bytes_in, bytes_out)
      values ($ID, '2026-11-20 05:30Z', '10.84.1.7', 'a4:5e:60:c1:22:33', 'les22-1/14', 0, 0)`);
    expect(chain.states).toMatch(/^money ok, house ok, service ok, line ok, router ok, session ok, speed unknown$/);
    expect(chain.broken).toBeNull();
    expect(chain.links.find(({ link }) => link === 'line')?.evidence).toEqual(['порт les22-1/14']);
    expect(chain.links.find(({ link }) => link === 'session')?.evidence[0]).toContain('10.84.1.7');
  });

  test('ends at the router that was changed, not at the service', async () => {
    const chain = await chainAfter(`
      update service_user set state = 'blocked', reason = 'binding_stale', state_since = now() where user_id = $ID;
      insert into service_access (user_id, bound_mac, seen_mac, seen_at)
      values ($ID, 'a4:5e:60:c1:22:33', '00:11:22:33:44:55', '2026-11-20 08:00Z')
      on conflict (user_id) do update set bound_mac = excluded.bound_mac, seen_mac = excluded.seen_mac, seen_at = excluded.seen_at`);
    expect(chain.broken).toBe('router');
    expect(chain.states).toMatch(
      /^money ok, house ok, service unknown, line unknown, router bad, session not_reached, speed not_reached$/,
    );
    expect(chain.finding.title).toBe('Сеть не узнаёт устройство');
    expect(chain.links.find(({ link }) => link === 'router')?.evidence).toEqual([
      'привязан a4:5e:60:c1:22:33',
      'вышел на связь 00:11:22:33:44:55, 12:00',
    ]);
  });

  test('ends at the money of a debtor', async () => {
    const { ask } = await open();
    const { chain, accounts } = await ask(show, { query: { contract_id: '100002' } });
    expect(chain.broken).toBe('money');
    expect(chain.links.slice(2).every(({ state }) => state === 'not_reached')).toBe(true);
    expect(Number(accounts[0]?.missing)).toBeGreaterThan(0);
  });

  test('tells what the staff wrote when they closed the service, beside the words of the subscriber', async () => {
    const { ask } = await open();
    const { services } = await ask(show, { query: { contract_id: '100001' } });
    const user_id = services.find(({ user_type: type }) => type === 'isg')!.user_id;
    await ask(operatorContract.services.block, { body: { user_id, reason: 'Нужны документы' } }, 'engineer');
    const { chain } = await ask(show, { query: { contract_id: '100001', user_id: String(user_id) } });
    expect(chain.service).toMatchObject({ user_id, closed_because: 'Нужны документы' });
    expect(chain.finding).toMatchObject({
      cause: 'operator',
      lead: expect.stringContaining('Нужны документы. Пока не') as string,
    });
  });

  test('ends at the house with an incident, and names it', async () => {
    const chain = await chainAfter(`
      update incident set ended_at = now() where ended_at is null;
      with made as (
        insert into incident (cause, began_at, published_at) values ('обрыв кабеля', '2026-11-20 05:00Z', '2026-11-20 05:05Z') returning incident_id)
      insert into incident_place (incident_id, town_id) select incident_id, town_id from made, contract where contract_id = 100001`);
    expect(chain.broken).toBe('house');
    expect(chain.incident_id).not.toBeNull();
  });
});

test('it names contacts, open orders and who has looked before; and is itself a look', async () => {
  const { portal, ask } = await open();
  await forgetLooks(portal);
  const first = await ask(show, { query: { contract_id: '100001' } }, 'cashier');
  expect(first.looks).toEqual([]);
  expect(first.contacts.phones).toEqual([
    { phone: '79270000184', whose: null, is_confirmed: true },
    { phone: '79270000290', whose: 'Сергей', is_confirmed: expect.any(Boolean) as boolean },
  ]);
  expect(first.contacts.mails[0]).toMatchObject({ mail: 'kuznetsova84@mail.example' });
  const orders = (await portal.send(contract.support.getOrders, {}, 100_001)).body.items;
  expect(first.orders).toEqual(orders.filter(({ state }) => state !== 'done' && state !== 'cancelled'));
  const { looks } = await ask(show, { query: { contract_id: '100001' } });
  expect(looks).toMatchObject([{ operator: 'Анна', role: 'cashier', call: 'card' }]);
});
