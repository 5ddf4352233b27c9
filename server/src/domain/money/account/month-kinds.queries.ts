import type { Day, Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import { SIDES } from '../ledger/sides.ts';
import { chargedLines } from './account.queries.ts';
import type { SameLinesRow } from './spent-days.rules.ts';

export interface KindSpending {
  readonly kind: ServiceKind | 'calls' | 'other';
  /** How many services or numbers were charged. */
  readonly services: number;
  readonly amount: Kopecks;
}

const accountsOf = (contractId: number): Sql => sql`select account_id from account where contract_id = ${contractId}`;

/** Calls are told by the words of their charge (`close-calls.ts`): they belong to a number or a SIP line, whose fee is another kind. */
const KIND = sql`case
  when is_call then 'calls'
  when user_id is not null then (select service_kind from service_user u where u.user_id = spent.user_id)
  when phone_number is not null then 'telephone'
  else 'other' end`;

/**
 * What a month has cost by kind, the dearest first: the same lines as its spending by service, so their sum is what the month has cost.
 * Summed by service first, because each service has a line for each day.
 */
export const monthByKind = (tx: Tx, contractId: number, period: Period): Promise<KindSpending[]> =>
  tx.rows(sql`
    with spent as (
      select user_id, phone_number, text like 'Разговоры%' as is_call, -sum(amount) as amount, bool_or(not is_return) as is_charged
      from (${chargedLines(accountsOf(contractId), period)}) line
      group by 1, 2, 3
    )
    select ${KIND} as kind, count(coalesce(user_id::text, phone_number)) filter (where is_charged) as services,
      sum(amount)::bigint as amount
    from spent
    group by 1 having sum(amount) <> 0
    order by amount desc, kind`);

/** The newest day with a movement up to another; each account and side has an index that begins with it. */
const newestDay = (contractId: number, upTo: Sql): Sql => {
  const newest = (side: Sql) => sql`(
    select day from ledger_entry where account_id = own.account_id and day <= ${upTo} and ${side}
    order by day desc, entry_id desc limit 1)`;
  return sql`(select max(greatest(${newest(SIDES.in)}, ${newest(SIDES.out)})) from (${accountsOf(contractId)}) own)`;
};

/** A number is not part of what its line is about: «Разговоры, номер 50-12-34». */
const NAME = sql`case when phone_number is null then text else regexp_replace(text, ', номер .*$', '') end`;

/** The latest days with movements, newest first; lines of a day with the same words as one. Reads these days only. */
export function latestSpentDays(
  tx: Tx,
  contractId: number,
  { until, days }: { until: Day; days: number },
): Promise<SameLinesRow[]> {
  const linesOf = (side: SameLinesRow['side'], condition: Sql) => sql`
    select day, ${side}::text as side, ${NAME} as text, amount_kopecks as amount, coalesce(user_id::text, phone_number) as service
    from ledger_entry
    where account_id in (${accountsOf(contractId)}) and day = any(array(select day from latest)) and ${condition}`;
  return tx.rows<SameLinesRow>(sql`
    with recursive latest as (
      select ${newestDay(contractId, sql`${until}::date`)} as day, 1 as n
      union all
      select ${newestDay(contractId, sql`latest.day - 1`)}, n + 1 from latest where day is not null and n < ${days}::integer
    ), line as materialized (${linesOf('paid', SIDES.in)} union all ${linesOf('charged', SIDES.out)})
    select day, side, text, count(*) as count, case when min(amount) = max(amount) then min(amount) end as each,
      sum(amount)::bigint as amount, (
        select count(distinct service) from line other where other.day = line.day and side = 'charged'
      ) as services
    from line
    group by day, side, text
    order by day desc, side desc, abs(sum(amount)) desc, text`);
}
