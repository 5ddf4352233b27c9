import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { SIDES } from '#server/domain/money/ledger/sides.ts';
import type { PastDay } from './day-contract.queries.ts';

type Told = Result<OperatorContract['card']['day']>['services'][number];

/** What the database tells of a service, or of a phone number, at the end of a day. */
export interface HeldRow extends Pick<Told, 'kind' | 'name' | 'user_id' | 'phone_number' | 'reason'> {
  /** The state since `since`, of earlier moments it tells nothing; null: since the beginning. */
  readonly state: 'connecting' | 'active' | 'paused' | 'blocked' | 'closed';
  readonly since: Instant | null;
  /** Why the staff had closed it; null: they had not. */
  readonly closed_because: string | null;
  readonly is_suspended: boolean;
  readonly plan_id: number | null;
  readonly plan: string | null;
  /** False: it was changed since, and the change does not name the former plan. */
  readonly knows_plan: boolean;
}

const blockOn = (table: Sql, own: Sql, { end }: PastDay): Sql => sql`(
  select b.reason from ${table} b
  where ${own} and b.blocked_at < ${end} and (b.lifted_at is null or b.lifted_at >= ${end}) order by b.blocked_at desc limit 1)`;

/** The time of `service_past` that the day was in; nothing: the present one. */
const pastOf = (own: Sql, { end }: PastDay): Sql => sql`
  left join lateral (
    select contract_id, state, reason, since_at from service_past past where ${own} and until_at >= ${end}
    order by until_at, service_past_id limit 1
  ) past on true`;

const HELD = sql`case when past.state is null then held.state else past.state end as state,
  case when past.state is null then held.reason else past.reason end as reason,
  case when past.state is null then held.state_since else past.since_at end as since`;

/** The plan after the latest change up to the day, or before the next one; without changes since it is today's. */
const planOf = ({ day }: PastDay): Sql => sql`
  left join lateral (
    select previous_plan_id as plan_id, true as is_there from plan_change
    where user_id = held.user_id and state = 'done' and from_day > ${day} order by from_day, plan_change_id limit 1
  ) later on true
  left join lateral (
    select plan_id from plan_change
    where user_id = held.user_id and state = 'done' and from_day <= ${day} order by from_day desc, plan_change_id desc limit 1
  ) earlier on true
  left join plan p on p.plan_id = case when later.is_there is null then held.plan_id else coalesce(earlier.plan_id, later.plan_id) end`;

/** A service that went to another contract belongs to the former one on a day before; what kept its sessions there then is none. */
export const servicesOn = (tx: Tx, contractId: number, on: PastDay): Promise<HeldRow[]> =>
  tx.rows(sql`
    select held.service_kind as kind, held.name, held.user_id, null as phone_number, ${HELD},
      ${blockOn(sql`service_block`, sql`b.user_id = held.user_id`, on)} as closed_because,
      exists (
        select from suspension s
        where s.user_id = held.user_id and s.state in ('active', 'ended') and s.from_day <= ${on.day} and s.until_day > ${on.day}
      ) as is_suspended,
      p.plan_id, p.name as plan, p.plan_id is not null or (later.is_there is null and held.plan_id is null) as knows_plan
    from service_user held
    ${pastOf(sql`past.user_id = held.user_id`, on)}
    ${planOf(on)}
    where (held.contract_id = ${contractId} or held.user_id in (select user_id from service_past where contract_id = ${contractId}))
      and coalesce(past.contract_id, held.contract_id) = ${contractId}
      and held.opened_on <= ${on.day} and (held.closed_on is null or held.closed_on > ${on.day})
      and not exists (
        select from service_past went join service_user given on given.user_id = went.user_id
        where went.contract_id = ${contractId} and given.contract_id <> ${contractId} and held.login = given.login || '~' || ${contractId}::text)
    order by array_position(array['internet', 'tv', 'sip', 'mail'], held.service_kind), held.user_id`);

export const numbersOn = (tx: Tx, contractId: number, on: PastDay): Promise<HeldRow[]> =>
  tx.rows(sql`
    select 'telephone' as kind, held.phone_number as name, null::bigint as user_id, held.phone_number, ${HELD},
      ${blockOn(sql`number_block`, sql`b.phone_number = held.phone_number`, on)} as closed_because, false as is_suspended,
      p.plan_id, p.name as plan, true as knows_plan
    from phone_number held
    ${pastOf(sql`past.phone_number = held.phone_number`, on)}
    join plan p on p.plan_id = held.plan_id
    where held.contract_id = ${contractId} and held.opened_on <= ${on.day} and (held.closed_on is null or held.closed_on > ${on.day})
    order by held.phone_number`);

/** A charge that the day belongs to, which was not given back by then. */
export interface ChargeOfDay {
  /** The name of the fee, as in `feesIn`: `71:plan`, `71:option-5`. */
  readonly what: string;
  readonly text: string;
  readonly rate: Kopecks;
  readonly unit: 'month' | 'day';
  readonly full_rate: Kopecks | null;
}

/** No charge reaches further than a month. */
const LONGEST_DAYS = 32;

export const chargesOfDay = (tx: Tx, contractId: number, { day }: PastDay): Promise<ChargeOfDay[]> =>
  tx.rows(sql`
    select split_part(t.reference, ':', 2) || ':' || split_part(t.reference, ':', 3) as what, e.text, e.rate, e.unit,
      e.full_rate_kopecks as full_rate
    from account a
    cross join lateral (
      select transaction_id, account_id, entry_id, text, coalesce(rate_kopecks, 0) as rate, coalesce(rate_unit, 'month') as unit, full_rate_kopecks from ledger_entry
      where account_id = a.account_id and ${SIDES.out} and not is_return and day <= ${day} and day > ${day}::date - ${LONGEST_DAYS}::integer
        and service_from <= ${day} and service_until > ${day} and rate_kopecks is not null
    ) e
    join ledger_transaction t using (transaction_id)
    where a.contract_id = ${contractId} and t.kind = 'charge' and not exists (
      select from ledger_transaction r join ledger_entry back on back.transaction_id = r.transaction_id and back.account_id = e.account_id
      where r.corrects_transaction_id = e.transaction_id and r.day <= ${day} and (back.service_from is null or back.service_from <= ${day}))
    order by e.entry_id`);
