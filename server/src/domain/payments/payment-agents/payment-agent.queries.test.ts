import { expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { statementsOf } from '../../../../test/database/statements-of.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { unknownTransfers } from '../transfers/transfer.queries.ts';
import { findAccount, lockOperation, operationOf, operationsOn } from './payment-agent.queries.ts';

test('every query for a payment agent uses an index', async () => {
  const { pool } = await testPortal({ template: 'empty' });
  const asked: [string, (tx: Tx) => Promise<unknown>][] = [
    ['account_by_key', (tx) => findAccount(tx, '789')],
    ['account_by_key|contract_by_printed_no', (tx) => findAccount(tx, '789-И')],
    ['payment_agent_operation_source_txn_id_key', (tx) => operationOf(tx, 'bank', '1')],
    [
      'payment_agent_operation_pkey',
      (tx) => lockOperation(tx, 'bank', { command: 'cancel', txnId: '1', transactionId: 1 }),
    ],
    ['payment_agent_operation_source_agent_day_idx', (tx) => operationsOn(tx, 'bank', '2026-11-20' as Day)],
    ['bank_transfer_day_transfer_id_idx', (tx) => unknownTransfers(tx)],
  ];
  const client = await pool.connect();
  // Tables are empty: only a query that no index supports scans a table.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
  for (const [index, ask] of asked) {
    for (const { text, values } of await statementsOf(ask)) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(index));
    }
  }
  client.release(true);
});
