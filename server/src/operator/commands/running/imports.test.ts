import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { isRight } from '#server/domain/identity/credentials/password.ts';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { importDesk, DESK_TABLES, type ImportDesk } from '../../../../test/portal/import-desk.ts';

let { portal, folder, run, bring, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ portal, folder, run, bring, rows } = await importDesk());
});

const LOADED = `contracts.csv, строка 3: 79270000001 не записан: по нему входят в договор 7001. Абонент объединит договоры в кабинете
towns.csv: новых 1, уже были без изменений 0
streets.csv: новых 2, уже были без изменений 0
houses.csv: новых 2, уже были без изменений 0
plans.csv: новых 3, уже были без изменений 0
options.csv: новых 1, уже были без изменений 0
contracts.csv: новых 3, уже были без изменений 0
accounts.csv: новых 4, уже были без изменений 0
services.csv: новых 3, уже были без изменений 0
service-options.csv: новых 1, уже были без изменений 0
numbers.csv: новых 1, уже были без изменений 0
Остатки: 4 счёта, всего 900,50 ₽`;

test('subscribers of another billing system come with their balances, once, and the books are right', async () => {
  const checked = await bring('check', DESK_TABLES);
  expect(checked).toEqual({ code: 0, said: `${LOADED}\nОшибок нет, ничего не изменено. Принять: import load` });
  expect(await rows('select from town')).toEqual([]);

  const loaded = await bring('load', DESK_TABLES);
  expect(loaded).toEqual({
    code: 0,
    said: `${LOADED}\nПринято. Списания на паузе. Сверьте книги: ledger verify; прорепетируйте первую ночь: charge rehearse; начните: charge begin <день>`,
  });
  expect((await run('ledger', 'verify')).code).toBe(0);
  expect((await run('contract', 'balance', '7001')).said).toBe(
    'Интернет, счёт A-7001: 1 250,50 ₽\nТелефон, счёт T-7001: 0 ₽',
  );
  expect((await run('contract', 'balance', '7002')).said).toContain('−350 ₽, кредитный лимит 100 ₽');
  expect(await rows('select client_name_io, client_name_short, is_company from contract order by contract_id')).toEqual(
    [
      { client_name_io: 'Анна Сергеевна', client_name_short: 'Петрова А. С.', is_company: false },
      { client_name_io: 'Пётр Ильич', client_name_short: 'Сидоров П. И.', is_company: false },
      { client_name_io: 'ООО «Пекарня»', client_name_short: 'ООО «Пекарня»', is_company: true },
    ],
  );

  const again = await bring('load', DESK_TABLES);
  expect(again.code).toBe(0);
  expect(again.said).toContain('contracts.csv: новых 0, уже были без изменений 3');
  expect(again.said).not.toContain('Остатки');
  expect((await run('contract', 'balance', '7001')).said).toContain('1 250,50 ₽');
});

test('whoever came signs in with his former password, and sees his service', async () => {
  await bring('load', DESK_TABLES);
  const [kept] = await rows('select password_hash from credential where contract_id = 7001');
  expect(await isRight('anna-2020-lenina', String(kept?.['password_hash']))).toBe(true);
  expect(await rows('select kind, value, state from contact order by kind')).toEqual([
    { kind: 'email', value: 'anna@mail.example', state: 'active' },
    { kind: 'phone', value: '79270000001', state: 'active' },
  ]);
  const { body } = await portal.send(contract.user.list, {}, 7001);
  expect(JSON.stringify(body)).toContain('Интернет дома');
  expect(
    await rows(
      `select bound_mac::text, auto_auth from service_access a join service_user using (user_id) where login = 'anna'`,
    ),
  ).toEqual([{ bound_mac: '3c:7c:3f:00:12:aa', auto_auth: true }]);
});

test('what the former system has charged is not charged again, and a debtor stays off', async () => {
  await bring('load', DESK_TABLES);
  await chargeUpTo(portal.world, { until: '2026-11-21' as never });
  expect(
    await rows(`select account_no, -amount_kopecks as sum, t.day::text, text from ledger_entry join account using (account_id)
      join ledger_transaction t using (transaction_id) where t.kind = 'charge' and contract_id is not null order by t.day, account_no`),
  ).toEqual([
    // Ten of thirty days of November.
    { account_no: 'A-7003', sum: 20_000, day: '2026-11-21', text: 'Интернет «Сто»' },
  ]);
  expect(await rows(`select login, state, reason from service_user order by login`)).toEqual([
    { login: 'anna', state: 'active', reason: null },
    { login: 'bakery', state: 'active', reason: null },
    { login: 'petr', state: 'blocked', reason: 'debt' },
  ]);
  await chargeUpTo(portal.world, { until: '2026-12-01' as never });
  const december =
    await rows(`select account_no, -amount_kopecks as sum, text from ledger_entry join account using (account_id)
    where day = '2026-12-01' and amount_kopecks < 0 order by account_no, text`);
  expect(december).toEqual([
    { account_no: 'A-7001', sum: 15_000, text: 'Белый адрес' },
    { account_no: 'A-7001', sum: 60_000, text: 'Интернет «Сто»' },
    { account_no: 'A-7003', sum: 60_000, text: 'Интернет «Сто»' },
  ]);
  expect((await run('ledger', 'verify')).code).toBe(0);
});

test('with one wrong cell nothing is taken, and each is named by its file, line and column', async () => {
  const wrong = await bring('load', {
    ...DESK_TABLES,
    contracts: [
      ...DESK_TABLES.contracts,
      'семь;Иванов;;Вольск;Ленина;1;;32;31.02.2020;12;нет@;',
      '7004;Иванов;;Саратов;;1;;;01.02.2020;;;',
      '7005;Иванов;;Вольск;Советская;1;;;01.02.2020;;;',
      '7001;Петрова Анна Сергеевна;;Вольск;Ленина;1;4;;01.02.2020;;;',
    ],
    accounts: [
      ...DESK_TABLES.accounts,
      'A-7009;7009;интернет;10;',
      'B-7001;7001;интернет;x;',
      'C-7001;7001;интернет;1;',
    ],
    services: [
      ...DESK_TABLES.services,
      'new;7001;isg;Интернет;Двести;;01.02.2020;;;',
      'box@mail.example;7001;mail;Почта;Ящик;;01.02.2020;;;',
    ],
    'service-options': [...DESK_TABLES['service-options'], 'anna;Роутер;', 'nobody;Белый адрес;'],
  });
  expect(wrong).toEqual({
    code: 1,
    said: `contracts.csv, строка 3: 79270000001 не записан: по нему входят в договор 7001. Абонент объединит договоры в кабинете
contracts.csv, строка 5: договор: «семь»: нужно целое число от 1 до 999999999999999
contracts.csv, строка 5: расчётный день: «32»: нужно целое число от 1 до 31
contracts.csv, строка 5: заключён: «31.02.2020» — не день. День пишется так: 20.11.2026
contracts.csv, строка 5: телефон: «12» — не номер из одиннадцати цифр
contracts.csv, строка 5: почта: «нет@» — не адрес почты
contracts.csv, строка 6: города «Саратов» нет: добавьте его в towns.csv
contracts.csv, строка 7: улицы «Советская» в этом городе нет: добавьте её в streets.csv
contracts.csv, строка 8: то же самое, что в строке 2
accounts.csv, строка 6: договора 7009 нет: добавьте его в contracts.csv
accounts.csv, строка 7: остаток: «x» — не сумма. Сумма пишется так: 600,50
accounts.csv, строка 8: у договора уже есть счёт этого вида: A-7001
services.csv, строка 5: тарифа «Двести» (интернет) нет: добавьте его в plans.csv
services.csv, строка 6: домена почты «mail.example» нет: как его добавить, сказано в docs/mail.ru.md
service-options.csv, строка 3: у тарифа этой услуги нет опции «Роутер»
service-options.csv, строка 4: услуги с логином «nobody» нет: добавьте её в services.csv
Ошибок: 15. Ничего не принято: исправьте и повторите`,
  });
  expect(await rows('select from town')).toEqual([]);
});

test('what was taken otherwise before is refused, not changed', async () => {
  await bring('load', DESK_TABLES);
  const other = await bring('load', {
    plans: ['услуга;тариф;цена', 'интернет;Сто;700'],
    contracts: [DESK_TABLES.contracts[0] ?? '', '7001;Иванов Иван;;Вольск;Ленина;1;4;;01.02.2020;;;'],
    accounts: ['счёт;договор;вид;остаток', 'A-7003;7001;интернет;0'],
    numbers: ['номер;договор;тариф;с', '78459325511;7002;Городской;01.02.2020'],
  });
  expect(other).toEqual({
    code: 1,
    said: `plans.csv, строка 2: тариф уже есть с другой ценой: 600 ₽ за месяц. Оставьте её или назовите тариф иначе
contracts.csv, строка 2: такой договор уже есть у клиента Петрова Анна Сергеевна
accounts.csv, строка 2: такой счёт уже есть у договора 7003
numbers.csv, строка 2: номер уже есть у договора 7001
Ошибок: 4. Ничего не принято: исправьте и повторите`,
  });
});

test('a folder that lacks a column, or has a table of another name, is refused before anything is read', async () => {
  expect(await bring('load', { contracts: ['договор;клиент', '1;Иванов'] })).toEqual({
    code: 2,
    said: 'contracts.csv: В первой строке файла нет столбца «город»',
  });
  expect((await bring('load', { dogovory: ['x'] })).said).toContain(
    'Такой таблицы нет: dogovory.csv. Бывают towns.csv',
  );
  expect((await run('import', 'load', join(folder, 'none'))).said).toContain('Папка не открывается');
});

test('passwords stay out of the audit trail', async () => {
  await bring('load', { towns: DESK_TABLES.towns });
  expect(await rows('select call, input, outcome from operator_action')).toEqual([
    { call: 'import load', input: { tables: '•••' }, outcome: 'done' },
  ]);
});

const contractLine = (client: string, opened = '01.02.2020', password = '') =>
  `7009;${client};;Вольск;Ленина;1;9;1;${opened};;;${password}`;
const serviceLine = (state: string, opened: string, paid = '', mac = '') =>
  `late;7003;ethernet;Интернет;Сто;${state};${opened};${paid};${mac};`;

test.each<[keyof typeof DESK_TABLES, string, string]>([
  ['plans', 'constructor;Двести;600;;;;', 'услуга: «constructor» — такого нет'],
  ['plans', 'интернет;Двести;600;__proto__;;;', 'за: «__proto__» — такого нет'],
  ['contracts', '7009;Иванов;constructor;Вольск;Ленина;1;9;1;01.02.2020;;;', 'компания: «constructor» — такого нет'],
  ['contracts', contractLine('Иванов\u202eвонавИ'), 'клиент: внутри перенос строки или невидимый знак'],
  ['contracts', contractLine('"Иванов\nИван"'), 'клиент: внутри перенос строки или невидимый знак'],
  ['contracts', contractLine('Иванов', '01.02.2062'), 'заключён: 1 февраля 2062 ещё не наступило'],
  ['contracts', contractLine('Иванов', undefined, '$2y$10$abcdefghijklmnopqrstuv'), 'вид пароля: не заполнено'],
  [
    'contracts',
    contractLine('Иванов', undefined, `$argon2id$v=19$m=9999999,t=99,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`),
    'вид пароля: не заполнено',
  ],
  ['services', serviceLine('', '01.02.2062'), 'с: 1 февраля 2062 ещё не наступило'],
  ['services', serviceLine('', '01.02.2020', '30.11.2062'), 'оплачено по: дальше года вперёд'],
  ['services', serviceLine('', '01.02.2020', '', '3c-7c:3f-00:12-aa'), 'mac: «3c-7c:3f-00:12-aa» — не MAC'],
  ['service-options', 'anna;Белый адрес;30.11.2062', 'оплачено по: дальше года вперёд'],
  ['numbers', '8 845 932-55-12;7001;Городской;01.02.2062;', 'с: 1 февраля 2062 ещё не наступило'],
  ['towns', 'Саратов;;;fe80::1%eth0/64', 'сети: «fe80::1%eth0/64» — не сеть'],
])('in %s a row like %j is refused', async (table, line, reason) => {
  const rowsOfTable = table === 'service-options' ? DESK_TABLES[table].slice(0, 1) : DESK_TABLES[table];
  const { code, said } = await bring('check', { ...DESK_TABLES, [table]: [...rowsOfTable, line] });
  expect([code, said.split('\n').at(-1)]).toEqual([1, 'Ошибок: 1. Ничего не принято: исправьте и повторите']);
  expect(said).toContain(`${table}.csv, строка ${rowsOfTable.length + 1}: ${reason}`);
});

test('what is being connected may begin later; rows that only look alike are taken', async () => {
  const { code, said } = await bring('check', {
    ...DESK_TABLES,
    streets: [...DESK_TABLES.streets, 'Вольск;Мира/2;'],
    houses: [...DESK_TABLES.houses, 'Вольск;Мира/2;1;;', 'Вольск;Мира;2/1;;'],
    services: [...DESK_TABLES.services, serviceLine('подключается', '01.12.2026')],
  });
  expect([code, said]).toEqual([0, expect.stringContaining('houses.csv: новых 4, уже были без изменений 0')]);
});

test('of two loads at once the second one finds everything there', async () => {
  const first = await bring('check', DESK_TABLES);
  expect(first.code).toBe(0);
  const both = await Promise.all([run('import', 'load', folder), run('import', 'load', folder)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ said }) => said.includes('plans.csv: новых 0, уже были без изменений 3'))).toHaveLength(1);
  expect(await rows('select count(*)::int as plans from plan')).toEqual([{ plans: 3 }]);
});

test('lines that end with a carriage return alone are lines', async () => {
  await writeFile(join(folder, 'towns.csv'), 'город;основной\rВольск;да\r');
  expect((await run('import', 'check', folder)).said).toContain('towns.csv: новых 1, уже были без изменений 0');
});

test('of two columns of one name none is chosen; a cell as long as a book is named', async () => {
  const twice = { ...DESK_TABLES, streets: ['город;улица;Улица', 'Вольск;Ленина;Мира'] };
  expect(await bring('load', twice)).toEqual({
    code: 2,
    said: 'streets.csv: В первой строке файла столбец «улица» стоит дважды. Оставьте один',
  });
  const long = { ...DESK_TABLES, streets: [...DESK_TABLES.streets, `Вольск;${'я'.repeat(2001)};`] };
  expect(await bring('load', long)).toEqual({
    code: 2,
    said: 'streets.csv: Строка 4, улица: длиннее 2000 знаков',
  });
});

const HISTORY = [
  'счёт;операция;день;вид;сумма;за что;способ',
  'A-7001;17;05.09.2026;Платеж;1 000,00;;карта',
  'A-7001;18;01.10.2026;списание;600;Тариф «Сто» за октябрь;',
  'A-7001;19;03.10.2026;перерасчёт;50;Авария 2 октября;',
  'A-7001;20;20.10.2026;возврат;99,50;;',
  'A-7001;22;21.10.2026;перерасчёт;-10;Доначислено за сентябрь;',
  'A-7001;21;20.11.2026;платёж;500;Касса на Ленина;наличные',
  'A-7002;17;15.11.2026;списание;600;;',
];

test('the past comes with its account: the balance stays, and each month ends as it did', async () => {
  const tables = { ...DESK_TABLES, history: HISTORY };
  const checked = await bring('check', tables);
  expect(checked.said).toContain('history.csv: новых 7, уже были без изменений 0');
  const past = 'Прошлое: пополнено 1 400,50 ₽, списано с учётом перерасчётов 1 160 ₽';
  expect(checked.said).toContain(past);
  const loaded = await bring('load', tables);
  expect(loaded.code).toBe(0);
  expect(loaded.said).toContain(past);
  expect(loaded.said).toContain('Остатки: 4 счёта, всего 900,50 ₽');
  expect((await run('contract', 'balance', '7001')).said).toContain('1 250,50 ₽');
  expect((await run('contract', 'balance', '7002')).said).toContain('−350 ₽, кредитный лимит 100 ₽');
  expect((await run('ledger', 'verify')).code).toBe(0);
  const { body } = await portal.send(contract.internetAccount.statTotal, {}, 7001);
  expect(body.items.map(({ period, paid, charged, closing }) => [period, paid, charged, closing])).toEqual([
    ['2026-11', '500.00', '0.00', '1250.50'],
    // The money given back lowers what was paid, a recalculation what was charged: 600 less 50, and 10 more.
    ['2026-10', '-99.50', '560.00', '750.50'],
    ['2026-09', '1000.00', '0.00', '1410.00'],
    ['2026-08', '410.00', '0.00', '410.00'],
  ]);
  const lines = await portal.send(contract.internetAccount.statMovements, {}, 7001);
  expect(lines.body.items.map(({ day, text, amount, method }) => [day, text, amount, method])).toEqual([
    ['2026-11-20', 'Касса на Ленина', '500.00', 'cash'],
    ['2026-10-21', 'Доначислено за сентябрь', '-10.00', null],
    ['2026-10-20', 'Возврат', '-99.50', null],
    ['2026-10-03', 'Авария 2 октября', '50.00', null],
    ['2026-10-01', 'Тариф «Сто» за октябрь', '-600.00', null],
    ['2026-09-05', 'Платёж', '1000.00', 'card'],
    ['2026-08-31', 'Остаток на начало учёта', '410.00', null],
  ]);
  const charges = await portal.send(contract.internetAccount.statCharges, {}, 7001);
  expect(charges.body.items.map(({ text }) => text)).toEqual([
    'Доначислено за сентябрь',
    'Авария 2 октября',
    'Тариф «Сто» за октябрь',
  ]);
  expect(await rows(`select balance_kopecks from account where kind = 'revenue'`)).toEqual([]);

  const again = await bring('load', tables);
  expect(again.said).toContain('history.csv: новых 0, уже были без изменений 7');
  expect((await run('contract', 'balance', '7001')).said).toContain('1 250,50 ₽');
});

const [HEADER] = HISTORY;
const wrongRows: readonly [string, string][] = [
  ['A-7001;17;05.09.2026;платёж;-1000;;', 'сумма: без минуса, куда идут деньги, говорит вид'],
  ['A-7001;17;05.09.2026;платёж;0;;', 'сумма: ноль. Уберите строку'],
  ['A-7001;17;05.09.2026;платёж;много;;', 'сумма: «много» — не сумма. Сумма пишется так: 600,50'],
  ['A-7001;17;21.11.2026;платёж;1;;', 'день: ещё не наступил'],
  ['A-7001;17;31.02.2026;платёж;1;;', 'день: «31.02.2026» — не день. День пишется так: 20.11.2026'],
  ['A-7001;17;05.09.2026;бонус;1;;', 'вид: «бонус» — такого нет. Бывает: платёж, списание, возврат, перерасчёт'],
  ['A-7001;17;05.09.2026;списание;1;;карта', 'способ: бывает только у платежа и возврата'],
  ['A-7001;;05.09.2026;списание;1;;', 'операция: не заполнено'],
  ['A-9;17;05.09.2026;списание;1;;', 'счёта A-9 нет: добавьте его в accounts.csv'],
];

test.each(wrongRows)('of the past nothing is taken with «%s»', async (row, reason) => {
  const { code, said } = await bring('load', { ...DESK_TABLES, history: [HEADER!, row] });
  expect(code).toBe(1);
  expect(said).toContain(`history.csv, строка 2: ${reason}\n`);
  expect(await rows('select from account where contract_id is not null')).toEqual([]);
});

test('an open account has the past that it came with, and no other', async () => {
  await bring('load', { ...DESK_TABLES, history: HISTORY });
  const say = async (...lines: string[]) => (await bring('load', { history: [HEADER!, ...lines] })).said;
  expect(
    await say('A-7001;23;05.09.2026;платёж;1;;', 'A-7001;17;05.09.2026;платёж;999;;', 'A-7003;1;05.09.2026;платёж;1;;'),
  ).toBe(`history.csv, строка 2: счёт A-7001 уже открыт без этой строки: прошлое приходит вместе со счётом
history.csv, строка 3: под этим номером уже есть 1 000 ₽ за 5 сентября
history.csv, строка 4: счёт A-7003 уже открыт без этой строки: прошлое приходит вместе со счётом
Ошибок: 3. Ничего не принято: исправьте и повторите`);
  expect(await say('A-7001;17;05.09.2026;платёж;1000;;', 'A-7001;17;05.09.2026;платёж;1000;;')).toContain(
    'строка 3: то же самое, что в строке 2',
  );
  expect((await run('ledger', 'verify')).code).toBe(0);
});
