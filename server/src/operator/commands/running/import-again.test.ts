import { beforeEach, expect, test } from 'vitest';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { importDesk, DESK_TABLES, type ImportDesk, type Tables } from '../../../../test/portal/import-desk.ts';

// Tables that were loaded before come again, changed: each column changes, or is told with the reason why it stays.

let { portal, bring, run, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ portal, bring, run, rows } = await importDesk());
});

const HISTORY = ['счёт;операция;день;вид;сумма;за что;способ', 'A-7001;17;05.09.2026;платёж;1000;;карта'];
const MAIL = 'box@mail.example;7001;mail;Почта;Ящик;;01.02.2020;;;box-password';
const FIRST = { ...DESK_TABLES, history: HISTORY, services: [...DESK_TABLES.services, MAIL] };

/** The table with a part of one line replaced. */
const instead = (lines: readonly string[], was: string, will: string) => lines.map((line) => line.replace(was, will));

async function loadFirst() {
  await portal.pool.query(`insert into mail_domain (domain) values ('mail.example')`);
  expect(await bring('load', FIRST)).toMatchObject({ code: 0 });
}

const FILLED = ['town', 'town_phone', 'town_network', 'street', 'coverage', 'plan', 'mail_plan', 'plan_option']
  .concat(['contract', 'contact', 'credential', 'account', 'ledger_transaction', 'ledger_entry', 'service_user'])
  .concat(['service_access', 'service_secret', 'mailbox', 'user_option', 'phone_number', 'fee_charged']);

async function everything() {
  const found: unknown[] = [];
  for (const table of FILLED) found.push(await rows(`select * from ${table} t order by t::text`));
  return found;
}

const TOLD = `towns.csv, строка 2: изменено: телефон — «78459320000» → «78459320001»; сети — «10.1.0.0/16 10.2.7.0/24» → «10.2.7.0/24»; оставлено как было: основной — у нас «да», в таблице «нет» (основной город — настройка кабинета)
streets.csv, строка 3: изменено: район — пусто → «Север»
houses.csv, строка 2: изменено: готов — пусто → «01.12.2026»; мбит — «1000» → «500»
plans.csv, строка 2: изменено: мбит — «100» → «200»
plans.csv, строка 3: изменено: ящиков — «3» → «4»; оставлено как было: гигабайт — у нас «5», в таблице «7» (у выданных ящиков размер свой)
options.csv, строка 2: изменено: условия — пусто → «Один адрес на услугу»
contracts.csv, строка 2: изменено: улица — «Ленина» → «Мира»; дом — «1» → «2»; квартира — «4» → «5»; расчётный день — «1» → «15»; заключён — «01.02.2020» → «02.02.2020»; телефон — «79270000001» → «79270000009»; оставлено как было: почта — у нас «anna@mail.example», в таблице пусто (пустая ячейка контакт не убирает); пароль — другой (его меняет абонент)
contracts.csv, строка 4: оставлено как было: компания — у нас «да», в таблице «нет» (меняют в карточке договора)
accounts.csv, строка 2: изменено: остаток — «1 250,50 ₽» → «−99 ₽»
accounts.csv, строка 4: изменено: кредит — «100 ₽» → «50 ₽»
history.csv, строка 2: оставлено как было: за что — у нас «Платёж», в таблице «Касса» (таблицей не меняется); способ — у нас «карта», в таблице «наличные» (таблицей не меняется)
services.csv, строка 2: изменено: название — «Интернет дома» → «Интернет»; состояние — «работает» → «отключена»; с — «01.02.2020» → «03.02.2020»; оплачено по — «30.11.2026» → «25.11.2026»; mac — «3c:7c:3f:00:12:aa» → «3c:7c:3f:00:12:ab»; оставлено как было: пароль — другой (его меняют абонент и сотрудник)
services.csv, строка 3: изменено: состояние — «долг» → «работает»
services.csv, строка 4: изменено: тариф — «Сто» → «Двести»
services.csv, строка 5: оставлено как было: пароль — другой (его меняют абонент и сотрудник)
service-options.csv, строка 2: изменено: оплачено по — «30.11.2026» → «20.11.2026»
numbers.csv, строка 2: изменено: состояние — «работает» → «долг»; с — «01.02.2020» → «02.02.2020»
towns.csv: новых 0, уже были без изменений 0, меняются 1, расходятся 1
streets.csv: новых 0, уже были без изменений 1, меняются 1
houses.csv: новых 0, уже были без изменений 1, меняются 1
plans.csv: новых 1, уже были без изменений 1, меняются 2, расходятся 1
options.csv: новых 0, уже были без изменений 0, меняются 1
contracts.csv: новых 0, уже были без изменений 1, меняются 1, расходятся 2
accounts.csv: новых 0, уже были без изменений 2, меняются 2
history.csv: новых 0, уже были без изменений 0, расходятся 1
services.csv: новых 0, уже были без изменений 0, меняются 3, расходятся 2
service-options.csv: новых 0, уже были без изменений 0, меняются 1
numbers.csv: новых 0, уже были без изменений 0, меняются 1
Принято. Списания на паузе. Сверьте книги: ledger verify; прорепетируйте первую ночь: charge rehearse; начните: charge begin <день>`;

/** The tables of the former system some weeks later: all that may change has changed. */
const LATER: Tables = {
  towns: ['город;основной;телефон;сети', 'Вольск;нет;8 845 932-00-01;10.2.7.0/24'],
  streets: instead(DESK_TABLES.streets, 'Мира;', 'Мира;Север'),
  houses: instead(DESK_TABLES.houses, ';;1000', ';01.12.2026;500'),
  plans: [
    ...instead(instead(DESK_TABLES.plans, 'месяц;100', 'месяц;200'), ';5;3', ';7;4'),
    'интернет;Двести;700;месяц;200;;',
  ],
  options: ['услуга;тариф;опция;цена;условия', 'интернет;Сто;Белый адрес;150;"Один адрес\nна услугу"'],
  contracts: instead(
    instead(
      DESK_TABLES.contracts,
      'Ленина;1;4;;01.02.2020;8 927 000-00-01;Anna@mail.example;anna-2020-lenina',
      'Мира;2;5;15;02.02.2020;8 927 000-00-09;;another-password',
    ),
    'Пекарня»;да',
    'Пекарня»;нет',
  ),
  accounts: instead(instead(DESK_TABLES.accounts, '-350;100', '-350;50'), '1 250,50', '-99'),
  history: instead(HISTORY, ';;карта', ';Касса;наличные'),
  services: instead(
    instead(
      FIRST.services,
      'Интернет дома;Сто;;01.02.2020;30.11.2026;3C-7C-3F-00-12-AA;net-password',
      'Интернет;Сто;отключена;03.02.2020;25.11.2026;3c7c.3f00.12ab;other-net',
    ),
    'box-password',
    'other-box',
  ).map((line) => line.replace('Сто;долг;', 'Сто;;').replace('офис;Сто;', 'офис;Двести;')),
  'service-options': instead(DESK_TABLES['service-options'], '30.11', '20.11'),
  numbers: ['номер;договор;тариф;с;оплачено по;состояние', '8 845 932-55-11;7001;Городской;02.02.2020;20.11.2026;долг'],
};

/** The lines about columns, without those that stay. */
const changesIn = (said: string) =>
  said.split('\n').filter((line) => line.includes('измен') && line.includes(', строка'));

test('on hold each changed row is changed, by its columns, or is told why it stays; no password is told', async () => {
  await loadFirst();
  const before = await everything();
  const asked = await bring('check', LATER);
  expect(asked.said).toContain('contracts.csv, строка 2: изменится: улица — «Ленина» → «Мира»;');
  expect(await everything()).toEqual(before);

  expect(await bring('load', LATER)).toEqual({ code: 0, said: TOLD });
  expect(
    (
      await rows(`select house, flat, billing_day, s.name as street from contract join street s using (street_id)
    where contract_id = 7001`)
    )[0],
  ).toEqual({ house: '2', flat: '5', billing_day: 15, street: 'Мира' });
  expect(
    await rows(`select account_no, balance_kopecks::integer as balance, credit_limit_kopecks::integer as credit
    from account where contract_id is not null order by account_no`),
  ).toEqual([
    { account_no: 'A-7001', balance: -9900, credit: 0 },
    { account_no: 'A-7002', balance: -35_000, credit: 5000 },
    { account_no: 'A-7003', balance: 0, credit: 500_000 },
    { account_no: 'T-7001', balance: 0, credit: 0 },
  ]);
  expect(
    await rows(`select login, p.name as plan, state, reason, charged_until::text as paid, sold_id = plan_id as is_of_plan
    from service_user u join plan p using (plan_id)
    left join fee_charged f on f.account_id = u.account_id and f.what = u.user_id || ':plan'
    where login <> 'box@mail.example' order by login`),
  ).toEqual([
    { login: 'anna', plan: 'Сто', state: 'blocked', reason: 'operator', paid: '2026-11-26', is_of_plan: true },
    { login: 'bakery', plan: 'Двести', state: 'active', reason: null, paid: null, is_of_plan: null },
    { login: 'petr', plan: 'Сто', state: 'active', reason: null, paid: null, is_of_plan: null },
  ]);
  expect(
    await rows(`select account_no, debt_since is not null as owes from account
    where account_no in ('A-7002', 'T-7001') order by account_no`),
  ).toEqual([
    { account_no: 'A-7002', owes: false },
    { account_no: 'T-7001', owes: true },
  ]);
  expect((await run('ledger', 'verify')).code).toBe(0);

  const again = await bring('load', LATER);
  expect(changesIn(again.said)).toEqual([]);
  expect((await bring('load', FIRST)).said).toContain(
    'accounts.csv, строка 2: изменено: остаток — «−99 ₽» → «1 250,50 ₽»',
  );
  expect(await rows(`select balance_kopecks::integer as balance from account where account_no = 'A-7001'`)).toEqual([
    { balance: 125_050 },
  ]);
  expect((await run('ledger', 'verify')).code).toBe(0);
});

test('a balance that changes leaves the credit limit that was set here, or that the table does not name', async () => {
  await loadFirst();
  await portal.pool.query(`update account set credit_limit_kopecks = 77700 where account_no = 'A-7003'`);
  const without = DESK_TABLES.accounts.map((line) => line.split(';').slice(0, 4).join(';'));
  await bring('load', { accounts: instead(without, '-350', '-400') });
  await bring('load', { accounts: instead(DESK_TABLES.accounts, 'Интернет;0;', 'Интернет;-10;') });
  expect(
    await rows(`select account_no, balance_kopecks::integer as balance, credit_limit_kopecks::integer as credit
      from account where account_no in ('A-7002', 'A-7003') order by account_no`),
  ).toEqual([
    { account_no: 'A-7002', balance: -35_000, credit: 10_000 },
    { account_no: 'A-7003', balance: -1000, credit: 77_700 },
  ]);
});

test('a plan that changes takes its days with it, and ends the options of the former one', async () => {
  await loadFirst();
  const services = instead(FIRST.services, 'дома;Сто;', 'дома;Двести;');
  const plans = [...DESK_TABLES.plans, 'интернет;Двести;700;месяц;200;;'];
  expect((await bring('load', { plans, services })).said).toContain('изменено: тариф — «Сто» → «Двести»\n');
  expect(
    await rows(`select sold_id = (select plan_id from plan where name = 'Двести') as is_of_plan
    from fee_charged where what like '%:plan' and account_id = (select account_id from account where account_no = 'A-7001')`),
  ).toEqual([{ is_of_plan: true }]);
  expect(await rows('select * from user_option')).toEqual([]);
  expect(await rows(`select what from fee_charged where what like '%option%'`)).toEqual([]);
});

test('what only we have changed stays in silence; what both have changed is named and stays', async () => {
  await loadFirst();
  await portal.pool.query(`update contact set value = '79990000001' where contract_id = 7001 and kind = 'phone'`);
  await portal.pool.query(`update service_user set state = 'paused' where login = 'bakery'`);
  const silent = await bring('load', FIRST);
  expect(silent.said).not.toMatch(/изменено|оставлено/);

  const { said } = await bring('load', {
    contracts: instead(DESK_TABLES.contracts, '8 927 000-00-01;Anna', '8 927 000-00-09;Anna'),
    services: instead(FIRST.services, 'офис;Сто;;', 'офис;Сто;долг;'),
  });
  const why = 'изменили и у нас, и в таблице: решите, как верно';
  expect(said).toContain(`телефон — у нас «79990000001», в таблице «79270000009» (${why})`);
  expect(said).toContain(`состояние — у нас «приостановлена», в таблице «долг» (${why})`);
  // It is told until somebody decides.
  expect(
    (await bring('load', { contracts: instead(DESK_TABLES.contracts, '8 927 000-00-01;Anna', '8 927 000-00-09;Anna') }))
      .said,
  ).toContain(why);
  expect(await rows(`select value from contact where contract_id = 7001 and kind = 'phone'`)).toEqual([
    { value: '79990000001' },
  ]);
});

test('a contact that is the login of another contract is not given to a second one', async () => {
  await loadFirst();
  const { code, said } = await bring('load', {
    contracts: instead(DESK_TABLES.contracts, ';+7 927 000-00-01;', ';+7 927 000-00-01;Anna@mail.example').map((line) =>
      line.replace('Anna@mail.example;anna', 'petr@mail.example;anna'),
    ),
  });
  expect(code).toBe(0);
  expect(said).toContain('строка 2: изменено: почта — «anna@mail.example» → «petr@mail.example»');
  expect(said).toContain('почта — у нас пусто, в таблице «anna@mail.example» (по нему входят в договор 7001)');
  const again = await bring('load', {
    contracts: instead(DESK_TABLES.contracts, ';+7 927 000-00-01;', ';+7 927 000-00-01;Anna@mail.example').map((line) =>
      line.replace('Anna@mail.example;anna', 'petr@mail.example;anna'),
    ),
  });
  expect(again.said).toContain('строка 3: изменено: почта — пусто → «anna@mail.example»');
});

test('a row that somebody has added here stays as it is', async () => {
  await loadFirst();
  await portal.pool.query(`insert into street (town_id, name) select town_id, 'Новая' from town`);
  const { said } = await bring('load', { streets: ['город;улица;район', 'Вольск;Новая;Юг'] });
  expect(said).toContain('район — у нас пусто, в таблице «Юг» (строка появилась не из таблиц: меняйте здесь)');
});

test('once charging has begun, money, states and addresses stay; a balance is refused', async () => {
  await loadFirst();
  await chargeUpTo(portal.world, { until: '2026-12-01' as never });
  const { said } = await bring('load', {
    contracts: instead(DESK_TABLES.contracts, 'Ленина;1;4;', 'Мира;2;5;'),
    services: instead(FIRST.services, 'Интернет дома;Сто;;', 'Дома;Двести;отключена;'),
    streets: instead(DESK_TABLES.streets, 'Мира;', 'Мира;Север'),
  });
  expect(said).toContain('streets.csv, строка 3: изменено: район — пусто → «Север»');
  expect(said).toContain('дом — у нас «1», в таблице «2» (списания уже начаты: меняйте здесь)');
  expect(said).toContain('изменено: название — «Интернет дома» → «Дома»; оставлено как было: тариф — у нас «Сто»');
  expect(said).toContain('состояние — у нас «работает», в таблице «отключена» (списания уже начаты: меняйте здесь)');
  const refused = await bring('load', { accounts: instead(DESK_TABLES.accounts, '1 250,50', '99') });
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringContaining('счёт уже открыт с остатком 1 250,50 ₽; разницу проведите отдельно'),
  ]);
});

test('whole tables tell which rows they no longer have; nothing is deleted', async () => {
  await loadFirst();
  const { code, said } = await bring('diff', {
    contracts: DESK_TABLES.contracts.slice(0, 3),
    streets: DESK_TABLES.streets.slice(0, 2),
  });
  expect(code).toBe(0);
  expect(said).toContain('contracts.csv: больше нет 1 строки: 7003. У нас они остались: закройте лишнее сами');
  expect(said).toContain('streets.csv: больше нет 1 строки: Вольск · Мира. У нас они остались');
  expect((await bring('check', { contracts: DESK_TABLES.contracts.slice(0, 3) })).said).not.toContain('больше нет');
  expect(await rows('select contract_id from contract where contract_id = 7003')).toHaveLength(1);
});

test('passwords are not remembered with the rows', async () => {
  await loadFirst();
  const kept = JSON.stringify(await rows('select cells from import_row'));
  expect(kept).toContain('Anna@mail.example');
  for (const secret of ['anna-2020-lenina', 'net-password', 'box-password']) expect(kept).not.toContain(secret);
});

test('the same tables differ in nothing, however the cells are written and whatever the portal has done since', async () => {
  await loadFirst();
  await chargeUpTo(portal.world, { until: '2026-12-01' as never });
  const { code, said } = await bring('load', {
    ...FIRST,
    services: instead(FIRST.services, '3C-7C-3F-00-12-AA', '3c7c.3f00.12aa'),
    towns: instead(DESK_TABLES.towns, '10.1.0.0/16 10.2.7.9/24', '10.2.7.0/24, 10.1.0.0/16'),
  });
  expect([code, said.split('\n').filter((line) => !/уже были без изменений \d+$/.test(line))]).toEqual([
    0,
    ['Принято. Сверьте книги: ledger verify; передайте услуги сети: network check'],
  ]);
});

test('a column that the file lacks, and an empty password, say nothing', async () => {
  await loadFirst();
  const { code, said } = await bring('check', {
    plans: ['услуга;тариф;цена', 'интернет;Сто;600'],
    contracts: ['договор;клиент;город;дом;заключён;пароль', '7001;Петрова Анна Сергеевна;Вольск;1;01.02.2020;'],
    services: ['логин;договор;вид;название;тариф;с', 'anna;7001;isg;Интернет дома;Сто;01.02.2020'],
  });
  expect([code, said]).toEqual([0, expect.not.stringContaining('оставлено')]);
});

test('a hash is compared with the hash that came, not with one of the same password that a sign-in has made', async () => {
  const contracts = (password: string) => [
    DESK_TABLES.contracts[0]!,
    `7001;Петрова;;Вольск;;1;;;01.02.2020;;;${password}`,
  ];
  const former = (await hashPassword('anna-2020-lenina')).replace('t=2', 't=3');
  await bring('load', { towns: DESK_TABLES.towns, contracts: contracts(former) });
  expect((await bring('check', { contracts: contracts(former) })).said).toContain('без изменений 1');
  expect((await bring('check', { contracts: contracts(former.replace('t=3', 't=4')) })).said).toContain(
    'пароль — другой',
  );
  await portal.pool.query('update credential set password_hash = $1', [await hashPassword('anna-2020-lenina')]);
  expect((await bring('check', { contracts: contracts(former) })).said).toContain('без изменений 1');
  expect((await bring('check', { contracts: contracts('anna-2020-lenina;открытый') })).said).toContain(
    'без изменений 1',
  );
  expect((await bring('check', { contracts: contracts('wrong-password;открытый') })).said).toContain('пароль — другой');
});
