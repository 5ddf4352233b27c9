import { onTestFinished } from 'vitest';
import type { TestPortal } from '../portal/portal.ts';

/** Locks the accounts of a contract, like a long change, until released or the test ends. */
export async function holdAccounts({ pool }: TestPortal, contractId: number): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from account where contract_id = $1 for update', [contractId]);
  let isHeld = true;
  const letGo = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('rollback');
    holder.release();
  };
  onTestFinished(letGo);
  return letGo;
}

/** How many statements wait for row locks. */
export async function lockWaits({ pool }: TestPortal): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}
