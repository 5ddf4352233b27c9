import type { TestPortal } from './portal.ts';

/** From now on the charging runs charge this contract alone: for tests that live through many days of one client. */
export async function chargingOnly({ pool }: TestPortal, contractId: number): Promise<void> {
  await pool.query(`update account set charged_through = '2100-01-01' where contract_id <> $1`, [contractId]);
}
