import { beforeEach, expect, test } from 'vitest';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { importDesk, DESK_TABLES, type ImportDesk, type Tables } from '../../../../test/portal/import-desk.ts';

// Tables that were loaded before come again, changed: what differs is told by the row, and nothing is changed.

let { portal, bring, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ portal, bring, rows } = await importDesk());
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

const TOLD = `contracts.csv, строка 3: 79270000001 не записан: по нему входят в договор 7001. Абонент объединит договоры в кабинете
towns.csv, строка 2: уже есть, оставлено как было: основной — у нас «да», в таблице «нет»; телефон — у нас «78459320000», в таблице «78459320001»; сети — у нас «10.1.0.0/16 10.2.7.0/24», в таблице «10.2.7.0/24»
streets.csv, строка 3: уже есть, оставлено как было: район — у нас пусто, в таблице «Север»
houses.csv, строка 2: уже есть, оставлено как было: готов — у нас пусто, в таблице «01.12.2026»; мбит — у нас «1000», в таблице «500»
plans.csv, строка 2: уже есть, оставлено как было: мбит — у нас «100», в таблице «200»
plans.csv, строка 3: уже есть, оставлено как было: гигабайт — у нас «5», в таблице «7»; ящиков — у нас «3», в таблице «4»
options.csv, строка 2: уже есть, оставлено как было: условия — у нас пусто, в таблице «Один адрес на услугу»
contracts.csv, строка 2: уже есть, оставлено как было: улица — у нас «Ленина», в таблице «Мира»; дом — у нас «1», в таблице «2»; квартира — у нас «4», в таблице «5»; расчётный день — у нас «1», в таблице «15»; заключён — у нас «01.02.2020», в таблице «02.02.2020»; телефон — у нас «79270000001», в таблице «79270000009»; почта — у нас «anna@mail.example», в таблице пусто; пароль — другой
contracts.csv, строка 4: уже есть, оставлено как было: компания — у нас «да», в таблице «нет»
accounts.csv, строка 4: уже есть, оставлено как было: кредит — у нас «100 ₽», в таблице «50 ₽»
history.csv, строка 2: уже есть, оставлено как было: за что — у нас «Платёж», в таблице «Касса»; способ — у нас «карта», в таблице «наличные»
services.csv, строка 2: уже есть, оставлено как было: название — у нас «Интернет дома», в таблице «Интернет»; состояние — у нас «работает», в таблице «отключена»; с — у нас «01.02.2020», в таблице «03.02.2020»; оплачено по — у нас «30.11.2026», в таблице пусто; mac — у нас «3c:7c:3f:00:12:aa», в таблице «3c:7c:3f:00:12:ab»; пароль — другой
services.csv, строка 5: уже есть, оставлено как было: пароль — другой
service-options.csv, строка 2: уже есть, оставлено как было: оплачено по — у нас «30.11.2026», в таблице «20.11.2026»
numbers.csv, строка 2: уже есть, оставлено как было: состояние — у нас «работает», в таблице «долг»; с — у нас «01.02.2020», в таблице «02.02.2020»
towns.csv: новых 0, уже были без изменений 0, отличаются 1
streets.csv: новых 0, уже были без изменений 1, отличаются 1
houses.csv: новых 0, уже были без изменений 1, отличаются 1
plans.csv: новых 0, уже были без изменений 1, отличаются 2
options.csv: новых 0, уже были без изменений 0, отличаются 1
contracts.csv: новых 0, уже были без изменений 1, отличаются 2
accounts.csv: новых 0, уже были без изменений 3, отличаются 1
history.csv: новых 0, уже были без изменений 0, отличаются 1
services.csv: новых 0, уже были без изменений 2, отличаются 2
service-options.csv: новых 0, уже были без изменений 0, отличаются 1
numbers.csv: новых 0, уже были без изменений 0, отличаются 1
Принято. Списания на паузе. Сверьте книги: ledger verify; прорепетируйте первую ночь: charge rehearse; начните: charge begin <день>`;

test('each changed row names its columns, with ours and theirs, but no password; nothing is changed', async () => {
  await loadFirst();
  const before = await everything();
  const changed: Tables = {
    towns: ['город;основной;телефон;сети', 'Вольск;нет;8 845 932-00-01;10.2.7.0/24'],
    streets: instead(DESK_TABLES.streets, 'Мира;', 'Мира;Север'),
    houses: instead(DESK_TABLES.houses, ';;1000', ';01.12.2026;500'),
    plans: instead(instead(DESK_TABLES.plans, 'месяц;100', 'месяц;200'), ';5;3', ';7;4'),
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
    accounts: instead(DESK_TABLES.accounts, '-350;100', '-350;50'),
    history: instead(HISTORY, ';;карта', ';Касса;наличные'),
    services: instead(
      instead(
        FIRST.services,
        'Интернет дома;Сто;;01.02.2020;30.11.2026;3C-7C-3F-00-12-AA;net-password',
        'Интернет;Сто;отключена;03.02.2020;;3c7c.3f00.12ab;other-net',
      ),
      'box-password',
      'other-box',
    ),
    'service-options': instead(DESK_TABLES['service-options'], '30.11', '20.11'),
    numbers: [
      'номер;договор;тариф;с;оплачено по;состояние',
      '8 845 932-55-11;7001;Городской;02.02.2020;20.11.2026;долг',
    ],
  };
  const again = await bring('load', changed);
  expect(again).toEqual({ code: 0, said: TOLD });
  expect(await everything()).toEqual(before);
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
    [
      'contracts.csv, строка 3: 79270000001 не записан: по нему входят в договор 7001. Абонент объединит договоры в кабинете',
      'Принято. Сверьте книги: ledger verify; передайте услуги сети: network check',
    ],
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
  expect((await bring('check', { contracts: contracts('anna-2020-lenina') })).said).toContain('без изменений 1');
  expect((await bring('check', { contracts: contracts('wrong-password') })).said).toContain('пароль — другой');
});
