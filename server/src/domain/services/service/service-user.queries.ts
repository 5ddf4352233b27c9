import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import { typesOf, type UserFilter } from './kind.rules.ts';
import type { User } from './situation.rules.ts';

declare const own: unique symbol;
/** A service account that belongs to the caller, or that the staff name. Only `ownUser` and `userForStaff` create it. */
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

/** A service account that the staff name by its number, with its contract. */
export async function userForStaff(
  tx: Tx,
  userId: number,
): Promise<OwnUser & { readonly contractId: number; readonly name: string }> {
  const user = await tx.maybe<OwnUser & { readonly contractId: number; readonly name: string }>(sql`
    select user_id as "userId", user_type as "userType", contract_id as "contractId", name
    from service_user where user_id = ${userId}`);
  if (!user) throw new Problem('service_unknown');
  return user;
}

interface UserFields {
  user_id: number;
  user_type: User['user_type'];
  name: string;
  login: string;
  address: string;
  account_id: number;
  state: User['state'];
  reason: User['reason'];
  state_since: Instant;
  returns_on: Day | null;
  /** Whether an active suspension may end early; null if there is none. */
  returns_early: boolean | null;
  /** Whether the network has carried out every change. */
  is_applied: boolean;
  /** Why the provider has closed it, in words for the subscriber. */
  blocked_because: string | null;
  options_on: number;
  options_all: number;
  /** News about its programs. */
  infos: string[];
  has_schedule: boolean;
  /** The planned change of its plan. */
  next: NextPlan | null;
  box: Mailbox | null;
}

interface Plan {
  plan_id: number;
  plan: string;
  plan_summary: string;
  plan_price: Kopecks;
  plan_unit: 'month' | 'day';
}

interface NextPlan {
  name: string;
  price: Kopecks;
  from: Day;
}

interface Mailbox {
  quota_bytes: number;
  used_bytes: number;
}

type OrNone<T> = T | { [Column in keyof T]: null };

export type UserRow = UserFields & OrNone<Plan>;

/** Which services of the subscriber: one by its id, closed too, or those not closed, of one kind or of all. */
export interface ServiceSelection {
  readonly userId?: number | AskedId<'user'> | undefined;
  readonly kind?: UserFilter | undefined;
  /** Of these ids only. */
  readonly userIds?: readonly number[];
  /** A further condition. */
  readonly where?: Sql | undefined;
}

/**
 * Service accounts of the subscriber in display order: internet, TV, SIP, mail. Every join makes PostgreSQL prepare all
 * columns once more, so what few services have is a subquery. Counts are computed for the whole contract at once: for
 * each service separately they would take long for a company with 120 services.
 */
export async function usersOf(
  tx: Tx,
  subscriber: Subscriber,
  { userId, kind, userIds, where }: ServiceSelection = {},
): Promise<UserRow[]> {
  const rows = await tx.rows<UserRow>(sql`
    select u.user_id, u.user_type, u.name, u.login, u.address, u.account_id, u.state, u.reason, u.state_since, u.returns_on,
      case u.state when 'paused' then (
        select return_kopecks is not null from suspension where user_id = u.user_id and state = 'active'
      ) end as returns_early,
      coalesce(applied.applied_version >= applied.version, true) as is_applied,
      case u.reason when 'operator' then (
        select reason from service_block where user_id = u.user_id and lifted_at is null
      ) end as blocked_because,
      u.plan_id, p.name as plan, p.summary as plan_summary, p.price_kopecks as plan_price, p.unit as plan_unit, (
        select json_build_object('name', next.name, 'price', next.price_kopecks, 'from', from_day)
        from plan_change join plan next using (plan_id) where user_id = u.user_id and state = 'planned'
      ) as next,
      coalesce(chosen.count, 0) as options_on, (select count(*) from plan_option where plan_id = u.plan_id and not is_archived) as options_all,
      coalesce(chosen.infos, '{}') as infos,
      case u.service_kind when 'internet' then (
        select is_on from access_schedule where user_id = u.user_id
      ) end is true as has_schedule,
      case u.service_kind when 'mail' then (
        select json_build_object('quota_bytes', quota_bytes, 'used_bytes', used_bytes) from mailbox where user_id = u.user_id
      ) end as box
    from service_user u
    left join plan p using (plan_id)
    left join service_state applied on applied.user_id = u.user_id
    left join (
      select user_id, count(*) filter (where info is null), array_agg(distinct info) filter (where info is not null) as infos
      from (
        select user_id, null as info from user_option where status <> 'on_pending'
        union all
        select user_id, info from user_program where info <> ''
      ) chosen join service_user using (user_id)
      where contract_id = ${subscriber.contractId} group by user_id
    ) chosen on chosen.user_id = u.user_id
    where u.contract_id = ${subscriber.contractId} and ${userId === undefined ? sql`u.state <> 'closed'` : sql`u.user_id = ${userId}`}
      ${kind === undefined ? sql`` : sql`and u.user_type = any(${typesOf(kind)})`}
      ${userIds === undefined ? sql`` : sql`and u.user_id = any(${userIds})`} ${where === undefined ? sql`` : sql`and ${where}`}`);
  return rows.toSorted(inDisplayOrder);
}

const LATER: Partial<Record<User['user_type'], number>> = { tv: 1, sip: 2, mail: 3 };

const inDisplayOrder = (a: UserRow, b: UserRow): number =>
  (LATER[a.user_type] ?? 0) - (LATER[b.user_type] ?? 0) || a.user_id - b.user_id;
