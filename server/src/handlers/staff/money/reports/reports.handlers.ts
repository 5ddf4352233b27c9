import { addDays, addMonths, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { allDebtors } from '#server/domain/billing/debtors/debtors.ts';
import { bandTotals } from '#server/domain/billing/debtors/debtors.rules.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';
import { atOf } from '../../at.ts';
import { exportReport } from './report-export.ts';
import { listLines, listMembers } from './report-lists.ts';
import { daysUpTo, monthBefore, monthRange, monthsUpTo, rangeOf } from './report-months.ts';
import {
  chargedByDay,
  chargedByPlan,
  countedAhead,
  movesByMonth,
  openBefore,
  paidByDay,
  promisesByMonth,
  revenueByMonth,
  revenueOf,
  type DayRange,
  type DaySum,
  type PlanSum,
} from './reports.queries.ts';

type Reports = OperatorContract['reports'];

const ZERO = kopecks(0);
const less = (a: Kopecks, b: Kopecks): Kopecks => kopecks(a - b);
const sum = (amounts: readonly Kopecks[]): Kopecks => kopecks(amounts.reduce((all, one) => all + one, 0));
const sums = ({ charged, returned }: Pick<DaySum, 'charged' | 'returned'>) => ({
  charged,
  returned,
  revenue: less(charged, returned),
});
const totalOf = (rows: readonly Pick<DaySum, 'charged' | 'returned'>[]) =>
  sums({ charged: sum(rows.map(({ charged }) => charged)), returned: sum(rows.map(({ returned }) => returned)) });

/** What was charged up to the day of the count, and what the count says of the days after it. */
async function forecastOf(db: Tx, month: DayRange) {
  const counted = await countedAhead(db, month);
  if (!counted?.counted_at) return null;
  const { day, ahead, counted_at } = counted;
  const so_far = await revenueOf(db, { from: month.from, to: addDays(day, 1) });
  return { revenue: kopecks(so_far + ahead), day, counted_at };
}

async function revenueReport(db: Tx, month: Period, today: Day) {
  const range = monthRange(month);
  const former = monthBefore(range);
  const [charged, earlier, forecast] = [
    new Map((await chargedByDay(db, range)).map((one) => [one.day, one])),
    new Map((await chargedByDay(db, former)).map((one) => [one.day, sums(one).revenue])),
    month === periodOf(today) ? await forecastOf(db, range) : null,
  ];
  const days = daysUpTo(range, today).map((day) => ({
    day,
    ...sums(charged.get(day) ?? { charged: ZERO, returned: ZERO }),
    before: earlier.get(sameDayBefore(day)) ?? ZERO,
    list: `reports lines charged --day=${day}`,
  }));
  return {
    month,
    days,
    total: totalOf(days),
    before: { revenue: sum([...earlier.values()]), so_far: sum(days.map(({ before }) => before)) },
    forecast,
  };
}

/** The day of the same number in the month before; a day that is none if that month is shorter. */
const sameDayBefore = (day: Day): Day => `${periodOf(addMonths(day, -1))}-${day.slice(8)}` as Day;

async function servicesReport(db: Tx, month: Period) {
  const range = monthRange(month);
  const [rows, former] = [await chargedByPlan(db, range), await chargedByPlan(db, monthBefore(range))];
  const keyOf = ({ service, plan_id }: PlanSum) => `${service}/${plan_id ?? ''}`;
  const before = new Map(former.map((one) => [keyOf(one), sums(one).revenue]));
  const known = new Set(rows.map(keyOf));
  const gone = former.filter((one) => !known.has(keyOf(one))).map((one) => ({ ...one, charged: ZERO, returned: ZERO }));
  const items = [...rows, ...gone].map((row) => ({
    service: row.service as 'internet',
    plan_id: row.plan_id,
    plan: row.plan,
    ...sums(row),
    before: before.get(keyOf(row)) ?? ZERO,
    list: `reports lines charged --month=${month} --what=${row.service}${row.plan_id === null ? '' : ` --plan_id=${row.plan_id}`}`,
  }));
  return { month, items, total: totalOf(items) };
}

async function paymentsReport(db: Tx, month: Period) {
  const items = (await paidByDay(db, monthRange(month))).map((row) => ({
    ...row,
    source: row.source as 'cash',
    sum: less(row.received, row.returned),
    list: `reports lines paid --day=${row.day} --what=${row.source}`,
  }));
  return { month, items, total: sum(items.map((row) => row.sum)) };
}

/** Contracts by month; `at_end`: open at its end. */
async function contractMonths(db: Tx, today: Day, count: number) {
  const months = monthsUpTo(today, count);
  const range = rangeOf(months);
  const moves = new Map((await movesByMonth(db, range)).map((one) => [one.month, one]));
  let open = await openBefore(db, range.from);
  return months.map((month) => {
    const { opened, closed, connected, ended } = moves.get(month) ?? { opened: 0, closed: 0, connected: 0, ended: 0 };
    open += opened - closed;
    return { month, opened, closed, net: opened - closed, at_end: open, connected, ended };
  });
}

async function billReport(db: Tx, today: Day, count: number) {
  const months = await contractMonths(db, today, count);
  const range = rangeOf(months.map(({ month }) => month));
  const revenues = new Map((await revenueByMonth(db, range)).map((one) => [one.month, one.revenue]));
  return months.map(({ month, at_end: contracts }) => {
    const revenue = revenues.get(month) ?? ZERO;
    const average = contracts > 0 ? kopecks(Math.round(revenue / contracts)) : null;
    return { month, revenue, contracts, average, list: `reports lines charged --month=${month}` };
  });
}

async function promisesReport(db: Tx, today: Day, { count, zone }: { count: number; zone: string }) {
  const months = monthsUpTo(today, count);
  const found = new Map((await promisesByMonth(db, rangeOf(months), zone)).map((one) => [one.month, one]));
  return months.map((month) => ({
    ...(found.get(month) ?? { month, taken: 0, sum: ZERO, repaid: 0, ended: 0, active: 0 }),
    list: `reports members promised ${month}`,
  }));
}

export const reportHandlers: PlainHandlers<Reports> = {
  revenue: ({ query }, { db, today }) => revenueReport(db, query.month ?? periodOf(today), today),
  services: ({ query }, { db, today }) => servicesReport(db, query.month ?? periodOf(today)),
  payments: ({ query }, { db, today }) => paymentsReport(db, query.month ?? periodOf(today)),
  debtors: async (_, scope) => {
    const debtors = await allDebtors(scope.db, undefined, atOf(scope));
    const items = bandTotals(debtors).map((one) => ({ ...one, list: `debtors list --band=${one.band}` }));
    return { items, total: { count: debtors.length, sum: sum(debtors.map((one) => one.sum)) } };
  },
  contracts: async ({ query }, { db, today }) => ({
    items: (await contractMonths(db, today, query.months)).map((row) => ({
      ...row,
      list: `reports members opened ${row.month}`,
    })),
  }),
  bill: async ({ query }, { db, today }) => ({ items: await billReport(db, today, query.months) }),
  promises: async ({ query }, { db, today, provider }) => ({
    items: await promisesReport(db, today, { count: query.months, zone: provider.time_zone }),
  }),
  lines: ({ query }, { db, today }) => listLines(db, query, today),
  members: ({ query }, scope) => listMembers(query, scope),
  export: (input, scope) => exportReport(reportHandlers, input.query, scope),
};
