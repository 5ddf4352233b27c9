import type { Result } from '@kabinet/contract/kernel/call/call';
import { importTables, type OperatorContract } from '@kabinet/contract/staff';
import { plural, rubles } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf, type CallFields } from '../../command.ts';
import { FolderTables } from '../../folder-tables.ts';
import { tableFileName, openFolder } from './import-folder.ts';

type Imports = OperatorContract['imports'];
type Reply = Result<Imports['load']>;

/** All tables of the folder, read row by row. */
async function* tablesOf(folder: string): AsyncIterable<CallFields> {
  yield { tables: new FolderTables(await openFolder(folder, importTables)) };
}

/** «contracts.csv: прочитан как Windows-1251» */
const notesOn = ({ tables }: CallFields): string[] =>
  tables instanceof FolderTables
    ? tables.inWindows1251.map(
        (table) =>
          `${tableFileName(table)}: не UTF-8, прочитан как Windows-1251. Если буквы не те, сохраните его в UTF-8`,
      )
    : [];

const faultLine = ({ table, line, reason }: Reply['doubtful'][number]): string =>
  `${tableFileName(table)}, строка ${line}: ${reason}`;

/** «services.csv, строка 4: договора 7009 нет: добавьте его в contracts.csv (и ещё 3 строки по той же причине)» */
const refusalLine = ({ dependants, ...fault }: Reply['wrong'][number]): string =>
  dependants === 0
    ? faultLine(fault)
    : `${faultLine(fault)} (и ещё ${plural(dependants, ['строка', 'строки', 'строк'])} из-за этого)`;

type Columns = Reply['differing'][number]['columns'];

interface Verbs {
  readonly changed: string;
  readonly kept: string;
}
const WOULD: Verbs = { changed: 'изменится', kept: 'останется как есть' };
const DONE: Verbs = { changed: 'изменено', kept: 'оставлено как было' };

/** «contracts.csv, строка 3: изменено: квартира — «4» → «5»; оставлено как было: пароль — другой (его меняет абонент)» */
function differenceLine({ table, line, columns }: Reply['differing'][number], verbs: Verbs): string {
  const parts = [
    part(
      verbs.changed,
      columns.filter(({ kept }) => kept === null),
      changedText,
    ),
    part(
      verbs.kept,
      columns.filter(({ kept }) => kept !== null),
      keptText,
    ),
  ];
  return faultLine({ table, line, reason: parts.filter((text) => text !== '').join('; ') });
}

const part = (verb: string, columns: Columns, textOf: (one: Columns[number]) => string): string =>
  columns.length === 0 ? '' : `${verb}: ${columns.map(textOf).join('; ')}`;

const changedText = ({ column, ours, given }: Columns[number]): string =>
  `${column} — ${cellText(ours ?? '')} → ${cellText(given ?? '')}`;

const keptText = ({ column, ours, given, kept }: Columns[number]): string =>
  ours === null || given === null
    ? `${column} — другой (${kept ?? ''})`
    : `${column} — у нас ${cellText(ours)}, в таблице ${cellText(given)} (${kept ?? ''})`;

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

function tell({ tables, opened, doubtful, differing, wrong }: Reply, verbs: Verbs, ...end: readonly string[]) {
  const others = differing.map((one) => differenceLine(one, wrong.length > 0 ? WOULD : verbs));
  const faults = [...doubtful.map(faultLine), ...others, ...wrong.map(refusalLine)];
  if (wrong.length > 0) {
    return saidIf(true, ...faults, `Ошибок: ${wrong.length}. Ничего не принято: исправьте и повторите`);
  }
  return said(
    ...faults,
    ...tables.map(tableLine),
    ...(opened.accounts > 0
      ? [`Остатки: ${plural(opened.accounts, ['счёт', 'счёта', 'счетов'])}, всего ${rubles(opened.sum)}`]
      : []),
    ...(opened.past ? [pastLine(opened.past)] : []),
    ...end,
  );
}

const tableLine = ({ table, added, known, changed, differing }: Reply['tables'][number]): string =>
  [
    `${tableFileName(table)}: новых ${added}, уже были без изменений ${known}`,
    changed > 0 ? `, меняются ${changed}` : '',
    differing > 0 ? `, расходятся ${differing}` : '',
  ].join('');

/** «contracts.csv: больше нет 2 строк: 7003, 7004. Удалять их сами не станем» */
const goneLine = ({ table, count, first }: Reply['gone'][number]): string =>
  `${tableFileName(table)}: больше нет ${plural(count, ['строки', 'строк', 'строк'])}: ${first.map(keyText).join(', ')}${
    count > first.length ? ' …' : ''
  }. У нас они остались: закройте лишнее сами`;

/** The key of a row of several cells is a list. */
const keyText = (key: string): string =>
  key.startsWith('[') ? (JSON.parse(key) as readonly string[]).filter((cell) => cell !== '').join(' · ') : key;

const NOTHING_WRONG = 'Ошибок нет, ничего не изменено. Принять: import load';
const TAKEN = 'Принято. Сверьте книги: ledger verify; передайте услуги сети: network check';
const TAKEN_ON_HOLD =
  'Принято. Списания на паузе. Сверьте книги: ledger verify; прорепетируйте первую ночь: charge rehearse; начните: charge begin <день>';

export const importCommands: CommandsOf<Imports> = {
  check: {
    read: ({ tables = '' }) => tablesOf(tables),
    notesOn,
    tell: (reply) => tell(reply, WOULD, NOTHING_WRONG),
  },
  diff: {
    read: ({ tables = '' }) => tablesOf(tables),
    notesOn,
    tell: (reply) => tell(reply, WOULD, ...reply.gone.map(goneLine), NOTHING_WRONG),
  },
  load: {
    read: ({ tables = '' }) => tablesOf(tables),
    notesOn,
    tell: (reply) => tell(reply, DONE, reply.on_hold ? TAKEN_ON_HOLD : TAKEN),
  },
};
