import { addMonths, periodOf, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { SIDES } from '#server/domain/money/ledger/sides.ts';

/** A day that has passed, and the moment at which it ended. */
export interface PastDay {
  readonly day: Day;
  readonly end: Instant;
}

export interface ContractOfDay {
  readonly contract_id: number;
  readonly opened_on: Day;
  readonly state: 'active' | 'closed' | null;
  readonly name: string;
  /** False: the staff have corrected it since, before former names were kept. */
  readonly knows_name: boolean;
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
  readonly knows_place: boolean;
  /** Contracts that were joined to this one since, before it was kept which services came. */
  readonly unkept_joins: number[];
  /** Whether options and programs that ended were kept by then. */
  readonly keeps_extras: boolean;
}

/** Whether no correction since the day lacks what it replaced. */
const kept = (contractId: number, end: Instant, what: string): Sql => sql`
  not exists (
    select from staff_change s
    where s.contract_id = ${contractId} and s.call = 'contract edit' and s.made_at >= ${end} and s.text like ${`%${what}%`}
      and not exists (select from contract_past p where p.contract_id = s.contract_id and p.until_at = s.made_at))`;

export const contractOn = (tx: Tx, contractId: number, { day, end }: PastDay): Promise<ContractOfDay | undefined> =>
  tx.maybe(sql`
    select c.contract_id, c.opened_on, coalesce(named.client_name, c.client_name) as name,
      ${kept(contractId, end, 'имя')} as knows_name, ${kept(contractId, end, 'адрес')} as knows_place,
      t.name as town, s.name as street, place.house, place.flat,
      case when c.closed_on <= ${day} or decided.call = 'contract close' then 'closed' when c.state <> 'suspended' then 'active' end as state,
      array(
        select from_contract_id from contract_regrouping r
        where r.to_contract_id = c.contract_id and r.kind = 'join' and r.made_at >= ${end}
          and not exists (select from service_past p where p.contract_id = r.from_contract_id and p.until_at >= r.made_at)
        order by from_contract_id
      ) as unkept_joins,
      coalesce((select applied_at < ${end} from migration where name = '0158_how_a_contract_was.sql'), true) as keeps_extras
    from contract c
    left join lateral (
      select client_name from contract_past p where p.contract_id = c.contract_id and until_at >= ${end}
      order by until_at, contract_past_id limit 1
    ) named on true
    -- Somebody who has closed a contract may have opened it again since.
    left join lateral (
      select call from staff_change d
      where d.contract_id = c.contract_id and d.call in ('contract close', 'contract reopen') and d.made_at < ${end}
      order by made_at desc, staff_change_id desc limit 1
    ) decided on true
    cross join lateral (
      select town_id, street_id, house, flat from (
        select town_id, street_id, house, flat, moved_at as until_at from contract_move where contract_id = c.contract_id
        union all
        select town_id, street_id, house, flat, until_at from contract_past where contract_id = c.contract_id
        union all
        select c.town_id, c.street_id, c.house, c.flat, 'infinity'
      ) lived where until_at >= ${end} order by until_at limit 1
    ) place
    join town t on t.town_id = place.town_id left join street s on s.street_id = place.street_id
    where c.contract_id = ${contractId}`);

export interface AccountOfDay {
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly balance: Kopecks;
  readonly promised: Kopecks | null;
}

/** Today's balance without what came after the day: whole months by their totals, the rest of its month by lines. */
export const accountsOn = (tx: Tx, contractId: number, { day, end }: PastDay): Promise<AccountOfDay[]> => {
  const later = sql`account_id = a.account_id and day > ${day} and day < ${addMonths(`${periodOf(day)}-01` as Day, 1)}`;
  return tx.rows(sql`
    select a.kind, a.account_no, (a.balance_kopecks
      - coalesce((select sum(paid_kopecks - charged_kopecks) from account_month m where m.account_id = a.account_id and m.period > ${periodOf(day)}), 0)
      - coalesce((select sum(amount_kopecks) from ledger_entry where ${later} and ${SIDES.in}), 0)
      - coalesce((select sum(amount_kopecks) from ledger_entry where ${later} and ${SIDES.out}), 0))::bigint as balance, (
        select amount_kopecks from promised_payment p
        where p.account_id = a.account_id and taken_at < ${end} and ends_on > ${day} and (closed_at is null or closed_at >= ${end})
        order by taken_at desc limit 1
      ) as promised
    from account a where a.contract_id = ${contractId} order by a.kind`);
};
