import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { unchargedCallsSql } from '#server/domain/services/calls/close-calls.ts';
import { AT_PLACE } from '#server/domain/support/incidents/incident.queries.ts';

/** Accounts with something that only ours can end, and incidents. */
export interface UnderWay {
  /** Not charged today yet, or not at all because of a fault. */
  readonly behind: number;
  readonly promises: number;
  /** One-time charges, but those of a planned pause, which is handed over. */
  readonly once: number;
  readonly calls: number;
  /** The bank takes money. */
  readonly autopayments: number;
  /** They have promised money back. */
  readonly incidents: number;
}

/** Incidents that hit these accounts and will give money back, which another billing would not know of. */
const givingBack = (ours: Sql): Sql => sql`
  select count(*)::integer from incident i where i.free_minutes is not null and i.compensated_at is null and exists (
    select from incident_place p join contract c on c.town_id = p.town_id and ${AT_PLACE} join account a using (contract_id)
    where p.incident_id = i.incident_id and a.account_id = ${ours})`;

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
      ) as autopayments, (${givingBack(ours)}) as incidents`);
};
