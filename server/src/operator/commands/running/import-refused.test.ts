import { beforeEach, expect, test } from 'vitest';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { deleteStale } from '#server/jobs/clean-up.queries.ts';
import { importDesk, DESK_TABLES, type ImportDesk } from '../../../../test/portal/import-desk.ts';

// What is refused with what, contracts that have ended, and what is forgotten.

let { portal, bring, run, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ portal, bring, run, rows } = await importDesk());
});

const errorsIn = (said: string) => said.split('\n').filter((line) => !line.includes('не записан'));

test('a bad contract is told once, with how many rows are refused because of it', async () => {
  const contracts = DESK_TABLES.contracts.map((line) =>
    line.replace('7001;Петрова Анна Сергеевна;;Вольск;Ленина', '7001;Петрова;;Вольск;Советская'),
  );
  const history = [
    'счёт;операция;день;вид;сумма',
    'A-7001;1;05.09.2026;платёж;1000',
    'A-7001;2;05.10.2026;платёж;1000',
  ];
  const ownPrices = ['договор;услуга;цена;причина', '7001;anna;500;просил'];
  const { code, said } = await bring('check', { ...DESK_TABLES, contracts, history, 'own-prices': ownPrices });
  // Two accounts, two lines, a service with its option and its price, and a number.
  expect([code, errorsIn(said)]).toEqual([
    1,
    [
      'contracts.csv, строка 2: улицы «Советская» в этом городе нет: добавьте её в streets.csv (и ещё 8 строк из-за этого)',
      'Ошибок: 1. Ничего не принято: исправьте и повторите',
    ],
  ]);
});

test('a cell that cannot be read, and rows of what no table has, are told once each', async () => {
  const contracts = DESK_TABLES.contracts.map((line) => line.replace('01.02.2020;8 927', '31.02.2020;8 927'));
  const services = [
    ...DESK_TABLES.services,
    'one;7055;ethernet;Интернет;Сто;;01.02.2020;;;',
    'two;7055;ethernet;Интернет;Сто;;01.02.2020;;;',
    'three;7003;ethernet;Интернет;Тысяча;;01.02.2020;;;',
    'four;7003;ethernet;Интернет;Тысяча;;01.02.2020;;;',
  ];
  const { said } = await bring('check', { ...DESK_TABLES, contracts, services });
  expect(errorsIn(said)).toEqual([
    'contracts.csv, строка 2: заключён: «31.02.2020» — не день. День пишется так: 20.11.2026 (и ещё 5 строк из-за этого)',
    'services.csv, строка 5: у договора 7055 нет счёта вида «интернет»: добавьте его в accounts.csv (и ещё 1 строка из-за этого)',
    'services.csv, строка 7: тарифа «Тысяча» (интернет) нет: добавьте его в plans.csv (и ещё 1 строка из-за этого)',
    'Ошибок: 3. Ничего не принято: исправьте и повторите',
  ]);
});

const CLOSED = {
  ...DESK_TABLES,
  contracts: [
    'договор;клиент;город;дом;заключён;расторгнут',
    '7001;Петрова Анна Сергеевна;Вольск;1;01.02.2020;',
    '7004;Орлов Иван;Вольск;1;01.02.2018;30.06.2026',
    '7005;Орлова Мария;Вольск;1;01.02.2018;01.07.2026',
  ],
  accounts: [
    'счёт;договор;вид;остаток',
    'A-7001;7001;интернет;0',
    'A-7004;7004;интернет;-350,00',
    'A-7005;7005;интернет;120,50',
  ],
  services: ['логин;договор;вид;название;тариф;с', 'anna;7001;isg;Интернет;Сто;01.02.2020'],
  'service-options': ['логин;опция'],
  numbers: ['номер;договор;тариф;с'],
};

test('a contract that has ended comes with its day and its last balance, is found, and is charged nothing', async () => {
  expect(await bring('load', CLOSED)).toMatchObject({ code: 0 });
  expect((await bring('load', CLOSED)).said).toContain('contracts.csv: новых 0, уже были без изменений 3\n');
  expect(
    await rows(
      `select contract_id::integer as id, state, closed_on::text from contract where state = 'closed' order by 1`,
    ),
  ).toEqual([
    { id: 7004, state: 'closed', closed_on: '2026-06-30' },
    { id: 7005, state: 'closed', closed_on: '2026-07-01' },
  ]);
  expect((await run('search', 'Орлов')).said).toContain('7004');
  await chargeUpTo(portal.world, { until: '2026-12-02' as never });
  expect(
    await rows(`select account_no, balance_kopecks::integer as balance, debt_since from account
      where account_no in ('A-7004', 'A-7005') order by 1`),
  ).toEqual([
    { account_no: 'A-7004', balance: -35_000, debt_since: null },
    { account_no: 'A-7005', balance: 12_050, debt_since: null },
  ]);
  expect(await rows('select 1 from message where contract_id in (7004, 7005)')).toEqual([]);
  expect((await run('ledger', 'verify')).code).toBe(0);
});

test('what has ended has no services, ends after it began, and not in the future', async () => {
  const services = [
    ...CLOSED.services,
    'ivan;7004;ethernet;Интернет;Сто;01.02.2020',
    'ivan-2;7004;ethernet;Интернет;Сто;01.02.2020',
  ];
  const contracts = [
    ...CLOSED.contracts,
    '7006;Орлова;Вольск;1;01.02.2018;01.02.2017',
    '7007;Орлова;Вольск;1;01.02.2018;01.02.2062',
  ];
  expect((await bring('check', { ...CLOSED, contracts, services })).said.split('\n')).toEqual([
    'contracts.csv, строка 5: расторгнут: раньше, чем заключён',
    'contracts.csv, строка 6: расторгнут: 1 февраля 2062 ещё не наступило',
    'services.csv, строка 3: договор 7004 расторгнут, услуг у него нет: уберите строку (и ещё 1 строка из-за этого)',
    'Ошибок: 3. Ничего не принято: исправьте и повторите',
  ]);
});

test('a contract that the table ends later is named, and ends here only by a person', async () => {
  await bring('load', DESK_TABLES);
  const contracts = [
    'договор;клиент;город;дом;заключён;расторгнут',
    '7003;ООО «Пекарня»;Вольск;2;01.02.2020;19.11.2026',
  ];
  expect((await bring('load', { contracts })).said).toContain(
    'расторгнут — у нас пусто, в таблице «19.11.2026» (договор расторгают здесь)',
  );
  expect(await rows(`select state from contract where contract_id = 7003`)).toEqual([{ state: 'active' }]);
});

test('of columns that have a meaning only together the table changes none if one was changed here', async () => {
  const promo = (line: string) =>
    DESK_TABLES.services.map((row, index) =>
      index === 0 ? `${row};цена по акции;акция до` : row.startsWith('bakery') ? `${row};${line}` : row,
    );
  const towns = [...DESK_TABLES.towns, 'Балаково;;;'];
  const streets = [...DESK_TABLES.streets, 'Балаково;Ленина;'];
  await bring('load', { ...DESK_TABLES, towns, streets, services: promo('400;01.01.2027') });
  await portal.pool.query(`update service_user set promo_until = '2027-02-01' where login = 'bakery'`);
  await portal.pool.query(`update contract set town_id = t.town_id, street_id = s.street_id
    from town t join street s using (town_id) where t.name = 'Балаково' and contract_id = 7001`);
  const { said } = await bring('load', {
    contracts: DESK_TABLES.contracts.map((row) => row.replace('Ленина;1;4', 'Мира;1;4')),
    services: promo('300;01.01.2027'),
  });
  const why = 'изменили и у нас, и в таблице: решите, как верно';
  expect(said).toContain(`улица — у нас «Ленина», в таблице «Мира» (${why})`);
  expect(said).toContain(`цена по акции — у нас «400 ₽», в таблице «300 ₽» (${why})`);
  expect(
    await rows(`select t.name as town, s.name as street, promo_kopecks::integer as promo from contract c
      join town t using (town_id) join street s using (street_id), service_user u
      where c.contract_id = 7001 and u.login = 'bakery'`),
  ).toEqual([{ town: 'Балаково', street: 'Ленина', promo: 40_000 }]);
});

test('what the tables said of people is forgotten ninety days after charging has begun, not before', async () => {
  await bring('load', DESK_TABLES);
  const later = (days: number) => new Date(portal.clock.now().getTime() + days * 86_400_000);
  const said = () => rows(`select distinct table_name as name from import_row order by 1`);
  await portal.world.db.write((tx) => deleteStale(tx, later(200)));
  expect((await said()).map(({ name }) => name)).toContain('contracts');
  await chargeUpTo(portal.world, { until: '2026-11-20' as never });
  await portal.world.db.write((tx) => deleteStale(tx, later(89)));
  expect((await said()).map(({ name }) => name)).toContain('contracts');
  await portal.world.db.write((tx) => deleteStale(tx, later(92)));
  expect((await said()).map(({ name }) => name)).toEqual([
    'houses',
    'options',
    'plans',
    'serviceOptions',
    'streets',
    'towns',
  ]);
});
