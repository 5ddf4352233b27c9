import { columnsOf, type ImportColumn, type ImportRow, type ImportTable } from '@kabinet/contract/staff';
import type { Arrival, Counts, Judged, RowOf, TableImport } from '../arrival.ts';
import { parseRow, type CellReaders } from '../cells.ts';
import { differencesOf, type ComparedColumns } from '../differences.ts';
import { formerRows, rememberRows } from '../changed/former-rows.queries.ts';
import { mergedColumns, type Changeable, type FormerRow } from '../changed/merge.ts';
import {
  countsOf,
  fullCells,
  goneOf,
  isOther,
  saidAnew,
  withoutPasswords,
  writeChanges,
  type MergedRow,
  type OnLine,
  type Cells,
} from '../changed/merged-rows.ts';
import { sayRows, type KeyOnLine } from './said-rows.queries.ts';
import { portionsOf } from './portions.ts';
import type { Refusals } from '../refused.ts';

type Taking = Pick<Arrival, 'tx' | 'now' | 'counts' | 'refusals' | 'differing' | 'gone' | 'isOnHold' | 'beside'>;

/** Imports a table, portion by portion: nothing of it stays in memory but what is wrong or differs. */
export async function take<T extends ImportTable, Row extends RowOf<T>, New>(
  arrival: Taking,
  asked: TableImport<T, Row, New>,
): Promise<void> {
  const { table, rows, changes, after } = asked;
  if (!rows) return;
  const counted = { added: 0, known: 0, changed: 0, differing: 0 };
  for await (const portion of portionsOf(rows)) {
    const found = await takePortion(arrival, asked, portion);
    for (const name of COUNTED) counted[name] += found[name];
    await after?.();
  }
  // A batch of another billing holds only what is new or changed.
  if (changes && !arrival.beside) arrival.gone.push(...(await goneOf(arrival.tx, table)));
  arrival.counts.push({ table, ...counted });
}

const COUNTED = ['added', 'known', 'changed', 'differing'] as const;

/** Parses each cell, records faults and differences with their lines, adds new rows, changes those that are there. */
async function takePortion<T extends ImportTable, Row extends RowOf<T>, New>(
  arrival: Taking,
  { table, readers, keyOf: keyOfRow, look, insert, changes, onlyOfNew = [] }: TableImport<T, Row, New>,
  rows: readonly ImportRow<T>[],
): Promise<Omit<Counts, 'table'>> {
  const { tx, now } = arrival;
  const read = readRows(rows, readers, (line, cells, column, why) => {
    arrival.refusals.add({ table, line, reason: `${columnsOf(table)[column]?.name ?? column}: ${why}` }, cells);
  }).map((one) => ({ ...one, key: keyOfRow(one.row) }));
  const earlier = await sayRows(
    tx,
    table,
    read.map(({ key, row: { line } }) => ({ key, line })),
  );
  const said = new Map(changes ? (await formerRows(tx, table, read)).map(({ key, cells }) => [key, cells]) : []);
  const formerRow = (cells: Cells, line: number) => {
    const row = parseRow(readers, fullCells(table, cells), () => undefined);
    return row ? [{ ...row, line }] : [];
  };
  const judge = await look([
    ...read.map(({ row }) => row),
    ...[...said.values()].flatMap((cells) => formerRow(cells, 0)),
  ]);
  const judged = judgeRows({ table, refusals: arrival.refusals, earlier }, read, judge);

  /** What the table said last. */
  const formerOf = ({ key, row }: ReadRow<Row>): FormerRow | undefined => {
    const cells = said.get(key);
    if (!cells) return undefined;
    const [verdict] = formerRow(cells, row.line).map(judge);
    if (!verdict) return undefined;
    return { cells, differing: 'known' in verdict ? differencesOf(table, verdict.known, fullCells(table, cells)) : [] };
  };
  const known = judged.known.map((known): MergedRow<Row> => {
    const one = arrival.beside ? { ...known, cells: without(known.cells, onlyOfNew) } : known;
    const former = formerOf(one);
    const differing = differencesOf(table, one.known, one.cells);
    const ruleFor = (column: string) => ruleOf(changes?.columns[column as ImportColumn<T>], one.row);
    return {
      ...one,
      former,
      columns: mergedColumns(differing, former, {
        ruleOf: ruleFor,
        together: changes?.together,
        isOnHold: arrival.isOnHold,
      }),
    };
  });
  if (judged.fresh.length > 0) await insert(judged.fresh.map(({ fresh }) => fresh));
  arrival.beside?.added(
    table,
    judged.fresh.map(({ row }) => row.line),
  );
  if (changes) {
    await writeChanges(changes.write, known);
    const fresh = judged.fresh.map(({ key, row: { line }, cells }) => ({
      key,
      cells: without(cells, arrival.beside?.leftOutOf({ table, line }) ?? []),
    }));
    await rememberRows(tx, table, [...fresh, ...known.flatMap(saidAnew)].map(withoutPasswords(table)), now);
  }
  arrival.differing.push(...known.filter(isOther).map(({ row: { line }, columns }) => ({ table, line, columns })));
  return { added: judged.fresh.length, ...countsOf(known) };
}

/** As if the row lacked these columns. */
const without = (cells: Cells, columns: readonly string[]): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !columns.includes(column)));

const ruleOf = <Row>(rule: Changeable | ((row: Row) => Changeable) | undefined, row: Row): Changeable | undefined =>
  typeof rule === 'function' ? rule(row) : rule;

interface ReadRow<Row> {
  readonly key: string;
  readonly row: OnLine<Row>;
  readonly cells: Cells;
}

/** Sorts rows into new ones and those that are there; records what is wrong. */
function judgeRows<T extends ImportTable, Row, New>(
  {
    table,
    refusals,
    earlier,
  }: { readonly table: T; readonly refusals: Refusals; readonly earlier: readonly KeyOnLine[] },
  read: readonly ReadRow<Row>[],
  judge: (row: OnLine<Row>) => Judged<T, New>,
) {
  const lines = new Map(earlier.map(({ key, line }) => [key, line]));
  const fresh: (ReadRow<Row> & { readonly fresh: New })[] = [];
  const known: (ReadRow<Row> & { readonly known: ComparedColumns<T> })[] = [];
  for (const one of read) {
    const { line } = one.row;
    const earlier = lines.get(one.key);
    lines.set(one.key, earlier ?? line);
    const judged: Judged<T, New> =
      earlier === undefined ? judge(one.row) : { wrong: `то же самое, что в строке ${earlier}` };
    if ('wrong' in judged) refusals.add({ table, line, reason: judged.wrong }, one.cells, judged.lacks);
    else if ('fresh' in judged) fresh.push({ ...one, fresh: judged.fresh });
    else known.push({ ...one, known: judged.known });
  }
  return { fresh, known };
}

function readRows<T extends ImportTable, Row extends RowOf<T>>(
  rows: readonly ImportRow<T>[],
  readers: CellReaders<Row>,
  refuse: (line: number, cells: Cells, column: string, why: string) => void,
): { readonly row: OnLine<Row>; readonly cells: Cells }[] {
  return rows.flatMap(({ line, ...texts }) => {
    const cells = texts as unknown as Cells;
    const row = parseRow(readers, cells, (column, why) => {
      refuse(line, cells, column, why);
    });
    return row ? [{ row: { ...row, line }, cells }] : [];
  });
}
