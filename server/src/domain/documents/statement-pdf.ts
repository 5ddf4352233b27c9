import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { heading } from './heading.ts';
import { ACCOUNT_TITLES, daysText, exactRubles, explanation, taxText } from './line.texts.ts';
import { INK, INSIDE, openPaper, PAGE, type Paper } from './paper.ts';
import { statementLines, taxesOf, type StatementHead, type StatementLine, type TaxedServices } from './statement.ts';

interface Issued {
  readonly provider: Provider;
  readonly now: Date;
  /** «20 ноября 2026, 14:05». */
  readonly nowText: string;
}

const { side } = PAGE;
const RIGHT = PAGE.width - side;
const COLUMN = { what: side + 66, in: RIGHT - 182, out: RIGHT - 90, balance: RIGHT } as const;
/** Width of a column of sums, in points. */
const SUM_WIDTH = 86;
const LINE = 12.5;
const SMALL_LINE = 10;
const TAX_LINE = 14;
/** Space above and below the text of a row; height of the table's head. */
const [ABOVE, BELOW, HEAD] = [7, 6, 14];

/** A statement as a PDF, sent while it is written, so its length costs no memory. */
export async function* statementPdf(tx: Tx, head: StatementHead, issued: Issued): AsyncGenerator<Buffer> {
  const title = `Выписка по счёту ${ACCOUNT_TITLES[head.account.kind]}`;
  const { provider } = issued;
  const paper = openPaper({
    title: `${title}, ${daysText(head.from, head.until)}`,
    author: provider.name,
    accentHue: provider.accent_hue,
    accentChroma: provider.accent_chroma,
    footer: `Договор ${head.account.contract_no}, счёт ${head.account.account_no}. Сформировано ${issued.nowText} в личном кабинете`,
    now: issued.now,
  });
  let y = titleBlock(paper, title, head, provider);
  y = tableHead(paper, y);
  let isEmpty = true;
  for await (const lines of statementLines(tx, head)) {
    for (const line of lines) {
      y = row(paper, line, y);
      isEmpty = false;
    }
    const written = paper.written();
    if (written) yield written;
  }
  if (isEmpty) y = emptyRow(paper, y);
  y = totals(paper, head, y);
  taxes(paper, await taxesOf(tx, head, provider.vat), y);
  paper.close();
  yield* paper.doc as AsyncIterable<Buffer>;
}

function titleBlock(paper: Paper, title: string, head: StatementHead, provider: Provider): number {
  let y = heading(paper, provider);
  paper.write(title, side, y, { size: 20, weight: 'semi' });
  const days = daysText(head.from, head.until);
  const told = head.endsAt === undefined ? days : `${days}, последний день\u00a0— до\u00a0${head.endsAt}`;
  paper.write(told, side, y + 28, { size: 11, colour: INK.second });
  y += 58;
  const facts = [
    ['Клиент', head.account.client_name],
    ['Договор', head.account.contract_no],
    ['Лицевой счёт', head.account.account_no],
  ] as const;
  for (const [name, value] of facts) {
    paper.write(name, side, y, { colour: INK.second });
    const lines = paper.wrapped(value, INSIDE - 90);
    for (const [index, line] of lines.entries()) paper.write(line, side + 90, y + index * LINE);
    y += 15 + (lines.length - 1) * LINE;
  }
  return summary(paper, head, y + 8);
}

/** Four sums as a summary. */
function summary({ doc, write }: Paper, head: StatementHead, y: number): number {
  const cells: [string, string, string?][] = [
    [`Было ${dayText(head.from, YEARLESS)}`, exactRubles(head.opening)],
    ['Пополнено', exactRubles(head.paid, { signed: true }), head.paid > 0 ? INK.plus : INK.text],
    ['Списано', exactRubles(kopecks(0 - head.charged), { signed: true })],
    [`Стало ${dayText(head.until, YEARLESS)}`, exactRubles(head.closing)],
  ];
  doc.roundedRect(side, y, INSIDE, 50, 8).fill(INK.tint);
  for (const [index, [name, value, colour = INK.text]] of cells.entries()) {
    const x = side + 14 + index * ((INSIDE - 14) / cells.length);
    write(name, x, y + 10, { size: 8, colour: INK.second });
    write(value, x, y + 24, { size: 12.5, weight: 'semi', colour });
  }
  return y + 50 + 22;
}

function tableHead({ write, rule }: Paper, y: number): number {
  const style = { size: 8, colour: INK.second };
  write('Дата', side, y, style);
  write('Операция', COLUMN.what, y, style);
  write('Пополнено', COLUMN.in, y, { ...style, align: 'right' });
  write('Списано', COLUMN.out, y, { ...style, align: 'right' });
  write('Остаток', COLUMN.balance, y, { ...style, align: 'right' });
  rule(y + HEAD);
  return y + HEAD;
}

interface RowText {
  readonly text: string;
  readonly height: number;
  readonly style: Parameters<Paper['write']>[3];
}

/** The text and explanation of a line, wrapped to the space before its sum. */
function textsOf(paper: Paper, line: StatementLine, width: number): RowText[] {
  const small = { size: 8, colour: INK.second };
  return [
    ...paper.wrapped(line.text, width).map((text) => ({ text, height: LINE, style: {} })),
    ...paper.wrapped(explanation(line), width, small).map((text) => ({ text, height: SMALL_LINE, style: small })),
  ];
}

/**
 * Writes one line of the table, on the next sheet if this one is full; a line longer than a sheet continues on the
 * next.
 */
function row(paper: Paper, line: StatementLine, from: number): number {
  const { write } = paper;
  const column = line.side === 'paid' ? COLUMN.in : COLUMN.out;
  // The text may extend to the sum: in a charge's row the column of payments is empty.
  const width = column - SUM_WIDTH - COLUMN.what;
  const texts = textsOf(paper, line, width);
  const height = texts.reduce((sum, text) => sum + text.height, ABOVE + BELOW);
  let y = fits(paper, from, Math.min(height, paper.bottom - PAGE.top - HEAD)) + ABOVE;
  write(shortDay(line), side, y);
  const sum = exactRubles(line.amount, { signed: true });
  write(sum, column, y, { align: 'right', ...(line.amount > 0 && { colour: INK.plus }) });
  write(exactRubles(line.balance), COLUMN.balance, y, { align: 'right' });
  for (const { text, style, ...one } of texts) {
    y = fits(paper, y, one.height);
    write(text, COLUMN.what, y, style);
    y += one.height;
  }
  paper.rule(y + BELOW);
  return y + BELOW;
}

const shortDay = ({ day }: StatementLine) => day.split('-').reverse().join('.');

/** Returns the y for a block of that height: here, or below the table's head on a new sheet. */
function fits(paper: Paper, y: number, height: number): number {
  if (y + height <= paper.bottom) return y;
  paper.turn();
  return tableHead(paper, PAGE.top);
}

function emptyRow(paper: Paper, y: number): number {
  paper.write('В эти дни не было ни пополнений, ни списаний.', side, y + 12, { colour: INK.second });
  return y + 34;
}

function totals(paper: Paper, head: StatementHead, from: number): number {
  const y = fits(paper, from, 34) + 10;
  const style = { weight: 'semi', align: 'right' } as const;
  const end = [dayText(head.until, YEARLESS), head.endsAt].filter(Boolean).join(', ');
  paper.write(`Итого, остаток на ${end}`, side, y, { weight: 'semi' });
  paper.write(exactRubles(head.paid, { signed: true }), COLUMN.in, y, style);
  paper.write(exactRubles(kopecks(0 - head.charged), { signed: true }), COLUMN.out, y, style);
  paper.write(exactRubles(head.closing), COLUMN.balance, y, style);
  return y + 20;
}

/** The VAT within the services, one line per rate. */
function taxes(paper: Paper, taxed: readonly TaxedServices[], from: number): void {
  const style = { size: 8.5, colour: INK.second };
  let y = from;
  for (const one of taxed) {
    y = fits(paper, y, TAX_LINE);
    paper.write(taxText(one), side, y, style);
    if (one.percent !== null) paper.write(exactRubles(one.tax), COLUMN.out, y, { ...style, align: 'right' });
    y += TAX_LINE;
  }
}
