import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { settlePrices } from '#server/domain/changes/price/price.queries.ts';
import { tellOfPrices } from '#server/domain/changes/price/tell-prices.ts';
import { addClient, type Client } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { charge } from '../../../jobs/money/charge.ts';
import { runCommand } from '../../operator.ts';

const PLENTY = 5000_00;

let portal: TestPortal;
let client: Client;
let planId: string;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  client = await addClient(portal.world, { balance: PLENTY, fee: 690_00 });
  planId = String(await one('select plan_id as value from plan'));
});

const one = async (query: string, ...values: unknown[]): Promise<unknown> =>
  (await portal.pool.query<{ value: unknown }>(query, values)).rows[0]?.value;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

async function run(...line: string[]) {
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  const say = (text: string) => void said.push(plain(text));
  const code = await runCommand(() => Promise.resolve(tools), line, say);
  return { code, said: said.join('\n') };
}

const plan = (from: string, price: string) => run('prices', 'plan', 'plan', planId, from, price);
const tell = async () => {
  while (!(await tellOfPrices(portal.world, 1)));
};
const told = async (contractId = client.contractId) =>
  (
    await portal.pool.query<{ title: string; body: string }>(
      `select title, body from message where contract_id = $1 and (until is null or until > $2) order by message_id`,
      [contractId, portal.clock.now()],
    )
  ).rows.map(({ title, body }) => [title, body].map(plain));
const charges = async () =>
  (
    await portal.pool.query<{ line: string }>(
      `select e.day || ' ' || -e.amount_kopecks as line from ledger_entry e join ledger_transaction t using (transaction_id)
       where account_id = $1 and t.kind = 'charge' order by entry_id`,
      [client.accountId],
    )
  ).rows.map(({ line }) => line);
async function dayOf(day: string): Promise<void> {
  portal.clock.set(new Date(`${day}T08:00:00Z`));
  await chargeUpTo(portal.world);
}

test('a price begins with the next billing day of each contract; its buyers are told once, with their own day', async () => {
  const other = await addClient(portal.world, { contractId: 200_002, balance: PLENTY });
  await portal.pool.query('update contract set billing_day = 15 where contract_id = $1', [other.contractId]);
  await portal.pool.query('update service_user set plan_id = $1', [planId]);
  const stranger = await addClient(portal.world, { contractId: 200_003 });
  const planned = await plan('2026-12-05', '750');
  expect(planned).toEqual({
    code: 0,
    said: '«Тест» с 5 декабря 2026: 690 ₽ в месяц → 750 ₽ в месяц\nНомер 1. Абонентов предупредим сейчас',
  });
  await tell();
  await portal.pool.query('update price_change set told_after = 0, told_at = null');
  await tell();
  expect(await one('select count(*)::int as value from message where contract_id = $1', client.contractId)).toBe(1);
  expect(await told()).toEqual([
    [
      'Тариф «Тест»: 750 ₽ в месяц с 1 января 2027',
      '<p>Сейчас 690 ₽ в месяц, станет на 60 ₽ дороже. До этого дня цена прежняя.</p>' +
        '<p>Если не подходит, выберите другой тариф: они на странице услуги.</p>',
    ],
  ]);
  expect((await told(other.contractId)).map(([title]) => title)).toEqual(['Тариф «Тест»: 750 ₽ в месяц с 15 декабря']);
  expect(await told(stranger.contractId)).toEqual([]);
  await dayOf('2027-02-01');
  expect(await charges()).toEqual(['2026-12-01 69000', '2027-01-01 75000', '2027-02-01 75000']);
});

test('a day that is charged late costs its own price, and a price moves into the catalogue only when no day can need the former', async () => {
  await plan('2026-12-05', '750');
  await dayOf('2026-11-30');
  await dayOf('2027-01-02');
  expect(await charges()).toEqual(['2026-12-01 69000', '2027-01-01 75000']);
  await tell();
  const catalogue = () => one('select price_kopecks / 100 as value from plan where plan_id = $1', planId);
  await charge(portal.world);
  expect(await catalogue()).toBe(690);
  portal.clock.set(new Date('2027-01-06T08:00:00Z'));
  await addClient(portal.world, { contractId: 200_002 });
  await portal.pool.query(`
    insert into plan_option (option_id, plan_id, name, oferta, remarks, price_kopecks)
      values (${planId}, ${planId}, 'Роутер', '', '', 100);
    insert into program (program_id, service_kind, name, summary, description, price_kopecks)
      values (${planId}, 'internet', 'Антивирус', '', '', 100)`);
  const others = () =>
    one(`select json_agg(p) as value from (select price_kopecks from plan where plan_id <> ${planId} union all
      select price_kopecks from plan_option union all select price_kopecks from program order by 1) p`);
  const before = await others();
  await portal.pool.query(`update account set charged_through = '2027-01-05' where contract_id is not null`);
  await portal.world.db.write(settlePrices);
  expect(await catalogue()).toBe(690);
  await charge(portal.world);
  expect(await catalogue()).toBe(750);
  expect(await others()).toEqual(before);
  await dayOf('2027-02-01');
  expect((await charges()).at(-1)).toBe('2027-02-01 75000');
});

test('prices that wait for an account that cannot be charged are told beside it', async () => {
  await plan('2026-12-05', '750');
  await dayOf('2027-01-20');
  expect((await run('charge', 'status')).said).not.toContain('каталог');
  await portal.pool.query(`insert into charge_failure values ($1, '2027-01-20', 'it is broken', now())`, [
    client.accountId,
  ]);
  // What stands in the catalogue already waits for nothing.
  await portal.pool
    .query(`insert into price_change (sold_kind, plan_id, from_day, price_kopecks, state, planned_by, planned_at)
    select 'plan', ${planId}, '2026-10-01', 69000, 'settled', 'Анна', now()`);
  const { code, said } = await run('charge', 'status');
  expect(code).toBe(1);
  expect(said).toMatch(/не списан с 2027-01-20: it is broken\nИз-за них в каталог не вошли цены, .*: 1\. Каждый день/);
});

test('the calls of a client know both prices: the forecast, and the next charge after the day', async () => {
  await plan('2026-12-05', '750');
  const { body } = await portal.send(contract.internetAccount.get, {}, client.contractId);
  expect(body.upcoming.slice(0, 3).map(({ day, amount }) => [day, amount])).toEqual([
    ['2026-12-01', '690.00'],
    ['2027-01-01', '750.00'],
    ['2027-02-01', '750.00'],
  ]);
});

test('between the first day and his own billing day a client pays and reads the former price; what he takes now costs the new one', async () => {
  const other = await addClient(portal.world, { contractId: 200_002, fee: 690_00, balance: PLENTY });
  await portal.pool.query(
    `update plan set is_archived = false, name = 'Тест 2' where plan_id = (
    select plan_id from service_user where user_id = $1)`,
    [other.userId],
  );
  for (const { plan_id } of (await portal.pool.query<{ plan_id: number }>('select plan_id from plan')).rows)
    await run('prices', 'plan', 'plan', String(plan_id), '2026-12-05', '750');
  await dayOf('2026-12-10');
  const own = { price: '690.00', new_price: { price: '750.00', from: '2027-01-01' } };
  const users = await portal.send(contract.user.list, {}, client.contractId);
  expect(users.body[0]?.plan).toMatchObject(own);
  const options = await portal.send(contract.plan.options, { params: { id: client.userId } }, client.contractId);
  expect(options.body.plan).toMatchObject(own);
  const offered = options.body.plans.find(({ name }) => name === 'Тест 2');
  expect(offered).toMatchObject({ price: '750.00' });
  expect(offered).not.toHaveProperty('new_price');
  const { entries } = (await portal.send(contract.calendar.get, {}, client.contractId)).body;
  expect(entries.flatMap(({ kind, day }) => (kind === 'price' ? [day] : []))).toEqual(['2027-01-01']);
  const body = { user_id: client.userId, plan_id: offered?.plan_id ?? 0, when: 'now' as const };
  const preview = await portal.send(contract.plan.preview, { body }, client.contractId);
  expect(preview.body.price).toMatchObject({ was: { amount: '690.00' }, will: { amount: '750.00' } });
});

test('a plan that is offered tells its next price: by the day from its first day, by the month from a billing day', async () => {
  const other = await addClient(portal.world, { contractId: 200_002, fee: 690_00, balance: PLENTY });
  const id = String(await one('select plan_id as value from service_user where user_id = $1', other.userId));
  await run('prices', 'plan', 'plan', id, '2026-12-05', '750');
  const body = { user_id: client.userId, plan_id: Number(id), when: 'now' as const };
  const notes = async () =>
    (await portal.send(contract.plan.preview, { body }, client.contractId)).body.notes.map(plain);
  for (const [unit, from] of Object.entries({ day: '2026-12-05', month: '2027-01-01' })) {
    await portal.pool.query(`update plan set is_archived = false, unit = $2 where plan_id = $1`, [id, unit]);
    const options = await portal.send(contract.plan.options, { params: { id: client.userId } }, client.contractId);
    const offered = options.body.plans.find(({ plan_id }) => plan_id === Number(id));
    expect(offered).toMatchObject({ new_price: { price: '750.00', from } });
    const said = unit === 'day' ? 'С 5 декабря новая цена: 750 ₽ в день' : 'С 1 января 2027 новая цена: 750 ₽ в месяц';
    expect(await notes()).toEqual([said]);
  }
  await portal.pool.query('update price_change set price_kopecks = 0');
  expect(await notes()).toEqual(['С 1 января 2027 новая цена: бесплатно']);
});

test('a withdrawn price is told to those who had heard of it, and is never charged', async () => {
  await plan('2026-12-05', '750');
  await portal.work();
  expect(await told()).toHaveLength(1);
  const other = await addClient(portal.world, { contractId: 200_002, balance: PLENTY });
  await portal.pool.query('update service_user set plan_id = $1', [planId]);
  expect(await run('prices', 'withdraw', '1')).toEqual({
    code: 0,
    said: '«Тест»: цены 750 ₽ в месяц с 5 декабря 2026 не будет. Предупреждённым скажем сейчас',
  });
  await portal.work();
  expect((await told()).map(([title]) => title)).toEqual(['Цена не изменится: «Тест»']);
  expect(await told(other.contractId)).toEqual([]);
  expect((await run('prices', 'withdraw', '1')).code).toBe(1);
  await dayOf('2027-01-01');
  expect(await charges()).toEqual(['2026-12-01 69000', '2027-01-01 69000']);
});

test('a price is told to the buyers of its own plan, and taken back by its own name', async () => {
  const other = await addClient(portal.world, { contractId: 200_002, balance: PLENTY });
  await portal.pool.query(`update plan set name = 'Другой' where plan_id <> ${planId}`);
  const id = String(await one(`select plan_id as value from plan where plan_id <> ${planId}`));
  await run('prices', 'plan', 'plan', id, '2026-12-05', '1200');
  await tell();
  expect((await told(other.contractId)).map(([title]) => title)).toEqual([expect.stringContaining('«Другой»')]);
  expect(await told()).toEqual([]);
  expect((await run('prices', 'withdraw', '1')).said).toContain('«Другой»');
  await tell();
  const [, stays] = (await told(other.contractId)).flat();
  expect(stays).toContain('1 179 ₽');
});

test('many are told in parts, and none is left out', async () => {
  const MANY = 450;
  await plan('2026-12-05', '750');
  await portal.pool.query(`
    insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
      select 300000 + n, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on
      from contract, generate_series(1, ${MANY}) n where contract_id = ${client.contractId};
    insert into message (contract_id, kind, title, body, created_at, notice_key)
      select contract_id, 'info', 'Цена', '', now(), 'price.planned:1' from contract where contract_id > 300000;
    update price_change set told_at = now()`);
  await run('prices', 'withdraw', '1');
  await tell();
  const heard = `select count(*)::int as value from message where notice_key = 'price.withdrawn:1'`;
  expect(await one(heard)).toBe(MANY);
});

test('whoever has heard of a price that is replaced hears that it will be another one, not that it stays', async () => {
  await plan('2026-12-05', '750');
  await tell();
  await run('prices', 'withdraw', '1');
  await plan('2026-12-05', '720');
  await tell();
  expect((await told()).map(([title]) => title)).toEqual([
    'Новая цена будет другой: «Тест»',
    'Тариф «Тест»: 720 ₽ в месяц с 1 января 2027',
  ]);
});

test.each([
  ['2026-11-29', '750', 'О повышении предупреждают не позже чем за 10 дней. Назначьте с 30 ноября или позже'],
  ['2026-11-20', '600', 'Этот день уже начался или прошёл. Назначьте с 21 ноября или позже'],
  ['2026-12-05', '690', 'В этот день цена и так 690 ₽ в месяц'],
  ['2027-11-21', '750', 'Дальше года не назначают. Назначьте до 20 ноября 2027'],
])('the day %s for the price %s is refused', async (from, price, text) => {
  expect(await plan(from, price)).toEqual({ code: 1, said: text });
  expect(await run('prices', 'preview', 'plan', planId, from, price)).toEqual({ code: 1, said: text });
});

test('a fall may begin tomorrow; a second price, one of an archived plan that nobody has and one of nothing are refused', async () => {
  expect((await plan('2026-11-21', '600')).code).toBe(0);
  expect((await plan('2026-12-21', '700')).said).toBe(
    'Уже назначено: 600 ₽ в месяц с 21 ноября. Сначала отзовите: prices withdraw 1',
  );
  // A price that has begun stands in the way of no other.
  portal.clock.set(new Date('2026-11-21T08:00:00Z'));
  expect((await plan('2026-12-21', '650')).said).toContain('600 ₽ в месяц → 650 ₽ в месяц');
  await run('prices', 'withdraw', '2');
  await portal.pool.query('update plan set is_archived = true');
  await portal.pool.query(`update service_user set state = 'closed', closed_on = '2026-11-01'`);
  expect((await plan('2026-12-21', '500')).said).toBe('Это в архиве, и ни у кого этого уже нет: цену менять незачем');
  expect((await run('prices', 'list')).said).toBe('Всего 0');
  expect((await run('prices', 'plan', 'option', '77', '2026-12-21', '500')).said).toBe(
    'Такого тарифа, опции или услуги нет. Номера — в prices list',
  );
});

test.each(['2026-11-30', '2027-11-20'])('a rise may begin on %s: after the notice, within a year', async (from) => {
  expect((await plan(from, '750')).code).toBe(0);
});

test('the preview counts contracts, services, money and those who could not pay, and changes nothing', async () => {
  await addClient(portal.world, { contractId: 200_002, balance: 1630_00 });
  await portal.pool.query('update service_user set plan_id = $1', [planId]);
  const { said, code } = await run('prices', 'preview', 'plan', planId, '2026-12-05', '750');
  expect([code, said.split('\n')]).toEqual([
    0,
    [
      '«Тест» с 5 декабря 2026: 690 ₽ в месяц → 750 ₽ в месяц',
      'Касается: 2 договора, 2 услуги',
      'За 30 дней: 1 380 ₽ → 1 500 ₽, +120 ₽',
      'Не хватит на первое списание по новой цене: 1 счёт',
      'Ничего не изменено',
    ],
  ]);
  expect(await one('select count(*)::int as value from price_change')).toBe(0);
});

test('the preview counts the services that will be charged; those that are off are told apart, a closed one is not', async () => {
  const block = (reason: string) => `state = 'blocked', reason = '${reason}'`;
  const states = [
    block('schedule'),
    block('debt'),
    block('operator'),
    `state = 'connecting'`,
    `state = 'paused'`,
    `state = 'paused', returns_on = '2026-12-20'`,
    `state = 'closed', closed_on = '2026-11-01'`,
  ];
  for (const [index, state] of states.entries()) {
    const { userId } = await addClient(portal.world, { contractId: 200_002 + index, balance: PLENTY });
    await portal.pool.query(`update service_user set plan_id = $1, ${state} where user_id = $2`, [planId, userId]);
  }
  const { said } = await run('prices', 'preview', 'plan', planId, '2026-12-05', '750');
  expect(said.split('\n').slice(1, 4)).toEqual([
    'Касается: 3 договора, 3 услуги',
    'Не платят сейчас, отключены или приостановлены: 4 услуги',
    'За 30 дней: 2 070 ₽ → 2 250 ₽, +180 ₽',
  ]);
});

test('the preview of a plan by the day counts thirty days of each service, and each account by itself', async () => {
  await portal.pool.query(`update plan set unit = 'day', price_kopecks = 1000`);
  const other = await addClient(portal.world, { contractId: 200_002, balance: 302_00, telephone: true });
  await portal.pool.query(`update service_user set plan_id = ${planId}`);
  await portal.pool.query(`
    insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    select contract_id, account_id, user_type, 'Дача', 'dacha', '', state, state_since, plan_id, opened_on
    from service_user where user_id = ${other.userId}`);
  const preview = async () =>
    (await run('prices', 'preview', 'plan', planId, '2026-12-05', '12')).said.split('\n').slice(1, -1);
  // Fifteen days of two services are 300 roubles, of which the last would cost 24.
  const missing = 'Не хватит на первое списание по новой цене: 1 счёт';
  const [three, four] = ['За 30 дней: 900 ₽ → 1 080 ₽, +180 ₽', 'За 30 дней: 1 200 ₽ → 1 440 ₽, +240 ₽'];
  expect(await preview()).toEqual(['Касается: 2 договора, 3 услуги', three, missing]);
  await portal.pool.query(`update phone_number set plan_id = ${planId}`);
  expect(await preview()).toEqual(['Касается: 2 договора, 4 услуги', four, missing]);
});

test('an archived plan that somebody has is listed and gets a new price, which is told and charged', async () => {
  await portal.pool.query('update plan set is_archived = true');
  expect((await run('prices', 'list')).said).toBe(`plan ${planId}  Тест  690 ₽ в месяц  в архиве\nВсего 1`);
  expect((await run('prices', 'preview', 'plan', planId, '2026-12-05', '750')).said).toContain('1 договор, 1 услуга');
  expect((await plan('2026-12-05', '750')).code).toBe(0);
  await tell();
  expect((await told()).map(([title]) => title)).toEqual(['Тариф «Тест»: 750 ₽ в месяц с 1 января 2027']);
  await dayOf('2027-01-01');
  expect(await charges()).toEqual(['2026-12-01 69000', '2027-01-01 75000']);
});

test('the list names the price of today, the next one, and who has planned it', async () => {
  await plan('2026-12-05', '750');
  const lines = (await run('prices', 'list')).said.split('\n');
  expect(lines).toEqual([
    `plan ${planId}  Тест  690 ₽ в месяц  с 5 декабря 2026 — 750 ₽ в месяц (номер 1, назначил ${String(await one('select planned_by as value from price_change'))}, предупреждаем)`,
    'Всего 1',
  ]);
  await tell();
  await dayOf('2026-12-05');
  expect((await run('prices', 'list')).said).toContain('Тест  750 ₽ в месяц\n');
  // Its day has begun: it stays.
  expect((await run('prices', 'withdraw', '1')).code).toBe(1);
});

test('what is in the archive is listed while somebody has it, or will: not by what others have, nor by what has ended', async () => {
  const other = await addClient(portal.world, { contractId: 200_002 });
  const ended = await addClient(portal.world, { contractId: 200_003 });
  const { rows } = await portal.pool.query<{ option: number; program: number }>(`
    with own as (
      insert into plan_option (plan_id, name, oferta, remarks, price_kopecks) values (${planId}, 'Роутер', '', '', 100)
      returning option_id
    ), sold as (
      insert into program (program_id, service_kind, name, summary, description, price_kopecks, is_archived)
      values (1, 'internet', 'Антивирус', '', '', 100, true), (2, 'internet', 'Адрес', '', '', 100, false) returning program_id
    ), archived as (update plan set is_archived = true where plan_id = ${planId})
    select option_id as option, min(program_id) as program from own, sold group by option_id`);
  const { option, program } = rows[0]!;
  await portal.pool.query(`
    insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
      select plan_id, 'Приставка', '', '', 100 from service_user where user_id = ${other.userId};
    update service_user set plan_id = (select plan_id from service_user where user_id = ${other.userId})
      where user_id = ${client.userId};
    insert into user_option (user_id, option_id, status) select ${client.userId}, max(option_id), 'on' from plan_option;
    insert into user_program (user_id, program_id, status) values (${client.userId}, 2, 'on');
    insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
      select ${client.userId}, plan_id, '2027-01-01', 'planned', 'client', now() from service_user where user_id = ${ended.userId};
    update service_user set plan_id = ${planId}, state = 'closed', closed_on = '2026-11-01' where user_id = ${ended.userId};
    insert into user_option (user_id, option_id, status) values (${ended.userId}, ${option}, 'on');
    insert into user_program (user_id, program_id, status) values (${ended.userId}, ${program}, 'on')`);
  const listed = async () => (await run('prices', 'list')).said.split('\n').filter((line) => line.includes('в архиве'));
  const names = async () => (await listed()).map((line) => line.split('  ')[1]);
  expect(await names()).toEqual([]);
  const planned = (state: string) =>
    portal.pool.query(`update plan_change set plan_id = $1, state = $2`, [planId, state]);
  await planned('cancelled');
  expect(await names()).toEqual([]);
  await planned('planned');
  expect(await names()).toEqual(['Тест']);
  await planned('cancelled');
  await portal.pool.query(`update service_user set state = 'active', closed_on = null`);
  expect((await names()).toSorted()).toEqual(['Антивирус', 'Роутер', 'Тест']);
  await portal.pool.query(`update contract set state = 'closed', closed_on = '2026-11-01' where contract_id = 200003`);
  expect(await names()).toEqual([]);
});
