import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { unchargedCallsSql } from '#server/domain/services/calls/close-calls.ts';

/** Accounts with something that only ours can end. */
export interface UnderWay {
  /** Not charged today yet, or not at all because of a fault. */
  readonly behind: number;
  readonly promises: number;
  /** One-time charges, but those of a planned pause, which is handed over. */
  readonly once: number;
  readonly calls: number;
  /** The bank takes money. */
  readonly autopayments: number;
}

export const underWay = (tx: Tx, accounts: readonly number[], today: Day): Promise<UnderWay> => {
  const ours = sql`any(${accounts}::bigint[])`;
  return tx.one(sql`
    select (
        select count(*)::integer from account where account_id = ${ours} and (charged_through < ${today} or (charged_through is null
          and not exists (select from charge_run where day = ${today} and finished_at is not null)))
      ) as behind, (
        select count(*)::integer from account where account_id = ${ours} and promised_kopecks > 0
      ) as promises, (
        select count(distinct account_id)::integer from one_time_charge
        where account_id = ${ours} and transaction_id is null and what not like 'suspension:%'
      ) as once, (
        select count(distinct calls."accountId")::integer from (${unchargedCallsSql(sql`l.account_id = ${ours}`)}) calls
      ) as calls, (
        select count(*)::integer from autopayment join autopayment_due d using (autopayment_id)
        where account_id = ${ours} and d.state = 'charging'
      ) as autopayments`);
};
