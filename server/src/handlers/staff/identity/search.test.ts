import { beforeEach, expect, test } from 'vitest';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { operatorContract } from '@kabinet/contract/staff';

// A small provider; every contract is found by each of its keys as people write them.

const { find } = operatorContract.search;

let desk: ReturnType<typeof staffDesk>;
const sql = (text: string, values: unknown[] = []) => desk.portal.pool.query<Record<string, never>>(text, values);

beforeEach(async () => {
  desk = staffDesk(await testPortal({ template: 'empty' }));
  await sql(`insert into town (name, is_default) values ('Тольятти', true), ('Ягодное', false)`);
  await sql(`
    insert into street (town_id, name) select town_id, unnest(array['Ленина', '8 Марта', 'Бульвар Королёва', '2-я Лесная', 'Лесная'])
    from town where is_default`);
  await sql(`
    insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, street_id, house, flat, billing_day, opened_on)
    select id, given.name, given.name, given.name, town_id, (select street_id from street where street.name = at), house, flat, 1, '2025-01-01'
    from (values
      (200001, 'Иванов Сергей Петрович', 'Ленина', '5', '12'), (200002, 'Иванов Артём Олегович', 'Ленина', '51', '2'),
      (200003, 'Семёнова-Рябова Анна', 'Лесная', '14', '12'), (200004, 'ООО «Ромашка»', '8 Марта', '5 К 1', null),
      (200005, 'Рябов Пётр', 'Бульвар Королёва', '14/2', '7'), (210006, 'Сергеева Алла', '2-я Лесная', '3', '12')
    ) given (id, name, at, house, flat) cross join town where is_default`);
  await sql(`
    insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select 200007, 'Кузьмин Олег', 'О', 'К', town_id, '3', 1, '2025-01-01' from town where not is_default`);
  await sql(`
    insert into account (account_id, kind, contract_id, account_no) select contract_id, 'i', contract_id, contract_id + 1000000 from contract`);
  await sql(`
    insert into service_user (user_id, contract_id, account_id, user_type, name, login, address, state, state_since, opened_on)
    select contract_id, contract_id, contract_id, 'isg', 'Интернет', 'Net' || contract_id, '', 'active', now(), '2025-01-01' from contract`);
  await sql(`insert into contact (contract_id, kind, value, state) values
    (200001, 'phone', '79271234567', 'active'), (200002, 'email', 'artem@mail.example', 'active')`);
  await sql(`insert into further_contact (contract_id, kind, address, role, name, added_at)
    values (200003, 'phone', '79050001122', 'payer', 'Муж', now())`);
  await sql(`insert into service_access (user_id, bound_mac, seen_mac, seen_at) values
    (200001, 'a4:5e:60:c1:22:33', null, null), (200002, null, '00:11:22:33:44:55', now())`);
});

const FIRST_PAGE = { groups: [], closed: [] };

/** «name 200001 200002, phone 200003» */
const found = async (q: string, more: object = {}): Promise<string> => {
  const { groups } = await desk.ask(find, { query: { q, ...more } });
  return groups.map(({ group, items }) => [group, ...items.map((one) => one.contract_id)].join(' ')).join(', ');
};

test.each([
  ['иванов с', 'name 200001'],
  ['сергей  ИВАНОВ', 'name 200001'],
  ['иванов артем', 'name 200002'],
  ['семенова', 'name 200003'],
  ['рябов пётр', 'name 200005'],
  ['рябова анна', 'name 200003'],
  ['ромашка', 'name 200004'],
  ['серг', 'name 210006 200001'],
])('a name: «%s» is %s', async (q, expected) => {
  expect(await found(q)).toBe(expected);
});

test.each([
  ['ивоанов сергей', 'name 200001'],
  ['ивонов сергей', 'name 200001'],
  ['инванов сергей', 'name 200001'],
  ['вианов сергей', 'name 200001'],
  ['иванв сергей', 'name 200001'],
  ['hz,jd', 'name 200005 200003'],
  ['Bdfyjd C', 'name 200001'],
  ['bdfyyjd c', 'name 200001'],
])('a slip of the finger or the other layout: «%s» is %s', async (q, expected) => {
  expect(await found(q)).toBe(expected);
});

test.each([
  ['рябов коро', 'name 200005'],
  ['иванов ленина 51', 'name 200002'],
  ['ленина 5 иванов', 'name 200002 200001'],
  ['лесная 14-12 рябова', 'name 200003'],
  ['иванов сергей ленина', 'name 200001'],
  ['ryazanov ленина', ''],
  ['рябов ленина', ''],
])('a name and an address together: «%s» is %s', async (q, expected) => {
  expect(await found(q)).toBe(expected);
});

test.each([
  ['ЮЛ-30003/17', 'contract 200004'],
  ['юл 30003 17', 'contract 200004'],
  ['договор № юл-30003', 'contract 200004'],
  ['ЮЛ-300', 'contract 200004 200005'],
  ['юл30', 'contract 200004 200005'],
  ['TK-2000', 'contract 200003'],
  ['NR-2000', 'contract 200003'],
  ['200/1', 'contract 200002'],
  ['юл', 'number 0'],
])('a number on papers: «%s» is %s', async (q, expected) => {
  await sql(`update contract set printed_no = given.no from (values (200004, 'ЮЛ-30003/17'), (200005, 'ЮЛ-30031'), (200003, 'ТК-2000'),
    (200002, '200/17')) given (id, no) where contract_id = id`);
  const all = await found(q);
  const [, contracts = 'number 0'] = /(contract [\d ]+)(?:,|$)/.exec(all) ?? [];
  expect(contracts).toBe(expected);
});

test('two slips are another name', async () => {
  expect(await found('ивонов сиргей')).toBe('');
});

test.each([
  ['ул ленина 5 12', 'address 200001'],
  ['Ленина, д.5 кв.12', 'address 200001'],
  ['тольятти ленина 5', 'address 200001'],
  ['ленина', 'address 200001 200002'],
  ['лесная 14-12', 'address 200003'],
  ['лесная 14 12', 'address 200003'],
  ['8 марта 5к1', 'address 200004'],
  ['8 марта, 5 к. 1', 'address 200004'],
  ['бульвар королева 14/2 7', 'address 200005'],
  ['б-р Королёва 14/2', 'address 200005'],
  ['2-я лесная 3', 'address 210006'],
  ['ягодное 3', 'address 200007'],
  ['лесная 1', 'address 200003'],
  ['ktybyf 5 12', 'address 200001'],
])('an address: «%s» is %s', async (q, expected) => {
  expect(await found(q)).toBe(expected);
});

test.each([
  ['8 (927) 123', 'phone 200001'],
  ['+7 927 123-45-67', 'phone 200001'],
  ['9271234567', 'phone 200001'],
  ['123-45-67', 'phone 200001'],
  ['4567', 'phone 200001'],
  ['905 000 11 22', 'phone 200003'],
])('a phone: «%s» is %s', async (q, expected) => {
  expect(await found(q)).toBe(expected);
});

test.each([
  ['A4-5E-60-C1-22-33', 'mac 200001'],
  ['a45e.60c1.2233', 'mac 200001'],
  ['60:c1:22', 'mac 200001'],
  ['c12233', 'mac 200001'],
  ['2233', ''],
  ['22:33:44', 'mac 200002'],
  ['net200003', 'login 200003'],
  ['уе200003', 'login 200003'],
  ['ARTEM@mail', 'mailbox 200002'],
  ['mail.example', 'mailbox 200002'],
])('a key of the network: «%s» is %s', async (q, expected) => {
  expect(await found(q)).toBe(expected);
});

test.each([
  ['200001', 'contract 200001'],
  ['№ 200001', 'contract 200001'],
  ['договор 210', 'contract 210006'],
  ['1200003', 'account 200003'],
])('a number: «%s» begins with %s', async (q, expected) => {
  expect((await found(q)).split(', ')[0]).toBe(expected);
});

test('an address of the network: who has it now, and who had it at a moment', async () => {
  await sql(`insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out) values
    (200001, '2026-11-10 10:00+04', '2026-11-12 10:00+04', '10.84.1.7', 0, 0),
    (200002, '2026-11-14 10:00+04', null, '10.84.1.7', 0, 0)`);
  expect(await found('10.84.1.7')).toBe('ip 200002 200001');
  expect(await found('10.84.1.7 11.11 14:00')).toBe('ip 200001');
  expect(await found('10.84.1.7 2026-11-12 10:01')).toBe('');
  expect(await found('10.84.1.7 15.11.2026')).toBe('ip 200002');
  expect(await found('10.84.1.8')).toBe('');
});

test('money and papers: a payment by its sum and day, a receipt, an order, a telephone number, a box of TV', async () => {
  const account = "insert into account (kind, account_no) values ('cash', 'cash') returning account_id as id";
  const { rows: cash } = await sql(account);
  await sql(
    `with made as (
      insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
      values (7001, 'payment', 'cash:1', '2026-11-17', '2026-11-17T10:00Z') returning transaction_id)
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, method)
    select transaction_id, e.id, e.amount, '2026-11-17', '2026-11-17T10:00Z', 'Оплата в офисе', e.method
    from made cross join (values (200001, 124000, 'cash'), ($1::bigint, -124000, null)) e (id, amount, method)`,
    [cash[0]!['id']],
  );
  await sql(`insert into fiscal_receipt (transaction_id, kind, account_id, amount_kopecks, state, fd_number, created_at, done_at)
    values (7001, 'sell', 200001, 124000, 'done', '8841', now(), now())`);
  expect(await found('1240 17.11')).toBe('payment 200001');
  expect(await found('17.11.2026 1240,00')).toBe('payment 200001');
  expect(await found('1240 18.11')).toBe('');
  expect(await found('чек 8841')).toBe('document 200001');
  expect(await found('квитанция № 7001')).toBe('document 200001');
  await sql(`insert into support_goal (goal_id, name) values (1, 'Не работает')`);
  await sql(`insert into support_order (order_id, contract_id, goal_id, text, state, created_at, updated_at)
    values (512, 200004, 1, 'Нет связи', 'new', now(), now())`);
  expect(await found('заявка 512')).toBe('order 200004');
  await sql(
    `insert into plan (plan_id, service_kind, name, summary, price_kopecks) values (900, 'telephone', 'Т', '', 0)`,
  );
  await sql(`insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on)
    values ('78482200300', 200003, 200003, 900, 'active', '2025-01-01')`);
  expect(await found('20-03-00')).toBe('number 200003');
  expect(await found('(8482) 200300')).toBe('number 200003');
  await sql(
    `insert into tv_device (user_id, device_id, kind, name, serial, is_online) values (200005, 'd', 'box', 'Б', 'SN-77 120045', false)`,
  );
  expect(await found('sn77120045')).toBe('device 200005');
  expect(await found('120045')).toBe('device 200005');
});

test('a key is found in the transaction of the change, and the former one no more', async () => {
  await sql(`update contact set value = '79990000001' where contract_id = 200001`);
  expect(await found('79271234567')).toBe('');
  expect(await found('79990000001')).toBe('phone 200001');
  await sql(`delete from contact where contract_id = 200001`);
  expect(await found('79990000001')).toBe('');
  await sql(`update contract set client_name = 'Яблокова Мария' where contract_id = 200001`);
  expect(await found('иванов')).toBe('name 200002');
  expect(await found('яблокова')).toBe('name 200001');
  await sql(`update service_access set seen_mac = '00:11:22:33:44:56' where user_id = 200002`);
  expect(await found('00:11:22:33:44:55')).toBe('');
  await sql(`update street set name = 'Мира' where name = 'Ленина'`);
  expect(await found('ленина 5')).toBe('');
  expect(await found('мира 5')).toBe('address 200001');
});

test('a service that moves to another contract takes its keys along', async () => {
  await sql(`update service_user set contract_id = 200004, account_id = 200004 where user_id = 200001`);
  expect(await found('a4:5e:60:c1:22:33')).toBe('mac 200004');
  expect(await found('net200001')).toBe('login 200004');
});

test('a contract is told with its address, state and money', async () => {
  await addClient(desk.portal.world, { contractId: 200_050, balance: -300_00, creditLimit: 300_00, blocked: true });
  await sql(`update contract set client_name = 'Должников Иван' where contract_id = 200050`);
  const { groups } = await desk.ask(find, { query: { q: 'должников' } });
  expect(groups[0]!.items).toMatchObject([
    {
      contract_id: 200_050,
      name: 'Должников Иван',
      address: 'Тестовый, 1',
      state: 'active',
      found: null,
      accounts: [
        {
          kind: 'i',
          account_no: '200050i',
          balance: '-300.00',
          missing: '300.00',
          blocked: true,
          lasts_until: '2026-11-20',
        },
      ],
    },
  ]);
});

test('a group has pages, and an end', async () => {
  await sql(`
    insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select 300000 + n, 'Щукин ' || n, '', '', town_id, '1', 1, '2025-01-01' from generate_series(1, 250) n cross join town where is_default`);
  const [first] = (await desk.ask(find, { query: { q: 'щукин' } })).groups;
  expect(first).toMatchObject({ group: 'name', count: 201, next: '20' });
  const seen = new Set<number>();
  const pages = async (more: object): Promise<void> => {
    const [page] = (await desk.ask(find, { query: { q: 'щукин', group: 'name', ...more } })).groups;
    for (const { contract_id } of page!.items) seen.add(contract_id);
    if (page!.next !== null) await pages({ cursor: page!.next });
  };
  await pages({});
  expect(seen.size).toBe(200);
  await expect(desk.ask(find, { query: { q: 'щукин', limit: '21' } })).rejects.toThrow();
});

test('a search is noted once, as a search, and as nobody’s look', async () => {
  await desk.ask(find, { query: { q: 'иванов' } });
  const { rows } = await sql('select operator, call, input, outcome from operator_action');
  expect(rows).toEqual([{ operator: 'Анна', call: 'search', input: { q: 'иванов' }, outcome: 'done' }]);
  expect((await sql('select from staff_read')).rows).toEqual([]);
});

test('what nobody has is found nowhere', async () => {
  expect(await desk.ask(find, { query: { q: 'щщщ 99999999999999 %_' } })).toEqual(FIRST_PAGE);
  expect(await desk.ask(find, { query: { q: `'; drop table contract; --` } })).toEqual(FIRST_PAGE);
});
