import { expect, test } from 'vitest';
import { usesOfAddress } from '#server/domain/services/accounting/history.queries.ts';
import { settleSessions } from '#server/jobs/services/accounting.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

test('who had an address is told within a second of years, from one month and the few that lasted beyond it', async () => {
  const portal = await testPortal({ template: 'empty' });
  // One address in 40 000 sessions, one after another.
  await portal.pool.query(`
    insert into internet_session (started_at, stopped_at, address, bytes_in, bytes_out)
    select at, at + interval '40 minutes', '203.0.113.1', 0, 0
    from generate_series(1, 40000) n, lateral (select '2026-11-18T00:00:00Z'::timestamptz - n * interval '39 minutes' as at) s`);
  await settleSessions(portal.world);
  await portal.pool.query('analyze internet_session');
  const asked = { address: '203.0.113.1', port: undefined, moment: new Date('2024-02-12T10:00:00Z') };
  const begun = performance.now();
  const uses = await portal.world.db.read((tx) => usesOfAddress(tx, asked));
  expect(performance.now() - begun).toBeLessThan(1000);
  expect(uses.length).toBeGreaterThan(0);
});
