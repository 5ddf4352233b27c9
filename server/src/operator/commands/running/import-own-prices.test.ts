import { beforeEach, expect, test } from 'vitest';
import { DESK_TABLES, importDesk, type ImportDesk } from '../../../../test/portal/import-desk.ts';

let bring: ImportDesk['bring'];
let rows: ImportDesk['rows'];

beforeEach(async () => {
  ({ bring, rows } = await importDesk());
});

const OWN_PRICES = [
  'договор;услуга;опция;скидка;цена;с;по;причина',
  '7001;anna;;20;;01.02.2024;31.12.2026;Ветеран',
  '7001;anna;Белый адрес;;100;;;Договорились при переезде',
  '7001;8 845 932-55-11;;;8;01.12.2026;;Пенсионер',
  '7002;petr;;10;;;;Сосед монтажника',
] as const;

test('prices that the former system gave to persons are charged, each in its days', async () => {
  await bring('load', DESK_TABLES);
  const given = { 'own-prices': OWN_PRICES };
  expect((await bring('load', given)).said).toContain('own-prices.csv: новых 4, уже были без изменений 0');
  expect((await bring('load', given)).said).toContain('own-prices.csv: новых 0, уже были без изменений 4');
  // November is paid in the former system, so nothing of it is changed.
  expect(
    await rows(`select what like '%option%' as option, from_day, ends_on, percent, price_kopecks as price from individual_price
      where contract_id = 7001 order by individual_price_id`),
  ).toEqual([
    { option: false, from_day: '2026-12-01', ends_on: '2027-01-01', percent: 20, price: null },
    { option: true, from_day: '2026-12-01', ends_on: null, percent: null, price: 10_000 },
    { option: false, from_day: '2026-12-01', ends_on: null, percent: null, price: 800 },
  ]);
});

test.each([
  ['7001;anna;;;;;;Ничего', 'заполните «скидка» или «цена», что-то одно'],
  ['7001;bakery;;10;;;;Чужая', 'за это договор не платит'],
  ['7003;bakery;;;700;;;Дороже', 'Своя цена должна быть ниже обычной'],
  ['7001;anna;;50;;;;Второй раз', 'На эти дни уже есть: скидка 20'],
])('an own price like %j is refused', async (line, reason) => {
  const { code, said } = await bring('check', { ...DESK_TABLES, 'own-prices': [...OWN_PRICES, line] });
  expect([code, said.split('\n').at(-1)]).toEqual([1, 'Ошибок: 1. Ничего не принято: исправьте и повторите']);
  expect(said).toContain(`own-prices.csv, строка 6: ${reason}`);
});

test('a price is that of the planned plan, when the present one is charged up to its end', async () => {
  const plans = [...DESK_TABLES.plans, 'интернет;Двести;1000,00;месяц;200;;'];
  await bring('load', { ...DESK_TABLES, plans });
  await rows(`insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at, previous_plan_id)
    select user_id, p.plan_id, '2026-12-01', 'planned', 'client', now(), u.plan_id from service_user u, plan p
    where u.login = 'anna' and p.name = 'Двести'`);
  // Above the present plan, below the planned one.
  const given = { 'own-prices': [OWN_PRICES[0], '7001;anna;;;800;;;Договорились'] };
  expect((await bring('load', given)).said).toContain('own-prices.csv: новых 1');
  expect(
    await rows(`select name, from_day, own.price_kopecks as price from individual_price own join plan using (plan_id)
      where contract_id = 7001`),
  ).toEqual([{ name: 'Двести', from_day: '2026-12-01', price: 80_000 }]);
});
