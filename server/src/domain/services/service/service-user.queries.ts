import type { AskedId } from '@kabinet/contract/kernel/asked-id';
import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { Problem } from '#kernel/problem.ts';
import type { Subscriber } from '#kernel/world.ts';
import { typesOf, type UserFilter } from './kind.rules.ts';
import type { User } from './situation.rules.ts';

declare const own: unique symbol;
/** A service account that belongs to the caller. Only `ownUser` creates it. */
export interface OwnUser {
  readonly userId: number;
  readonly userType: User['user_type'];
  readonly [own]: true;
}

/** The caller's service account; another's is refused exactly like one that does not exist (R-25). */
export async function ownUser(
  tx: Tx,
  { contractId }: Pick<Subscriber, 'contractId'>,
  userId: AskedId<'user'>,
): Promise<OwnUser> {
  const user = await tx.maybe<OwnUser>(sql`
    select user_id as "userId", user_type as "userType"
    from service_user where user_id = ${userId} and contract_id = ${contractId}`);
  if (!user) throw new Problem('not_found');
  return user;
}

interface UserFields {
  user_id: number;
  user_type: User['user_type'];
  name: string;
  login: string;
  address: string;
  account: 'i' | 't';
  state: User['state'];
  reason: User['reason'];
  state_since: Instant;
  returns_on: Day | null;
  /** Whether an active suspension may end early; null if there is none. */
  returns_early: boolean | null;
  /** Whether the network has carried out every change. */
  is_applied: boolean;
  options_on: number;
  options_all: number;
  /** News about its programs. */
  infos: string[];
  has_schedule: boolean;
}

interface Plan {
  plan_id: number;
  plan: string;
  plan_summary: string;
  plan_price: Kopecks;
  plan_unit: 'month' | 'day';
}

interface NextPlan {
  next_plan: string;
  next_price: Kopecks;
  next_from: Day;
}

interface Mailbox {
  quota_bytes: number;
  used_bytes: number;
}

/** Which services of the subscriber: one by its id, even closed, or those not closed, of one kind or of all. */
type OrNone<T> = T | { [Column in keyof T]: null };

export type UserRow = UserFields & OrNone<Plan> & OrNone<NextPlan> & OrNone<Mailbox>;

/** Which services of the subscriber: one by its id, closed too, or those not closed, of one kind or of all. */
export interface Wanted {
  readonly userId?: number | AskedId<'user'> | undefined;
  readonly kind?: UserFilter | undefined;
}

/**
 * Service accounts of the subscriber in display order: internet, TV, SIP, mail. Counts are computed for the whole
 * contract at once: for each service separately they would take half of the statement for a company with 120 services.
 */
export function usersOf(tx: Tx, subscriber: Subscriber, { userId, kind }: Wanted = {}): Promise<UserRow[]> {
  return tx.rows<UserRow>(sql`
    select u.user_id, u.user_type, u.name, u.login, u.address, a.kind as account, u.state, u.reason, u.state_since,
      u.returns_on, case when pause.user_id is not null then pause.return_kopecks is not null end as returns_early,
      coalesce(applied.applied_version >= applied.version, true) as is_applied, u.plan_id, p.name as plan, p.summary as plan_summary, p.price_kopecks as plan_price,
      p.unit as plan_unit, next.name as next_plan, next.price_kopecks as next_price, change.from_day as next_from,
      coalesce(chosen.count, 0) as options_on, coalesce(choice.count, 0) as options_all,
      coalesce(news.infos, '{}') as infos,
      coalesce(schedule.is_on, false) as has_schedule, box.quota_bytes, box.used_bytes
    from service_user u
    join account a using (account_id)
    left join plan p using (plan_id)
    left join plan_change change on change.user_id = u.user_id and change.state = 'planned'
    left join suspension pause on pause.user_id = u.user_id and pause.state = 'active'
    left join plan next on next.plan_id = change.plan_id
    left join access_schedule schedule on schedule.user_id = u.user_id
    left join mailbox box on box.user_id = u.user_id
    left join service_state applied on applied.user_id = u.user_id
    left join (select plan_id, count(*) from plan_option group by plan_id) choice on choice.plan_id = u.plan_id
    left join (
      select user_id, count(*) from user_option join service_user using (user_id)
      where contract_id = ${subscriber.contractId} and status <> 'on_pending' group by user_id
    ) chosen on chosen.user_id = u.user_id
    left join (
      select user_id, array_agg(distinct info) as infos from user_program join service_user using (user_id)
      where contract_id = ${subscriber.contractId} and info <> '' group by user_id
    ) news on news.user_id = u.user_id
    where u.contract_id = ${subscriber.contractId} and ${userId === undefined ? sql`u.state <> 'closed'` : sql`u.user_id = ${userId}`}
      ${kind === undefined ? sql`` : sql`and u.user_type = any(${typesOf(kind)})`}
    order by case u.user_type when 'mail' then 3 when 'sip' then 2 when 'tv' then 1 else 0 end, u.user_id`);
}
