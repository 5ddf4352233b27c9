import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { BooksBehind } from '#server/kernel/job/behind.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import type { ChangeTarget } from './service-change.queries.ts';
import { chargeDays } from './settle-change.ts';

type Payer = Pick<ChangeTarget, 'account_id' | 'contract_id' | 'charged_through'>;

/**
 * A client must see what can be changed today. A change first catches up on days that the run is late with, and a debt,
 * a suspension or a plan of such a day may forbid what was possible the day before.
 */
export function demandTodaysBooks(payer: Payer, today: Day, at: At): void {
  if (isBehind(payer, today)) throw new BooksBehind((tx) => catchUp(tx, payer.contract_id, today, at));
}

const isBehind = ({ charged_through }: Pick<Payer, 'charged_through'>, today: Day): boolean =>
  charged_through !== null && charged_through < today;

/** All accounts of the contract: a batch may read each of them. */
async function catchUp(tx: Tx, contractId: number, today: Day, at: At): Promise<void> {
  for (const payer of await lockedPayers(tx, contractId))
    if (isBehind(payer, today)) await chargeDays(tx, payer, today, at);
}

const lockedPayers = (tx: Tx, contractId: number): Promise<Payer[]> =>
  tx.rows(sql`
    select account_id, contract_id, charged_through from account
    where contract_id = ${contractId} order by account_id for no key update`);
