import { expect, test } from 'vitest';
import type { Database, Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { importDesk, DESK_TABLES } from '../../../../test/portal/import-desk.ts';

const HISTORY = [
  'счёт;операция;день;вид;сумма',
  'A-7001;17;05.09.2026;платёж;1000',
  'A-7001;18;06.09.2026;списание;10',
];

/** The database, and the plans of its statements. */
function watched(db: Database): { db: Database; plans: string[] } {
  const plans: string[] = [];
  const explain = async (tx: Tx, statement: Sql) => {
    const plan = await tx.rows<Record<string, string>>(sql`explain ${statement}`);
    plans.push(...plan.flatMap((line) => Object.values(line)));
  };
  const watch = (tx: Tx): Tx => ({
    ...tx,
    rows: async (statement) => {
      await explain(tx, statement);
      return tx.rows(statement);
    },
    run: async (statement) => {
      if (!statement.text.startsWith('set ')) await explain(tx, statement);
      return tx.run(statement);
    },
  });
  return { db: { ...db, write: (work) => db.write((tx) => work(watch(tx))) }, plans };
}

test('the ledger is read by its indexes, though the planner takes it for small', async () => {
  const { portal, bring } = await importDesk();
  const { db, plans } = watched(portal.world.db);
  Object.assign(portal.world, { db });
  const tables = { ...DESK_TABLES, history: HISTORY };
  expect(await bring('load', tables)).toMatchObject({ code: 0 });
  expect((await bring('check', tables)).said).toContain('history.csv: новых 0, уже были без изменений 2');
  const accounts = DESK_TABLES.accounts.map((line) => line.replace('1 250,50', '1 300'));
  expect((await bring('check', { ...tables, accounts })).said).toContain(
    'accounts.csv: новых 0, уже были без изменений 3, меняются 1',
  );
  const ledger = plans.filter((line) => /\bon ledger_/.test(line));
  expect(ledger.filter((line) => line.includes('Seq Scan'))).toEqual([]);
  expect(ledger.length).toBeGreaterThan(5);
  // An index that is read from end to end is no better.
  const whole = plans.filter(
    (line, at) => /\bScan .*\bon ledger_/.test(line) && !plans[at + 1]?.includes('Index Cond'),
  );
  expect(whole).toEqual([]);
});
