import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { statementsOf } from '../../../../test/database/statements-of.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { noteOursOnly, registeredPayment, resolveFindings } from './reconcile.queries.ts';

test('no query of a comparison reads all payments', async () => {
  const { pool, world } = await testPortal({ template: 'empty' });
  const { accountId } = await addClient(world);
  await pool.query(
    `insert into payment (payment_id, account_id, amount_kopecks, state, acquirer, qr_id, created_at, expires_at)
     select gen_random_uuid(), $1, n, 'expired', 'bank', 'AD' || n, now(), now() from generate_series(1, 3000) n`,
    [accountId],
  );
  await pool.query(
    `insert into reconciliation_finding (acquirer, day, kind, subject, amount_kopecks, found_at)
     select 'bank', '2026-11-20', 'theirs_only', 'AD' || n, n, now() from generate_series(1, 3) n`,
  );
  await pool.query('analyze payment, reconciliation_finding');
  const now = new Date();
  const amount = 1 as Kopecks;
  const asked: [string, (tx: Tx) => Promise<unknown>][] = [
    ['payment_pkey', (tx) => registeredPayment(tx, 'bank', { order_id: randomUUID(), qr_id: 'AD1', amount })],
    ['payment_acquirer_qr_id_key', (tx) => registeredPayment(tx, 'bank', { order_id: null, qr_id: 'AD1', amount })],
    [
      'payment_acquirer_paid_at_idx',
      (tx) => noteOursOnly(tx, { acquirer: 'bank', day: '2026-11-20' as Day, from: now, until: now, now }),
    ],
    ['payment_pkey', (tx) => resolveFindings(tx, 'bank', now)],
  ];
  const plans: string[] = [];
  for (const [, ask] of asked) {
    for (const { text, values } of await statementsOf(ask)) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
  }
  expect(plans).toEqual(
    asked.map(([index]) => expect.stringContaining(`Index Scan using ${index} on payment`) as string),
  );
});
