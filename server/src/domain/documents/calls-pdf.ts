import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { NBSP } from '@kabinet/contract/kernel/russian';
import type { Tx } from '#server/db/database.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { CallsTable } from '#server/domain/services/calls/calls-csv.ts';
import { callPages, totalsOf, type NumberCall, type CallTotal } from '#server/domain/services/calls/calls.queries.ts';
import { clockText, dayText, phoneText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { heading } from './heading.ts';
import { exactRubles } from './line.texts.ts';
import { INK, INSIDE, openPaper, PAGE, type Paper } from './paper.ts';

interface Issued {
  readonly provider: Provider;
  readonly now: Date;
  /** «20 ноября 2026, 14:05». */
  readonly nowText: string;
  /** The month is not over. */
  readonly isRunning: boolean;
}

const { side } = PAGE;
const RIGHT = PAGE.width - side;
const COLUMN = {
  time: side,
  number: side + 46,
  way: side + 180,
  zone: side + 250,
  talk: RIGHT - 80,
  sum: RIGHT,
} as const;
const [ROW, DAY, HEAD] = [17, 26, 14];

/** All calls of a line in a month as a PDF, sent while it is written. */
export async function* callsPdf(tx: Tx, table: CallsTable, issued: Issued): AsyncGenerator<Buffer> {
  const { provider, now, nowText, isRunning } = issued;
  const month = monthText(table.period);
  const told = isRunning ? `${month}, по\u00a0${nowText}` : month;
  const paper = openPaper({
    title: `Звонки номера ${phoneText(table.number)}, ${month}`,
    author: provider.name,
    accentHue: provider.accent_hue,
    accentChroma: provider.accent_chroma,
    footer: `Номер ${phoneText(table.number)}. Сформировано ${nowText} в личном кабинете`,
    now,
  });
  const totals = await totalsOf(tx, table.number, table.period);
  const zones = new Map(totals.map((total) => [total.zone, total.zone_name]));
  let y = titleBlock(paper, provider, { number: phoneText(table.number), month: told, totals });
  let day: Day | undefined;
  for await (const calls of callPages(tx, table)) {
    for (const call of calls) {
      const of = dayIn(table.zone, new Date(call.at));
      if (of !== day) y = dayRow(paper, of, y);
      day = of;
      y = callRow(paper, { ...call, number: table.told(call.number) }, { zones, zone: table.zone, y });
    }
    const written = paper.written();
    if (written) yield written;
  }
  if (totals.length === 0)
    paper.write(isRunning ? 'В этом месяце звонков пока не было.' : 'В этом месяце звонков не было.', side, y + 12, {
      colour: INK.second,
    });
  paper.close();
  yield* paper.doc as AsyncIterable<Buffer>;
}

/** «ноябрь 2026». */
const monthText = (period: string): string =>
  new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${period}-01`))
    .replace(' г.', '');

interface Title {
  readonly number: string;
  readonly month: string;
  readonly totals: readonly CallTotal[];
}

const sumBy = (totals: readonly CallTotal[], of: (total: CallTotal) => number): number =>
  totals.reduce((sum, total) => sum + of(total), 0);

function titleBlock(paper: Paper, provider: Provider, { number, month, totals }: Title): number {
  const { doc, write } = paper;
  const y = heading(paper, provider);
  write(`Звонки номера ${number}`, side, y, { size: 20, weight: 'semi' });
  write(month, side, y + 28, { size: 11, colour: INK.second });
  const of = (direction: string) => totals.filter((total) => total.direction === direction);
  const talk = (some: readonly CallTotal[]) =>
    `${sumBy(some, ({ calls }) => calls)}, ${minutesText(sumBy(some, ({ seconds }) => seconds))}`;
  const cells = [
    ['За звонки', exactRubles(kopecks(sumBy(totals, ({ amount }) => amount)))],
    ['Исходящие', talk(of('out'))],
    ['Входящие', talk(of('in'))],
  ] as const;
  const top = y + 56;
  doc.roundedRect(side, top, INSIDE, 50, 8).fill(INK.tint);
  for (const [index, [name, value]] of cells.entries()) {
    const x = side + 14 + index * ((INSIDE - 14) / cells.length);
    write(name, x, top + 10, { size: 8, colour: INK.second });
    write(value, x, top + 24, { size: 12.5, weight: 'semi' });
  }
  return tableHead(paper, top + 72);
}

const minutesText = (seconds: number): string => `${Math.ceil(seconds / 60)}${NBSP}мин`;

function tableHead({ write, rule }: Paper, y: number): number {
  const style = { size: 8, colour: INK.second };
  write('Время', COLUMN.time, y, style);
  write('Номер', COLUMN.number, y, style);
  write('Звонок', COLUMN.way, y, style);
  write('Направление', COLUMN.zone, y, style);
  write('Разговор', COLUMN.talk, y, { ...style, align: 'right' });
  write('Стоимость', COLUMN.sum, y, { ...style, align: 'right' });
  rule(y + HEAD);
  return y + HEAD;
}

/** Returns the y for a block of that height: here, or below the table's head on a new sheet. */
function fits(paper: Paper, y: number, height: number): number {
  if (y + height <= paper.bottom) return y;
  paper.turn();
  return tableHead(paper, PAGE.top);
}

/** A day never stands alone at the foot of a sheet. */
function dayRow(paper: Paper, day: Day, from: number): number {
  const y = fits(paper, from, DAY + ROW);
  paper.write(dayText(day, YEARLESS), side, y + 10, { weight: 'semi' });
  return y + DAY;
}

interface Place {
  readonly zones: ReadonlyMap<string, string>;
  readonly zone: string;
  readonly y: number;
}

function callRow(paper: Paper, call: NumberCall, { zones, zone, y: from }: Place): number {
  const { write } = paper;
  const y = fits(paper, from, ROW);
  write(clockText(call.at, zone), COLUMN.time, y + 4);
  write(otherText(call.number), COLUMN.number, y + 4);
  write(call.direction === 'in' ? 'входящий' : 'исходящий', COLUMN.way, y + 4, { colour: INK.second });
  const [name = ''] = paper.wrapped(zones.get(call.zone) ?? '', COLUMN.talk - 40 - COLUMN.zone);
  write(name, COLUMN.zone, y + 4, { colour: INK.second });
  write(talkText(call.seconds), COLUMN.talk, y + 4, { align: 'right' });
  write(exactRubles(call.amount), COLUMN.sum, y + 4, { align: 'right' });
  paper.rule(y + ROW);
  return y + ROW;
}

/** The other party of a call: a name is shown as hidden, a foreign number begins with a plus. */
function otherText(number: string): string {
  if (!/^[\d*#]+$/.test(number) || /^\*+$/.test(number)) return 'Номер скрыт';
  const told = phoneText(number);
  return told === number && number.length > 10 ? `+${number}` : told;
}

/** `4:28`; a dash when nobody answered. */
const talkText = (seconds: number): string =>
  seconds === 0 ? '–' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
