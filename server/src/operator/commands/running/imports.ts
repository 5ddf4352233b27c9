import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '@kabinet/contract/kernel/call/call';
import {
  columnsOf,
  IMPORT_TABLES,
  importTables,
  LONGEST_CELL,
  type ImportTable,
  type OperatorContract,
} from '@kabinet/contract/staff';
import { plural, rubles } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, WrongArgument, type CommandsOf, type CallFields } from '../../command.ts';
import { readRows } from '../../table-file.ts';

type Imports = OperatorContract['imports'];
type Reply = Result<Imports['load']>;

const fileOf = (table: ImportTable): string => `${IMPORT_TABLES[table].file}.csv`;
const KNOWN_FILES = importTables.map(fileOf);

/** All tables of the folder. Refuses a file with an unknown name, because its rows would be skipped silently. */
async function* tablesOf(folder: string): AsyncIterable<CallFields> {
  const files = await readdir(folder).catch(() => {
    throw new WrongArgument(`Папка не открывается: ${folder}`);
  });
  const tables = files.filter((file) => file.toLowerCase().endsWith('.csv'));
  const unknown = tables.find((file) => !KNOWN_FILES.includes(file));
  if (unknown !== undefined) throw new WrongArgument(`Такой таблицы нет: ${unknown}. Бывают ${KNOWN_FILES.join(', ')}`);
  if (tables.length === 0) throw new WrongArgument(`В папке ${folder} нет таблиц: ${KNOWN_FILES.join(', ')}`);
  const read: Record<string, unknown> = {};
  for (const table of importTables) {
    if (tables.includes(fileOf(table))) read[table] = await rowsIn(join(folder, fileOf(table)), table);
  }
  yield { tables: read };
}

async function rowsIn(path: string, table: ImportTable) {
  const columns = Object.entries(columnsOf(table));
  const names = Object.fromEntries(columns.map(([column, { name }]) => [column, [name]]));
  const mayLack = new Set(columns.filter(([, { isOptional }]) => isOptional).map(([column]) => column));
  try {
    const rows = await readRows(path, names, mayLack);
    for (const row of rows) refuseLongCells(row, columns);
    return rows;
  } catch (error) {
    throw error instanceof WrongArgument ? new WrongArgument(`${fileOf(table)}: ${error.message}`) : error;
  }
}

/** The call would refuse them all together, without a line. */
function refuseLongCells(
  row: { readonly line: number } & Readonly<Record<string, string | number | undefined>>,
  columns: readonly (readonly [string, { readonly name: string }])[],
): void {
  for (const [column, { name }] of columns) {
    if (String(row[column] ?? '').length > LONGEST_CELL)
      throw new WrongArgument(`Строка ${row.line}, ${name}: длиннее ${LONGEST_CELL} знаков`);
  }
}

const faultLine = ({ table, line, reason }: Reply['wrong'][number]): string =>
  `${fileOf(table)}, строка ${line}: ${reason}`;

/** «contracts.csv, строка 3: уже есть, оставлено как было: квартира — у нас «4», в таблице «5»; пароль — другой» */
const differenceLine = ({ table, line, columns }: Reply['differing'][number]): string =>
  faultLine({ table, line, reason: `уже есть, оставлено как было: ${columns.map(columnText).join('; ')}` });

const columnText = ({ column, ours, given }: Reply['differing'][number]['columns'][number]): string =>
  ours === null || given === null
    ? `${column} — другой`
    : `${column} — у нас ${cellText(ours)}, в таблице ${cellText(given)}`;

/** Enough of a cell to know it by. */
const LONGEST_TEXT = 100;

function cellText(text: string): string {
  if (text === '') return 'пусто';
  const line = text.replaceAll(/\s+/g, ' ');
  return `«${line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line}»`;
}

/** What the former system calls «перерасчёт» is among the charges. */
const pastLine = ({ paid, charged }: NonNullable<Reply['opened']['past']>): string =>
  `Прошлое: пополнено ${rubles(paid)}, списано с учётом перерасчётов ${rubles(charged)}`;

function tell({ tables, opened, doubtful, differing, wrong }: Reply, end: string) {
  const faults = [...doubtful.map(faultLine), ...differing.map(differenceLine), ...wrong.map(faultLine)];
  if (wrong.length > 0) {
    return saidIf(true, ...faults, `Ошибок: ${wrong.length}. Ничего не принято: исправьте и повторите`);
  }
  return said(
    ...faults,
    ...tables.map(
      ({ table, added, known, differing: others }) =>
        `${fileOf(table)}: новых ${added}, уже были без изменений ${known}${others > 0 ? `, отличаются ${others}` : ''}`,
    ),
    ...(opened.accounts > 0
      ? [`Остатки: ${plural(opened.accounts, ['счёт', 'счёта', 'счетов'])}, всего ${rubles(opened.sum)}`]
      : []),
    ...(opened.past ? [pastLine(opened.past)] : []),
    end,
  );
}

const TAKEN = 'Принято. Сверьте книги: ledger verify; передайте услуги сети: network check';
const TAKEN_ON_HOLD =
  'Принято. Списания на паузе. Сверьте книги: ledger verify; прорепетируйте первую ночь: charge rehearse; начните: charge begin <день>';

export const importCommands: CommandsOf<Imports> = {
  check: {
    read: ({ tables = '' }) => tablesOf(tables),
    tell: (reply) => tell(reply, 'Ошибок нет, ничего не изменено. Принять: import load'),
  },
  load: {
    read: ({ tables = '' }) => tablesOf(tables),
    tell: (reply) => tell(reply, reply.on_hold ? TAKEN_ON_HOLD : TAKEN),
  },
};
