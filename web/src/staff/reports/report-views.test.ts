import { expect, it } from 'vitest';
import { roundTop } from './columns-chart.tsx';
import { listedBy } from './listed.ts';
import { paymentsView, revenueView, servicesView } from './money-views.ts';
import { brief, inMonth, ofMonth } from './report.texts.ts';
import { contractsView, promisesView } from './work-views.ts';

const on = { today: '2026-11-24' };
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00a0', ' ');
const day = { day: '2026-11-01', charged: '110.00', returned: '10.00', revenue: '100.00', before: '80.00', list: 'x' };
const revenue = {
  month: '2026-11',
  days: [day],
  total: { charged: '110.00', returned: '10.00', revenue: '100.00' },
  before: { revenue: '1000.00', so_far: '80.00' },
  forecast: null,
};

it('a running month is compared with as many days of the former one, a finished one with all of it', () => {
  expect(plain(revenueView(revenue, on).finding)).toBe('Ноябрь идёт на 25 % выше октября');
  expect(plain(revenueView(revenue, { today: '2026-12-02' }).finding)).toBe('Ноябрь закончился на 90 % ниже октября');
  const first = { ...revenue, before: { revenue: '0.00', so_far: '0.00' } };
  expect(plain(revenueView(first, on).finding)).toBe('Ноябрь: начислили 100 ₽');
});

it('a day on which more was given back than charged stands below zero', () => {
  const back = { ...revenue, days: [{ ...day, revenue: '-50.00' }] };
  expect(revenueView(back, on).columns?.columns[0]).toMatchObject({ solid: 0, down: 50 });
});

it('payments: sources are summed over days, days without a payment stand in the row', () => {
  const row = { day: '2026-11-03', returned: '0.00', lines: 1, list: 'x' };
  const view = paymentsView(
    {
      month: '2026-11',
      items: [
        { ...row, source: 'sbp', received: '30.00', sum: '30.00' },
        { ...row, day: '2026-11-04', source: 'sbp', received: '16.00', sum: '16.00' },
        { ...row, source: 'cash', received: '54.00', sum: '54.00' },
      ],
      total: '100.00',
    },
    on,
  );
  expect(plain(view.finding)).toBe('Касса: 54 рубля из ста');
  expect(view.columns?.columns).toHaveLength(24);
  expect(view.columns?.columns[2]?.solid).toBe(84);
  expect(view.tables[0]?.rows[1]).toMatchObject({
    title: 'СБП',
    lists: [{ list: 'reports lines paid --month=2026-11 --what=sbp' }],
  });
});

it('a month without anything says so', () => {
  const none = { month: '2026-11', items: [], total: '0.00' };
  expect(paymentsView(none, on).finding).toBe('За ноябрь платежей не было');
  const total = { charged: '0.00', returned: '0.00', revenue: '0.00' };
  expect(servicesView({ month: '2026-11', items: [], total }, on).finding).toBe('За ноябрь ничего не начислено');
  expect(contractsView({ items: [] }, on).finding).toBe('Договоров ещё нет');
  expect(promisesView({ items: [] }, on).finding).toBe('Обещанных платежей не брали');
});

it('the command of a row becomes the question of its list', () => {
  expect(listedBy('reports lines charged --month=2026-11 --what=tv --plan_id=10')).toEqual({
    kind: 'lines',
    query: { side: 'charged', month: '2026-11', what: 'tv', plan_id: '10' },
  });
  expect(listedBy('reports members opened 2026-11')).toEqual({
    kind: 'members',
    query: { kind: 'opened', month: '2026-11' },
  });
  expect(listedBy('debtors list --band=week')).toEqual({ kind: 'debtors', query: { band: 'week' } });
});

it('sums at a glance, scales and months in words', () => {
  expect([420, 9999, 13_080, 1_120_000].map(brief).map(plain)).toEqual(['420', '9 999', '13 тыс.', '1,1 млн']);
  expect([3, 11, 16, 700, 1_010_000].map(roundTop)).toEqual([3, 15, 20, 800, 1_500_000]);
  expect(['2026-03', '2026-05', '2026-08', '2025-11'].map((month) => plain(ofMonth(month, '2026-11-24')))).toEqual([
    'марта',
    'мая',
    'августа',
    'ноября 2025',
  ]);
  expect(['2026-03', '2026-05', '2026-08', '2025-11'].map((month) => plain(inMonth(month, '2026-11-24')))).toEqual([
    'марте',
    'мае',
    'августе',
    'ноябре 2025',
  ]);
});
