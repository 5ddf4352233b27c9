import { capital, counted, monthText, number, plural, rubles } from '#web/lib/text/format.ts';
import { toKopecks } from '#web/shared/money/account-sums.ts';
import type { contract, Wire } from '../api/contract.ts';
import { BAND_WORDS, finding as debtFinding } from '../debtors/debtors.texts.ts';
import type { ReportView, ViewedOn } from './report-view.ts';
import { inMonth } from './report.texts.ts';

type Reports = typeof contract.reports;
type Contracts = Wire<Reports['contracts']>;
type Bill = Wire<Reports['bill']>;
type Promises = Wire<Reports['promises']>;

const exact = (sum: string): string => rubles(sum, { kopecks: 'always' });
const signed = (count: number): string => `${count > 0 ? '+' : ''}${number(count)}`;
const name = (month: string, { today }: ViewedOn): string => capital(monthText(month, today));
const short = (month: string): string => monthText(month, month).slice(0, 3);

export function debtorsView({ items, total }: Wire<Reports['debtors']>): ReportView {
  const most = Math.max(1, ...items.map(({ sum }) => toKopecks(sum)));
  return {
    finding: debtFinding(items),
    lead: 'Сумма — сколько нужно, чтобы заработало всё отключённое; у работающих — минус на счёте.',
    tables: [
      {
        title: 'По возрасту долга',
        heads: ['Сколько дней', 'Договоров', 'Долг'],
        rows: items.map(({ band, count, sum, list }) => ({
          key: band,
          title: BAND_WORDS[band],
          cells: [number(count), exact(sum)],
          bar: toKopecks(sum) / most,
          lists: [{ title: 'Должники', list }],
        })),
        total: ['Всего', number(total.count), exact(total.sum)],
      },
    ],
  };
}

/** «312 пришли, 187 ушли» */
export const movesText = ({ opened, closed }: { opened: number; closed: number }): string =>
  `${number(opened)} ${plural(opened, 'пришёл', 'пришли', 'пришли')}, ${number(closed)} ${plural(closed, 'ушёл', 'ушли', 'ушли')}`;

/** «В ноябре 312 пришли, 187 ушли». */
function contractsFinding(items: Contracts['items'], { today }: ViewedOn): string {
  const last = items.at(-1);
  if (!last) return 'Договоров ещё нет';
  const when = `В ${inMonth(last.month, today)}`;
  if (last.opened + last.closed === 0) return `${when} никто не пришёл и не ушёл`;
  return `${when} ${movesText(last)}`;
}

export function contractsView({ items }: Contracts, on: ViewedOn): ReportView {
  const last = items.at(-1);
  return {
    finding: contractsFinding(items, on),
    ...(last && { lead: `Сейчас действует ${counted(last.at_end, 'договор', 'договора', 'договоров')}.` }),
    columns: {
      label: 'Новые и ушедшие договоры по месяцам',
      unit: 'count',
      legend: { solid: 'пришли', down: 'ушли' },
      columns: items.map(({ month, opened, closed, net }) => ({
        key: month,
        label: short(month),
        told: `${name(month, on)}: пришли ${number(opened)}, ушли ${number(closed)}, прирост ${signed(net)}`,
        solid: opened,
        down: closed,
      })),
    },
    tables: [
      {
        title: 'По месяцам',
        heads: ['Месяц', 'Пришли', 'Ушли', 'На конец', 'Услуг подключено', 'Услуг закрыто', 'Прирост'],
        rows: items.toReversed().map((row) => ({
          key: row.month,
          title: name(row.month, on),
          cells: [row.opened, row.closed, row.at_end, row.connected, row.ended].map(number).concat(signed(row.net)),
          lists: [
            { title: 'Пришли', list: `reports members opened ${row.month}` },
            { title: 'Ушли', list: `reports members closed ${row.month}` },
            { title: 'Услуги подключены', list: `reports members connected ${row.month}` },
            { title: 'Услуги закрыты', list: `reports members ended ${row.month}` },
          ],
        })),
      },
    ],
  };
}

/** Of the last whole month: the present one is not over. */
function billFinding(items: Bill['items'], { today }: ViewedOn): string {
  const whole = items.filter(({ month, average }) => !today.startsWith(month) && average !== null);
  const [first, last] = [whole[0], whole.at(-1)];
  if (!last?.average) return 'Месяц ещё не прошёл целиком';
  const words = `В ${inMonth(last.month, today)} договор принёс ${rubles(last.average)}`;
  return first?.average == null || first === last
    ? words
    : `${words}, в ${inMonth(first.month, today)} ${rubles(first.average)}`;
}

export const billView = ({ items }: Bill, on: ViewedOn): ReportView => ({
  finding: billFinding(items, on),
  lead: 'Выручка месяца, делённая на договоры, которые действуют в его конце. Этот месяц ещё не закончен.',
  columns: {
    label: 'Средний счёт договора по месяцам',
    unit: 'money',
    legend: { solid: 'на договор' },
    columns: items.map(({ month, average }) => ({
      key: month,
      label: short(month),
      told: `${name(month, on)}: ${average === null ? 'договоров нет' : rubles(average)}`,
      solid: Math.max(0, toKopecks(average ?? '0.00') / 100),
    })),
  },
  tables: [
    {
      title: 'По месяцам',
      heads: ['Месяц', 'Выручка', 'Договоров', 'Средний счёт'],
      rows: items.toReversed().map(({ month, revenue, contracts, average, list }) => ({
        key: month,
        title: name(month, on),
        cells: [exact(revenue), number(contracts), average === null ? '—' : exact(average)],
        lists: [{ title: 'Строки счетов', list }],
      })),
    },
  ],
});

/** «Вернули 1 201 из 1 259 обещанных». */
function promisesFinding(items: Promises['items']): string {
  const sum = (of: (row: Promises['items'][number]) => number): number => items.reduce((all, row) => all + of(row), 0);
  const [repaid, over] = [sum((row) => row.repaid), sum((row) => row.repaid + row.ended)];
  if (over > 0) return `Вернули ${number(repaid)} из ${number(over)} обещанных, чей срок прошёл`;
  return sum((row) => row.taken) > 0 ? 'Срок обещанных ещё не прошёл' : 'Обещанных платежей не брали';
}

export const promisesView = ({ items }: Promises, on: ViewedOn): ReportView => ({
  finding: promisesFinding(items),
  lead: 'По месяцу, в котором взяли.',
  columns: {
    label: 'Обещанные платежи по месяцам',
    unit: 'count',
    legend: { solid: 'вернули', hatched: 'не вернули или ещё идут' },
    columns: items.map(({ month, taken, repaid, ended, active }) => ({
      key: month,
      label: short(month),
      told: `${name(month, on)}: взяли ${number(taken)}, вернули ${number(repaid)}, не вернули ${number(ended)}, идут ${number(active)}`,
      solid: repaid,
      hatched: ended + active,
    })),
  },
  tables: [
    {
      title: 'По месяцам',
      heads: ['Месяц', 'Взяли', 'Вернули', 'Не вернули', 'Ещё идут', 'На сумму'],
      rows: items.toReversed().map((row) => ({
        key: row.month,
        title: name(row.month, on),
        cells: [...[row.taken, row.repaid, row.ended, row.active].map(number), exact(row.sum)],
        lists: [{ title: 'Договоры', list: row.list }],
      })),
    },
  ],
});
