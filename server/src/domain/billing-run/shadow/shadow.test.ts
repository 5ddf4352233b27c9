import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { addDays } from '@kabinet/contract/kernel/day';
import { switchSource } from '../switch-source.ts';
import { shadowUpToYesterday } from './shadow-run.ts';
import { takeToldServices } from '#server/domain/changes/outside/services.ts';
import { addTariff, importTestRecords } from '../../../../test/portal/call-client.ts';
import { addClient } from '../../../../test/portal/client.ts';
import type { TestPortal } from '../../../../test/portal/portal.ts';
import { shadowDifferences, FIRST, shadowTwins, type TwinLine } from '../../../../test/portal/beside/shadow-twins.ts';

const PRICES = {
  1: 600_00,
  2: 610_00,
  3: 620_00,
  4: 630_00,
  5: 640_00,
  6: 650_00,
  7: 660_00,
  8: 670_00,
  9: 680_00,
  10: 690_00,
  11: 700_00,
};

/** Eleven clients of one service each, on every kind of rule; account `N i` is that of client N. */
async function prepare(portal: TestPortal): Promise<void> {
  const { pool } = portal;
  for (const [id, fee] of Object.entries(PRICES)) await addClient(portal.world, { contractId: Number(id), fee });
  const user = async (id: number) =>
    (await pool.query<{ id: string }>('select user_id as id from service_user where contract_id = $1', [id])).rows[0]
      ?.id;
  // Returns in two weeks.
  await pool.query(`update service_user set state = 'paused', returns_on = '2026-12-12' where contract_id = 5`);
  const option = (
    await pool.query<{ id: number }>(`
      insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
      select plan_id, 'Белый адрес', '', '', 9900 from service_user where contract_id = 6 returning option_id as id`)
  ).rows[0]?.id;
  await pool.query(
    `insert into user_option (user_id, option_id, status, changes_on) values ($1, $2, 'off_pending', '2026-12-10')`,
    [await user(6), option],
  );
  await pool.query(
    `insert into individual_price (contract_id, account_id, user_id, sold_kind, percent, from_day, until_day, reason, given_by, given_at)
     select contract_id, account_id, user_id, 'plan', 20, '2026-11-01', '2027-01-01', 'Обещали', 'Тест', now()
     from service_user where contract_id = 10`,
  );
  await pool.query(`update service_user set state = 'closed', closed_on = '2026-11-30' where contract_id = 11`);
}

const line = (account: number, on: string, text: string, amount: number): TwinLine => ({
  key: `planted-${String(account)}-${on}`,
  account_no: `${String(account)}i`,
  day: on as TwinLine['day'],
  text,
  amount: kopecks(amount),
});

type Planted = (one: TwinLine) => readonly TwinLine[];

/** What the other billing does wrong on a day, by account. */
const WRONG: Readonly<Record<string, Readonly<Record<string, Planted>>>> = {
  '2026-12-01': {
    '1i': (one) => [{ ...one, amount: kopecks(-650_00) }],
    '2i': () => [],
    '3i': () => [],
    '4i': (one) => [one, { ...one, key: `${one.key}-again` }],
    '7i': (one) => [{ ...one, account_no: '8i' }],
    '9i': (one) => [{ ...one, amount: kopecks(one.amount - 1) }],
  },
  // The discount goes on there.
  '2027-01-01': { '10i': (one) => [{ ...one, amount: kopecks(-552_00) }] },
};

/** What it charges of its own accord: a service that pauses, one that is closed, the line of the day before, an option that has ended. */
const EXTRA: Readonly<Record<string, readonly TwinLine[]>> = {
  '2026-12-01': [line(5, '2026-12-01', 'Интернет «Тест»', -640_00), line(11, '2026-12-01', 'Абонплата Тест', -700_00)],
  '2026-12-02': [line(2, '2026-12-02', 'Интернет «Тест»', -610_00)],
  '2027-01-01': [line(6, '2027-01-01', 'Опция Белый адрес', -99_00)],
};

const change = (lines: readonly TwinLine[], on: string): readonly TwinLine[] => [
  ...lines.flatMap((one) => WRONG[on]?.[one.account_no]?.(one) ?? [one]),
  ...(EXTRA[on] ?? []),
];

test('two months of a small provider: no difference', async () => {
  const { here, liveDays } = await shadowTwins('empty', { prepare });
  const last = await liveDays(62, 3);
  expect(last).toBe(addDays(FIRST, 63));
  expect(await shadowDifferences(here)).toEqual([]);
  const { rows } = await here.pool.query(
    `select to_char(day, 'YYYY-MM-DD') as day, equal from shadow_night where equal > 0 order by day`,
  );
  expect(rows).toEqual([
    { day: '2026-12-01', equal: 9 },
    { day: '2026-12-12', equal: 1 },
    { day: '2027-01-01', equal: 10 },
  ]);
  const own = `select from ledger_transaction where day > $1 and not starts_with(reference, 'outside:')`;
  expect((await here.pool.query(own, [addDays(FIRST, 1)])).rowCount).toBe(0);
});

test('each of ten planted differences is found and named', async () => {
  const { here, liveDays } = await shadowTwins('empty', { prepare, change });
  await liveDays(45);
  expect(await shadowDifferences(here)).toEqual([
    '2026-12-01 11i only_theirs Абонплата Тест 0/70000: услуга закрыта с 30 ноября 2026',
    '2026-12-01 1i amount Интернет «Тест» 60000/65000: полный месяц, цена 600 ₽',
    '2026-12-01 2i day Интернет «Тест» 61000/0 2026-12-02: полный месяц, цена 610 ₽',
    '2026-12-01 3i only_ours Интернет «Тест» 62000/0: полный месяц, цена 620 ₽',
    '2026-12-01 4i twice Интернет «Тест» 0/63000: у нас одна строка: полный месяц, цена 630 ₽',
    '2026-12-01 5i only_theirs Интернет «Тест» 0/64000: пауза до 12 декабря 2026',
    '2026-12-01 7i account Интернет «Тест» 66000/0 8i: полный месяц, цена 660 ₽',
    '2026-12-01 8i account Интернет «Тест» 0/66000 7i: уже списано по 31 декабря 2026',
    '2026-12-01 9i rounding Интернет «Тест» 68000/68001: полный месяц, цена 680 ₽',
    '2027-01-01 10i amount Интернет «Тест» 69000/55200: полный месяц, цена 690 ₽, скидка 20 % кончилась 1 января 2027',
    '2027-01-01 6i only_theirs Опция Белый адрес 0/9900: отключено с 10 декабря 2026',
  ]);
});

test('what is not told yet waits; a line that comes late has its night judged again, and nothing is computed twice', async () => {
  let held: readonly TwinLine[] = [];
  const { here, live, tell } = await shadowTwins('empty', {
    prepare,
    change: (lines, on) => {
      if (on !== '2026-12-01') return lines;
      held = lines.filter(({ account_no }) => account_no === '1i');
      return lines.filter((one) => !held.includes(one));
    },
  });
  const night = async () =>
    (
      await here.pool.query<{ equal: number; waiting: number }>(
        `select equal, waiting from shadow_night where day = '2026-12-01'`,
      )
    ).rows;
  const lines = async () => (await here.pool.query('select from shadow_line')).rowCount;
  for (let nth = 2; nth <= 11; nth += 1) await live([addDays(FIRST, nth)]);
  expect(await night()).toEqual([{ equal: 8, waiting: 1 }]);
  expect(await shadowDifferences(here)).toEqual([]);
  const computed = await lines();

  here.clock.set(new Date('2026-12-03T12:00:00+04:00'));
  await shadowUpToYesterday(here.world);
  expect(await night()).toEqual([{ equal: 8, waiting: 0 }]);
  expect(await shadowDifferences(here)).toEqual([
    '2026-12-01 1i only_ours Интернет «Тест» 60000/0: полный месяц, цена 600 ₽',
  ]);

  here.clock.set(new Date('2026-12-03T13:00:00+04:00'));
  await tell(held, addDays(FIRST, 13));
  await shadowUpToYesterday(here.world);
  await shadowUpToYesterday(here.world);
  expect(await night()).toEqual([{ equal: 9, waiting: 0 }]);
  expect(await shadowDifferences(here)).toEqual([]);
  expect(await lines()).toBe(computed);
});

test('days that are not used are given back, and a return that does not come is named', async () => {
  const { here, there, live } = await shadowTwins('empty', {
    prepare,
    change: (lines) => lines.filter(({ account_no, amount }) => account_no !== '2i' || amount < 0),
  });
  for (let nth = 2; nth <= 11; nth += 1) await live([addDays(FIRST, nth)]);
  const close = `update service_user set state = 'closed', closed_on = '2026-12-01' where contract_id in (1, 2)`;
  for (const { pool } of [here, there]) await pool.query(close);
  for (let nth = 12; nth <= 15; nth += 1) await live([addDays(FIRST, nth)]);
  expect(await shadowDifferences(here)).toEqual([
    '2026-12-02 2i only_ours Интернет «Тест» -59032/0: возврат за дни с 2 декабря 2026 по 31 декабря 2026',
  ]);
  const { rows } = await here.pool.query<{ equal: number }>(`select equal from shadow_night where day = '2026-12-02'`);
  expect(rows).toEqual([{ equal: 1 }]);
});

test('calls of a month are one line of its number, which the other side may name as it likes', async () => {
  const lived = async (name: (one: TwinLine) => TwinLine): Promise<string[]> => {
    const calls = { prefixes: { '79': 'mobile' }, rates: [{ zone: 'mobile', price: 220 }] } as const;
    const { here, there, live } = await shadowTwins('empty', {
      prepare: async (portal) => {
        await addClient(portal.world, { contractId: 1, telephone: true });
        await addTariff(portal, calls.prefixes, calls.rates);
      },
      change: (lines) => lines.map((one) => (one.text.startsWith('Разговоры') ? name(one) : one)),
    });
    for (const portal of [here, there])
      await importTestRecords(portal, [
        { uniqueid: '1', start: '2026-11-23 10:00:00' },
        { uniqueid: '2', start: '2026-11-28 10:00:00' },
      ]);
    for (let nth = 2; nth <= 11; nth += 1) await live([addDays(FIRST, nth)]);
    // Came late.
    for (const portal of [here, there])
      await importTestRecords(portal, [{ uniqueid: '3', start: '2026-11-29 10:00:00' }]);
    for (let nth = 12; nth <= 15; nth += 1) await live([addDays(FIRST, nth)]);
    return shadowDifferences(here);
  };
  expect(await lived((one) => one)).toEqual([]);
  const dearer = (one: TwinLine) => ({ ...one, text: 'Связь 8 (8482) 55-11-22', amount: kopecks(one.amount - 150) });
  expect(await lived(dearer)).toEqual([
    '2026-12-01 1t amount Разговоры за ноябрь, номер 55-11-22 440/590: звонки с 1 ноября 2026 по 30 ноября 2026 по нашим ценам',
    '2026-12-02 1t amount Разговоры за ноябрь, номер 55-11-22 220/370: звонки с 1 ноября 2026 по 30 ноября 2026 по нашим ценам',
  ]);
});

test('whoever names the other billing anew begins with no night behind him', async () => {
  const { here, live } = await shadowTwins('empty', { prepare });
  await live([addDays(FIRST, 2), addDays(FIRST, 3)]);
  const marks = async () => (await here.pool.query('select from shadow_mark')).rowCount;
  expect(await marks()).toBeGreaterThan(0);
  const moment = { today: addDays(FIRST, 4), now: here.clock.now(), zone: here.world.provider.time_zone };
  await here.world.db.write((tx) => switchSource(tx, { scope: { kind: 'provider' }, source: 'own', ...moment }));
  await here.world.db.write((tx) => switchSource(tx, { scope: { kind: 'provider' }, source: 'external', ...moment }));
  expect(await marks()).toBe(0);
  await shadowUpToYesterday(here.world);
  expect((await here.pool.query('select from shadow_night')).rowCount).toBe(0);
});

test('what is off for a debt there is not charged here; a charge of it names the debt', async () => {
  const { here, live } = await shadowTwins('empty', { prepare });
  for (let nth = 2; nth <= 9; nth += 1) await live([addDays(FIRST, nth)]);
  const rows = [{ login: 'u1', version: 1, state: 'debt' as const }];
  await here.world.db.write((tx) =>
    takeToldServices(tx, rows, {
      today: addDays(FIRST, 10),
      now: here.clock.now(),
      zone: here.world.provider.time_zone,
    }),
  );
  await live([addDays(FIRST, 11)]);
  await live([addDays(FIRST, 12), addDays(FIRST, 13)]);
  expect(await shadowDifferences(here)).toEqual(['2026-12-01 1i only_theirs Интернет «Тест» 0/60000: долг']);
});
