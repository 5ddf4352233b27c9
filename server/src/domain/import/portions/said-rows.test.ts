import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { sayRows } from './said-rows.queries.ts';

const PORTION = 500;
const portion = (turn: number) =>
  Array.from({ length: PORTION }, (_, row) => ({ key: `A-${turn * PORTION + row}`, line: turn * PORTION + row + 2 }));

test('a portion of a long table reads its own rows, not all that came before it', async () => {
  const { world } = await testPortal({ template: 'empty' });
  await world.db.write(async (tx) => {
    const rowsRead = async () => {
      const { read } = await tx.one<{ read: number }>(sql`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
        from pg_stat_xact_user_tables where relname = 'import_said'`);
      return read;
    };
    for (let turn = 0; turn < 20; turn += 1) expect(await sayRows(tx, 'history', portion(turn))).toEqual([]);
    const before = await rowsRead();
    // The last row is one of an earlier portion.
    const again = await sayRows(tx, 'history', [...portion(20), { key: 'A-7', line: 99_999 }]);
    expect(again).toEqual([{ key: 'A-7', line: 9 }]);
    expect((await rowsRead()) - before).toBeLessThanOrEqual(2 * PORTION);
  });
});
