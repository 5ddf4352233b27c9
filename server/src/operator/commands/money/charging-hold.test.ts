import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { contract } from '@kabinet/contract';
import type { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { crontab } from '../../../jobs.ts';
import { runCommand } from '../../operator.ts';

// A town of forty contracts comes from another billing system, in the afternoon of 20 November 2026.

const MINUTE = 60_000;
const numbers = Array.from({ length: 40 }, (_, index) => 7001 + index);

/** Most have nothing, every eighth has money, every tenth was switched off for debt before; a company may owe. */
const isRich = (id: number) => id % 8 === 0;
const isDebtor = (id: number) => id % 10 === 3;
const isCompany = (id: number) => id % 20 === 5;

const TABLES = {
  towns: ['город;основной', 'Вольск;да'],
  streets: ['город;улица', 'Вольск;Ленина'],
  plans: [
    'услуга;тариф;цена;за;мбит',
    'интернет;Сто;600;месяц;100',
    'тв;Домашний;240;месяц;',
    'телефон;Городской;10;день;',
  ],
  contracts: [
    'договор;клиент;компания;город;улица;дом;расчётный день;заключён;телефон;почта',
    ...numbers.map(
      (id) =>
        `${id};Абонент ${id};${isCompany(id) ? 'да' : ''};Вольск;Ленина;${id};1;01.02.2020;${id % 2 === 0 ? `8 927 000-${String(id).slice(0, 2)}-${String(id).slice(2)}` : ''};${id % 3 === 0 ? `a${id}@mail.example` : ''}`,
    ),
  ],
  accounts: [
    'счёт;договор;вид;остаток;кредит',
    ...numbers.map((id) => `A-${id};${id};интернет;${isRich(id) ? '2000' : '0'};${isCompany(id) ? '5000' : ''}`),
    'T-7001;7001;телефон;3;',
    'T-7002;7002;телефон;30;',
  ],
  services: [
    'логин;договор;вид;название;тариф;состояние;с;оплачено по',
    ...numbers.map((id) => `u${id};${id};ethernet;Интернет;Сто;${isDebtor(id) ? 'долг' : ''};01.02.2020;`),
    ...numbers.filter(isRich).map((id) => `tv${id};${id};tv;Телевизор;Домашний;;01.02.2020;30.11.2026`),
  ],
  numbers: [
    'номер;договор;тариф;с',
    '8 845 932-55-11;7001;Городской;01.02.2020',
    '8 845 932-55-12;7002;Городской;01.02.2020',
  ],
};

type Night = z.input<typeof operatorContract.charging.rehearse.result>;

let portal: TestPortal;
let folder: string;

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  folder = await mkdtemp(join(tmpdir(), 'kabinet-town-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, lines] of Object.entries(TABLES)) await writeFile(join(folder, `${name}.csv`), lines.join('\n'));
  expect((await run('import', 'load', folder)).code).toBe(0);
});

async function run(...line: string[]) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
  const code = await runCommand(() => Promise.resolve({ ...portal.world, agents: [] }), line, say);
  return { code, said: said.join('\n') };
}

const rehearsed = async (...day: string[]) =>
  JSON.parse((await run('charge', 'rehearse', ...day, '--json')).said) as Night;

const rows = async (query: string) => (await portal.pool.query<Record<string, unknown>>(query)).rows;

/** Everything that charges, switch-offs, messages and orders leave behind. */
const traces = () =>
  rows(`select
    (select jsonb_agg(t order by transaction_id) from ledger_transaction t) as ledger,
    (select jsonb_agg(m order by message_id) from message m) as messages,
    (select jsonb_agg(e order by effect_id) from outbox_effect e) as effects,
    (select jsonb_agg(u order by user_id) from service_user u) as services,
    (select jsonb_agg(n order by phone_number) from phone_number n) as numbers,
    (select jsonb_agg(a order by account_id) from account a) as accounts,
    (select jsonb_agg(r order by day) from charge_run r) as runs`);

/** Runs each of these tasks of the schedule, as the worker does when its minute has come. */
async function runTasks(tasks: readonly string[]) {
  for (const task of tasks) await portal.pool.query(`select graphile_worker.add_job($1, '{}', job_key => $1)`, [task]);
  await portal.work();
}

/** One client pays by himself, one has agreed to a text that is changed since. */
async function agreements() {
  await portal.pool.query(
    `with said as (
       insert into consent_text (name, version, title, text, text_hash, first_used_at)
       values ('marketing', 'former', 'Новости', 'Согласен', '\\x00', now()) returning consent_text_id
     ), agreed as (
       insert into consent_decision (contract_id, consent_text_id, name, is_given, decided_at, session_id, ip, browser)
       select 7006, consent_text_id, 'marketing', true, now(), 's', '127.0.0.1', 'b' from said
     )
     insert into autopayment (autopayment_id, account_id, acquirer, state, days_ahead, ceiling_kopecks, subscription_id, created_at,
       connected_at, expires_at)
     select gen_random_uuid(), account_id, 'sandbox', 'active', 3, 150000, 's', now(), now(), '2030-01-01'
     from account where account_no = 'A-7004'`,
  );
  // One has talked in October, which is not charged yet.
  await portal.pool.query(
    `insert into call_month (phone_number, period, amount_kopecks) select phone_number, '2026-10', 500 from phone_number
     where phone_number like '%12'`,
  );
}

const TASKS = crontab.map(({ task }) => task);

async function tenMinutes() {
  for (let minute = 0; minute <= 10; minute += 5) {
    await runTasks(TASKS);
    portal.clock.advance(5 * MINUTE);
  }
}

test('a town that has come is left alone, then rehearsed, then begun: the first night does what the rehearsal has told', async () => {
  await agreements();
  const loaded = await traces();
  await tenMinutes();
  expect(await traces()).toEqual(loaded);

  const night = await rehearsed();
  expect(await traces()).toEqual(loaded);
  expect(night).toMatchObject({ first_day: '2026-11-21', failed: [] });
  // Ten of thirty days: five with money and two companies pay, the others cannot; four of them are off already.
  expect(night.charged).toEqual([
    { kind: 'charge', text: 'Интернет «Сто»', count: 7, sum: '1400.00' },
    { kind: 'charge', text: 'Телефон «Городской»', count: 1, sum: '10.00' },
    { kind: 'charge', text: 'Разговоры за октябрь, номер 32-55-12', count: 1, sum: '5.00' },
  ]);
  expect(
    night.messages.map(({ notice, example: { contract_id: id }, ways }) => [
      notice,
      id,
      ...ways.map(({ count }) => count),
    ]),
  ).toEqual([
    ['debt.services_off', 7001, 30, 15, 9],
    ['autopayment.announced', 7004, 1, 1],
    ['debt.money_low', 7002, 1, 1, 1],
    ['consent.asked', 7006, 1],
  ]);
  expect(night.switched_off).toHaveLength(30);
  expect(night.switched_off).toContainEqual(expect.objectContaining({ account_no: 'T-7001', missing: '7.00' }));
  expect(night.switched_on).toEqual([]);
  const { said } = await run('charge', 'rehearse');
  expect(said).toContain(
    'Отключит за долг 30 услуг, договоров — 29:\n  договор 7001, счёт A-7001, Интернет: не хватает 200 ₽',
  );
  expect(said).toMatch(/debt\.services_off: в кабинете — \d+, SMS — \d+, письма — \d+\n {4}например, договору 7001: «/);

  expect((await run('charge', 'begin', '21.11.2026')).said).toMatch(
    /^Списания начнутся с 21 ноября 2026\nДо этого дня ничего/,
  );
  await tenMinutes();
  expect(await traces()).toEqual(loaded);

  portal.clock.set(new Date('2026-11-20T20:05:00Z'));
  await runTasks(['charge']);
  await runTasks(TASKS.filter((task) => task !== 'check_network'));
  expect(
    await rows(`select t.kind, e.text, count(*)::int as count, to_char(-sum(amount_kopecks) / 100, 'FM9990.00') as sum
      from ledger_entry e join ledger_transaction t using (transaction_id) join account a using (account_id)
      where t.kind in ('charge', 'correction') and a.contract_id is not null group by 1, 2 order by sum(amount_kopecks)`),
  ).toEqual(night.charged);
  expect(
    await rows(`select contract_id::int, account_no, name from (
        select account_id, name from service_user where reason = 'debt' and login not in (select 'u' || g from generate_series(7003, 7040, 10) g)
        union all select account_id, phone_number from phone_number where reason = 'debt') off
      join account using (account_id) order by contract_id, account_no, name`),
  ).toEqual(night.switched_off.map(({ missing: _, ...one }) => one));
  const messages = await rows(`select 'portal' as way, count(*)::int as count from message
    union all select split_part(kind, '.', 1), count(*)::int from outbox_effect where kind in ('sms.send', 'mail.send') group by kind`);
  const told = Map.groupBy(
    night.messages.flatMap(({ ways }) => ways),
    ({ way }) => way,
  );
  expect(Object.fromEntries(messages.map(({ way, count }) => [way, count]))).toEqual(
    Object.fromEntries([...told].map(([way, some]) => [way, some.reduce((sum, { count }) => sum + count, 0)])),
  );
  expect(await rows(`select count(*)::int as orders from outbox_effect where kind = 'service.provision'`)).toEqual([
    { orders: night.network_orders },
  ]);
  expect((await run('ledger', 'verify')).code).toBe(0);
});

test('the first night is compared with the charges of the former system, account by account', async () => {
  const file = join(folder, 'former.csv');
  const compared = async (...lines: string[]) => {
    await writeFile(file, ['Счёт;Сумма', ...lines].join('\n'));
    return run('charge', 'rehearse', '2026-11-21', file);
  };
  // Whoever has money or may owe; the others are switched off, and a town that differs in nothing is told so.
  const charged = numbers.filter((id) => isRich(id) || isCompany(id)).map((id) => `A-${id};200`);
  const same = await compared(...charged, 'T-7002;10', 'A-7001;0');
  expect(same.said).toContain(
    'Прежняя система за эти дни: 1 410 ₽, кабинет: 1 410 ₽\nРасхождений нет, сверено счетов: 9',
  );
  expect(same.code).toBe(0);

  const [first = '', ...others] = charged;
  const other = await compared(...others, 'A-7003;150', 'A-7003;50,50', 'T-7002;10,01', 'A-1;5', 'A-7004;много');
  expect(other.said).toContain(`Прежняя система за эти дни: 1 410,51 ₽, кабинет: 1 410 ₽
Суммы расходятся у 3 счетов, сходятся у 7 счетов:
  договор 7003, счёт A-7003: в кабинете 0 ₽, в прежней системе 200,50 ₽
  договор ${first.slice(2, 6)}, счёт ${first.slice(0, 6)}: в кабинете 200 ₽, в прежней системе 0 ₽
  договор 7002, счёт T-7002: в кабинете 10 ₽, в прежней системе 10,01 ₽
  строка 11 не учтена: счёта A-1 в кабинете нет
  строка 12 не учтена: это не сумма: много`);
  expect(other.code).toBe(1);
  expect(await rows('select count(*)::int as charges from charge_run')).toEqual([{ charges: 0 }]);
});

test('until it is begun charging is refused, and told where an operator looks', async () => {
  expect(await run('charge', 'run')).toEqual({
    code: 1,
    said: 'Списания на паузе: сначала назначьте первый день командой charge begin',
  });
  expect((await run('charge', 'status')).said).toMatch(/^Списания на паузе: само ничего не спишется/);
  await run('charge', 'begin', '2026-12-01');
  expect((await run('charge', 'run')).said).toContain('Списания на паузе до 1 декабря 2026');
  expect((await run('charge', 'status')).said).toMatch(/^Списания на паузе до 1 декабря 2026/);
});

test('the first day is a near one, may be moved until it has come, and is named again without harm', async () => {
  for (const day of ['2026-11-12', '2027-01-22']) {
    expect(await run('charge', 'begin', day)).toEqual({
      code: 2,
      said: 'Первым днём может быть день с 13 ноября 2026 по 21 января 2027',
    });
  }
  await run('charge', 'begin', '2026-12-01');
  await chargeUpTo(portal.world);
  expect((await run('charge', 'begin', '2026-11-22')).said).toContain(
    'Начало перенесено с 1 декабря 2026 на 22 ноября 2026',
  );
  expect((await run('charge', 'begin', '2026-11-22')).said).toContain('уже назначено, ничего не изменилось');
  // Only one account has anything to pay for.
  await portal.pool.query(`delete from phone_number`);
  await portal.pool.query(
    `update service_user set state = 'closed', reason = null, closed_on = '2026-11-20' where login <> 'u7001'`,
  );
  expect(await rehearsed()).toMatchObject({
    first_day: '2026-11-22',
    switched_off: [{ account_no: 'A-7001', missing: '180.00' }],
  });
  portal.clock.set(new Date('2026-11-21T20:00:00Z'));
  expect(await run('charge', 'begin', '2026-12-01')).toEqual({
    code: 1,
    said: 'Списания уже начаты с 22 ноября 2026, этого не изменить',
  });
  expect((await run('charge', 'rehearse')).code).toBe(1);
  expect(
    await rows(`select input->>'day' as day, outcome from operator_action where call = 'charge begin' order by 1, 2`),
  ).toEqual([
    { day: '2026-11-12', outcome: 'refused' },
    { day: '2026-11-22', outcome: 'done' },
    { day: '2026-11-22', outcome: 'done' },
    { day: '2026-12-01', outcome: 'done' },
    { day: '2026-12-01', outcome: 'refused' },
    { day: '2027-01-22', outcome: 'refused' },
  ]);
});

test('days from the first one on are charged, also those that a late start has missed, and none before it', async () => {
  // A charge of this key is there already: its account is at fault, and stops no other.
  await portal.pool.query(
    `insert into ledger_transaction (kind, reference, day, happened_at)
     select 'charge', 'charge:' || user_id || ':plan:2026-11-19', '2026-11-19', now() from service_user where login = 'u7008'`,
  );
  expect(await rehearsed('2026-11-19')).toMatchObject({
    charged: [
      { kind: 'charge', text: 'Интернет «Сто»', count: 6, sum: '1440.00' },
      { kind: 'charge', text: 'Телефон «Городской»', count: 2, sum: '20.00' },
    ],
    failed: [{ account_no: 'A-7008', error: expect.stringContaining('ledger_transaction') as string }],
  });
  await run('charge', 'begin', '2026-11-19');
  expect((await run('charge', 'status')).said).toMatch(/^Списаний ещё не было/);
  await runTasks(['charge']);
  expect(await rows('select day::text from charge_run where finished_at is not null order by day')).toEqual([
    { day: '2026-11-19' },
    { day: '2026-11-20' },
  ]);
  expect(
    await rows('select distinct min(service_from)::text as first from ledger_entry where service_from is not null'),
  ).toEqual([{ first: '2026-11-19' }]);
});

test('on hold a payment is credited and brings services back, a change costs nothing yet, and no charge is promised before the first day', async () => {
  const account = async (id: number) => (await portal.send(contract.internetAccount.get, {}, id)).body;
  const ahead = async (id: number) => {
    const { body } = await portal.send(contract.calendar.get, { query: { days: 60 } }, id);
    return body.entries.filter(({ kind }) => kind === 'charge').map(({ day, amount }) => [day, amount]);
  };
  expect(await account(7001)).toMatchObject({ upcoming: [], days_left: null, blocked: false });
  expect(await account(7003)).toMatchObject({ blocked: true });
  expect(await ahead(7008)).toEqual([]);

  await run('charge', 'begin', '2026-11-26');
  expect(await account(7001)).toMatchObject({
    days_left: 6,
    lasts_until: '2026-11-26',
    upcoming: [{ amount: '100.00', missing: '100.00' }],
  });
  expect(await ahead(7008)).toEqual([
    ['2026-11-26', '-100.00'],
    ['2026-12-01', '-840.00'],
    ['2027-01-01', '-840.00'],
  ]);

  await run('payment', 'post', 'A-7003', '150', '1', 'Наличные');
  expect(await account(7003)).toMatchObject({ balance: '150.00', blocked: false, lasts_until: '2026-12-01' });
  expect(await rows(`select state from service_user where login = 'u7003'`)).toEqual([{ state: 'active' }]);

  await portal.pool.query(
    `insert into plan (service_kind, name, summary, price_kopecks, unit, speed_mbit) values ('internet', 'Двести', '', 90000, 'month', 200)`,
  );
  const [service] = await rows(`select user_id::int, plan_id from service_user where login = 'u7008'`);
  const [plan] = await rows(`select plan_id from plan where name = 'Двести'`);
  const body = { user_id: Number(service?.['user_id']), plan_id: Number(plan?.['plan_id']), when: 'now' as const };
  const told = await portal.send(contract.plan.preview, { body }, 7008);
  expect(told.body).toMatchObject({ charge_now: '0.00', charge_next: { day: '2026-11-26', amount: '150.00' } });
  expect(await rows(`select from ledger_transaction where kind = 'charge'`)).toEqual([]);
});
