import { addDays, addMonths, parseDay } from '@kabinet/contract/kernel/day';
import { capital, counted, dayText, days, momentText, monthText, number, rubles } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import { sumOf, toKopecks } from '#web/shared/money/account-sums.ts';
import type { contract, Wire } from '../api/contract.ts';
import type { ReportRow, ReportView, ViewedOn } from './report-view.ts';
import { inMonth, ofMonth, SERVICES, share, shift, SOURCES } from './report.texts.ts';

type Reports = typeof contract.reports;
type Revenue = Wire<Reports['revenue']>;
type Services = Wire<Reports['services']>;
type Payments = Wire<Reports['payments']>;

const exact = (sum: string): string => rubles(sum, { kopecks: 'always' });
const inRubles = (sum: string): number => toKopecks(sum) / 100;
const dayOfMonth = (day: string): string => String(Number(day.slice(8)));
/** On the first day of each week there is room for its number. */
const labelOf = (day: string): string => (Number(day.slice(8)) % 7 === 1 ? dayOfMonth(day) : '');

export const monthBefore = (month: string): string => {
  const first = parseDay(`${month}-01`);
  return first === undefined ? month : addMonths(first, -1).slice(0, 7);
};

const isRunning = (month: string, { today }: ViewedOn): boolean => today.startsWith(month);

/** «Ноябрь идёт на 4,2 % выше октября». */
function revenueFinding({ month, total, before }: Revenue, on: ViewedOn): string {
  const name = capital(monthText(month, on.today));
  const changed = shift(total.revenue, isRunning(month, on) ? before.so_far : before.revenue);
  if (changed === undefined) return `${name}: начислили ${rubles(total.revenue)}`;
  const former = ofMonth(monthBefore(month), on.today);
  const verb = isRunning(month, on) ? 'идёт' : 'закончился';
  if (Math.abs(changed) < 0.05) return `${name} ${verb} вровень с прошлым месяцем`;
  return `${name} ${verb} на ${number(Math.abs(changed))}\u00a0% ${changed > 0 ? 'выше' : 'ниже'} ${former}`;
}

function revenueLead({ month, days: told, total, before, forecast }: Revenue, on: ViewedOn): string {
  const former = inMonth(monthBefore(month), on.today);
  if (!isRunning(month, on)) return `Начислили ${rubles(total.revenue)}, в ${former} ${rubles(before.revenue)}.`;
  const words = `За ${days(told.length)} начислили ${rubles(total.revenue)}, в ${former} за столько же ${rubles(before.so_far)}.`;
  if (!forecast) return `${words} Прогноз месяца ещё не посчитан.`;
  return `${words} К концу месяца ждём ${rubles(forecast.revenue)}, если все подключённые будут платить: посчитано ${momentText(forecast.counted_at, on.today)}.`;
}

export function revenueView(reply: Revenue, on: ViewedOn): ReportView {
  const former = monthText(monthBefore(reply.month), on.today);
  return {
    finding: revenueFinding(reply, on),
    lead: revenueLead(reply, on),
    columns: {
      label: `Выручка по дням, ${monthText(reply.month, on.today)}`,
      unit: 'money',
      legend: { solid: monthText(reply.month, on.today), mark: `тот же день, ${former}` },
      columns: reply.days.map(({ day, revenue, before }) => ({
        key: day,
        label: labelOf(day),
        told: `${dayText(day, on.today)}: ${rubles(revenue)}, ${former} ${rubles(before)}`,
        solid: Math.max(0, inRubles(revenue)),
        down: Math.max(0, -inRubles(revenue)),
        mark: inRubles(before),
      })),
    },
    tables: [
      {
        title: 'По дням',
        heads: ['День', 'Начислено', 'Возвращено', capital(former), 'Выручка'],
        rows: reply.days.toReversed().map(({ day, charged, returned, before, revenue, list }) => ({
          key: day,
          title: dayText(day, on.today),
          cells: [exact(charged), exact(returned), exact(before), exact(revenue)],
          lists: [{ title: 'Строки счетов', list }],
        })),
        total: [
          'Всего',
          exact(reply.total.charged),
          exact(reply.total.returned),
          exact(reply.before.so_far),
          exact(reply.total.revenue),
        ],
      },
    ],
  };
}

const servedText = ({ service, plan }: Services['items'][number]): string =>
  plan === null ? SERVICES[service] : `${SERVICES[service]}, «${plan}»`;

/** «Офис 100» даёт 31 копейку из рубля. */
function servicesFinding({ month, items, total }: Services, on: ViewedOn): string {
  const [first] = items.toSorted((a, b) => toKopecks(b.revenue) - toKopecks(a.revenue));
  if (!first || toKopecks(total.revenue) <= 0) return `За ${monthText(month, on.today)} ничего не начислено`;
  const part = share(toKopecks(first.revenue), toKopecks(total.revenue));
  const who = first.plan === null ? SERVICES[first.service] : `«${first.plan}»`;
  return `${who} даёт ${counted(part, 'копейку', 'копейки', 'копеек')} из рубля`;
}

export function servicesView(reply: Services, on: ViewedOn): ReportView {
  const most = Math.max(1, ...reply.items.map(({ revenue }) => inRubles(revenue)));
  const former = monthText(monthBefore(reply.month), on.today);
  return {
    finding: servicesFinding(reply, on),
    lead: `Начислено за ${monthText(reply.month, on.today)} по услугам и тарифам, ${rubles(reply.total.revenue)}.`,
    tables: [
      {
        title: 'По услугам и тарифам',
        heads: ['Услуга', 'Доля', capital(former), 'Выручка'],
        rows: reply.items.map((item) => ({
          key: `${item.service} ${item.plan_id ?? ''}`,
          title: servedText(item),
          cells: [
            `${share(toKopecks(item.revenue), toKopecks(reply.total.revenue))}\u00a0%`,
            exact(item.before),
            exact(item.revenue),
          ],
          bar: Math.max(0, inRubles(item.revenue) / most),
          lists: [{ title: 'Строки счетов', list: item.list }],
        })),
        total: ['Всего', '', '', exact(reply.total.revenue)],
      },
    ],
  };
}

interface SourceTotal {
  readonly source: Payments['items'][number]['source'];
  readonly sum: string;
  readonly lines: number;
}

const bySource = ({ items }: Payments): SourceTotal[] =>
  [...groupBy(items, ({ source }) => source).values()]
    .flatMap((same) =>
      same.slice(0, 1).map(({ source }) => ({
        source,
        sum: sumOf(same.map(({ sum }) => sum)),
        lines: same.reduce((all, { lines }) => all + lines, 0),
      })),
    )
    .toSorted((a, b) => toKopecks(b.sum) - toKopecks(a.sum));

/** «Из ста рублей 46 приходят через СБП». */
function paymentsFinding(reply: Payments, [first]: readonly SourceTotal[], on: ViewedOn): string {
  if (!first || toKopecks(reply.total) <= 0) return `За ${monthText(reply.month, on.today)} платежей не было`;
  const part = share(toKopecks(first.sum), toKopecks(reply.total));
  return `${SOURCES[first.source]}: ${counted(part, 'рубль', 'рубля', 'рублей')} из ста`;
}

/** Every day of the month up to today, also those without a payment. */
function daysOf(month: string, { today }: ViewedOn): string[] {
  const found: string[] = [];
  for (let day = parseDay(`${month}-01`); day?.startsWith(month) && day <= today; day = addDays(day, 1))
    found.push(day);
  return found;
}

export function paymentsView(reply: Payments, on: ViewedOn): ReportView {
  const sources = bySource(reply);
  const byDay = groupBy(reply.items, ({ day }) => day);
  const sumOn = (day: string): string => sumOf((byDay.get(day) ?? []).map(({ sum }) => sum));
  const most = Math.max(1, ...sources.map(({ sum }) => inRubles(sum)));
  const name = monthText(reply.month, on.today);
  return {
    finding: paymentsFinding(reply, sources, on),
    lead: `За ${name} пришло ${rubles(reply.total)}, считая возвращённое.`,
    columns: {
      label: `Платежи по дням, ${name}`,
      unit: 'money',
      legend: { solid: 'пришло за день' },
      columns: daysOf(reply.month, on).map((day) => ({
        key: day,
        label: labelOf(day),
        told: `${dayText(day, on.today)}: ${rubles(sumOn(day))}`,
        solid: Math.max(0, inRubles(sumOn(day))),
        down: Math.max(0, -inRubles(sumOn(day))),
      })),
    },
    tables: [
      {
        title: 'Откуда пришли',
        heads: ['Источник', 'Платежей и возвратов', 'Доля', 'Сумма'],
        rows: sources.map(({ source, sum, lines }) => ({
          key: source,
          title: SOURCES[source],
          cells: [number(lines), `${share(toKopecks(sum), toKopecks(reply.total))}\u00a0%`, exact(sum)],
          bar: Math.max(0, inRubles(sum) / most),
          lists: [{ title: 'Строки счетов', list: `reports lines paid --month=${reply.month} --what=${source}` }],
        })),
        total: ['Всего', '', '', exact(reply.total)],
      },
      {
        title: 'По дням и источникам',
        heads: ['День', 'Получено', 'Возвращено', 'Сумма'],
        rows: reply.items.toReversed().map(({ day, source, received, returned, sum, list }): ReportRow => ({
          key: `${day} ${source}`,
          title: `${dayText(day, on.today)}, ${SOURCES[source]}`,
          cells: [exact(received), exact(returned), exact(sum)],
          lists: [{ title: 'Строки счетов', list }],
        })),
      },
    ],
  };
}
