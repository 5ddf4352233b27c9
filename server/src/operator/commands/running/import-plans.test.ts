import { expect, test } from 'vitest';
import type { Database, Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { importDesk, DESK_TABLES } from '../../../../test/portal/import-desk.ts';

const HISTORY = [
  'счёт;операция;день;вид;сумма',
  'A-7001;17;05.09.2026;платёж;1000',
  'A-7001;18;06.09.2026;списание;10',
];

/** The database, and the plans of what is read in its transactions. */
function watched(db: Database): { db: Database; plans: string[] } {
  const plans: string[] = [];
  const watch = (tx: Tx): Tx => ({
    ...tx,
    rows: async (statement) => {
      const plan = await tx.rows<Record<string, string>>(sql`explain ${statement}`);
      plans.push(...plan.flatMap((line) => Object.values(line)));
      return tx.rows(statement);
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
  const ledger = plans.filter((line) => /\bon ledger_/.test(line));
  expect(ledger.filter((line) => line.includes('Seq Scan'))).toEqual([]);
  expect(ledger.length).toBeGreaterThan(5);
});
