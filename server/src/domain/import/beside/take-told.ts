import { TOLD_TABLES, type ToldTable } from '@kabinet/contract/staff';
import type { Database, Tx } from '#server/db/database.ts';
import { isAnyChargedOutside } from '#server/domain/billing/charging/source.queries.ts';
import { keepConflicts } from '#server/domain/changes/outside/conflict.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Cells } from '../changed/merged-rows.ts';
import { takeAll, type ImportTools } from '../import.ts';
import { cabinetPasswords } from '../passwords.ts';
import { Refusals } from '../refused.ts';
import { makeSessionMonths } from '../usage/sessions.ts';
import { importedServicesOf } from '../services.queries.ts';
import { rowsOfOurs } from './ours.queries.ts';
import { rowKey, type NamedRow } from './row-key.ts';
import { Verdicts } from './verdicts.ts';

/** Rows of tables, unparsed. */
export type ToldRows = Readonly<Partial<Record<ToldTable, readonly Cells[] | undefined>>>;

export interface ToldOutcome {
  readonly table: ToldTable;
  readonly row: number;
  readonly key: string;
  readonly outcome: 'taken' | 'same' | 'partly' | 'refused';
  readonly reasons: string[];
  readonly because: { readonly table: ToldTable; readonly row: number } | null;
}

/**
 * Takes a batch of rows from another billing while it charges, by the same code as an import (decision 0281). What is right is taken, also
 * if other rows are wrong: those are listed until a right one comes.
 */
export async function takeTold(db: Database, tables: ToldRows, tools: ImportTools): Promise<ToldOutcome[]> {
  const rows = namedRows(tables);
  const twice = repeatedRows(rows);
  const ours = await db.read(async (tx) => {
    await refuseOwn(tx);
    return rowsOfOurs(tx, rows);
  });
  const given = rowsBut(rows, [...twice, ...ours]);
  await makeSessionMonths(db, given['sessions'], tools);
  // Hashing must not hold a transaction.
  const passwords = await cabinetPasswords(db, given['contracts'], { isCheck: false, hear: tools.hear });
  return db.write(async (tx) => {
    await refuseOwn(tx);
    const beside = new Verdicts();
    const refusals = new Refusals((fault, cause) => {
      beside.refused(fault, cause);
    });
    for (const { table, line, cells } of twice) refusals.add({ table, line, reason: TWICE }, cells);
    for (const { table, line, cells } of ours.filter((row) => !twice.includes(row)))
      refusals.add({ table, line, reason: OURS }, cells);
    beside.read(await takeAll(tx, given, { ...tools, passwords, keepsSecrets: true, beside, refusals }));
    await tellNetwork(
      tx,
      rows.filter((row) => beside.of(row).isMoved),
    );
    const outcomes = rows.map((row) => outcomeOf(row, beside));
    await keepRefused(tx, rows, { beside, now: tools.now });
    return outcomes;
  });
}

const TWICE = 'строка названа в одном пакете дважды';
const OURS = 'этому договору начисляет кабинет: строка не нужна';

async function refuseOwn(tx: Tx): Promise<void> {
  if (!(await isAnyChargedOutside(tx))) throw new Problem('charging_own');
}

const namedRows = (tables: ToldRows): NamedRow[] =>
  TOLD_TABLES.flatMap((table) =>
    (tables[table] ?? []).map((cells, place) => ({ table, line: place + 1, key: rowKey(table, cells), cells })),
  );

/** Which of the rows with one key is meant is not guessed. */
function repeatedRows(rows: readonly NamedRow[]): readonly NamedRow[] {
  const same = Map.groupBy(rows, ({ table, key }) => `${table} ${key}`);
  return [...same.values()].filter(({ length }) => length > 1).flat();
}

function rowsBut(rows: readonly NamedRow[], left: readonly NamedRow[]) {
  const out = new Set(left);
  const byTable = Map.groupBy(
    rows.filter((row) => !out.has(row)),
    ({ table }) => table,
  );
  return Object.fromEntries(
    [...byTable].map(([table, some]) => [table, some.map(({ line, cells }) => ({ ...cells, line }))]),
  );
}

/** The network hears of services and numbers that are new or changed, as it does when their states are told. */
async function tellNetwork(tx: Tx, moved: readonly NamedRow[]): Promise<void> {
  const of = (...tables: readonly ToldTable[]) => moved.filter(({ table }) => tables.includes(table));
  const logins = of('services', 'serviceOptions').map(({ cells }) => cells['login'] ?? '');
  const services = await importedServicesOf(tx, [...new Set(logins)]);
  await serviceChanged(
    tx,
    ...services.map(({ user_id: userId }) => ({ userId })),
    ...of('numbers').map(({ key: phoneNumber }) => ({ phoneNumber })),
  );
}

function outcomeOf({ table, line, key }: NamedRow, beside: Verdicts): ToldOutcome {
  const { outcome, reasons, because } = beside.of({ table, line });
  const cause = because && { table: because.table as ToldTable, row: because.line };
  return { table, row: line, key, outcome, reasons: cause ? [] : reasons, because: cause };
}

async function keepRefused(
  tx: Tx,
  rows: readonly NamedRow[],
  { beside, now }: { readonly beside: Verdicts; readonly now: Date },
): Promise<void> {
  const keys = new Map(rows.map(({ table, line, key }) => [`${table} ${line}`, key]));
  for (const table of TOLD_TABLES) {
    const ours = rows.filter((row) => row.table === table).map((row) => ({ ...row, ...beside.of(row) }));
    const isRight = ({ outcome }: { readonly outcome: string }) => outcome === 'taken' || outcome === 'same';
    await keepConflicts(
      tx,
      table,
      {
        right: ours.filter(isRight).map(({ key }) => key),
        wrong: ours
          .filter((one) => !isRight(one))
          .map(({ key, reasons, because }) => ({
            key,
            reason: reasons.join('; '),
            cause: because && {
              told: because.table as ToldTable,
              key: keys.get(`${because.table} ${because.line}`) ?? '',
            },
          })),
      },
      now,
    );
  }
}
