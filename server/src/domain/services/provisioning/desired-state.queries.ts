import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { MailState } from '#server/integrations/network/port.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { provisionServiceEffect } from './effects.ts';
import type { Situation, User } from '../service/situation.rules.ts';

/** The delivery of a state to the network. */
export interface StateDelivery {
  readonly version: number;
  readonly applied_version: number;
  /** Whether an order waits to be delivered. */
  readonly is_ordered: boolean;
}

interface AnyRow extends StateDelivery {
  readonly contract_id: number;
  readonly plan_id: number | null;
  readonly speed_mbit: number | null;
  readonly next_plan_id: number | null;
  readonly next_speed_mbit: number | null;
  readonly next_from: Day | null;
}

export interface ProfileOfPlan {
  readonly down_kbit: number | null;
  readonly up_kbit: number | null;
  readonly burst_down_kbit: number | null;
  readonly burst_up_kbit: number | null;
  readonly burst_seconds: number | null;
  /** `23:00:00`. */
  readonly night_from: string | null;
  readonly night_until: string | null;
  readonly night_down_kbit: number | null;
  readonly night_up_kbit: number | null;
  readonly pool: string | null;
  readonly filter: string | null;
  readonly session_seconds: number | null;
}

export interface ProfileOfOption {
  readonly code: string;
  readonly down_kbit: number | null;
  readonly up_kbit: number | null;
  readonly pool: string | null;
  readonly filter: string | null;
}

export interface DesiredUserRow extends AnyRow {
  readonly user_id: number;
  readonly user_type: User['user_type'];
  readonly login: string;
  readonly situation: Situation;
  readonly options: number[];
  readonly programs: number[];
  readonly auto_auth: boolean;
  readonly bound_mac: string | null;
  readonly password_since: Instant | null;
  readonly profile: ProfileOfPlan | null;
  readonly option_profiles: readonly ProfileOfOption[];
  readonly static_address: string | null;
  readonly circuit: string | null;
  readonly sessions: number;
  readonly open_until: Instant | null;
  /** The end of a debtor's payment window. */
  readonly window_until: Instant | null;
  readonly quota_bytes: number | null;
  readonly mail_address: string | null;
  readonly mail_aliases: string[];
  readonly forward_to: string | null;
  readonly auto_reply: MailState['autoReply'];
  readonly closed_zones: string[];
  readonly no_paid_calls_until: Instant | null;
}

export interface NumberRow extends AnyRow {
  readonly phone_number: string;
  readonly situation: 'active' | 'closed' | 'debt' | 'operator';
}

const delivery = (subject: Sql): Sql => sql`
  coalesce(s.version, 0) as version, coalesce(s.applied_version, 0) as applied_version,
  exists (
    select from outbox_effect e where e.kind = ${provisionServiceEffect.kind} and e.subject = ${subject} and e.state = 'due'
  ) as is_ordered`;

const IN_FORCE = sql`status in ('on', 'off_pending')`;

/** All that the network must know of services, in order of their numbers. */
export const userRows = (tx: Pick<Tx, 'rows'>, users: readonly number[]): Promise<DesiredUserRow[]> =>
  tx.rows(sql`
    select u.user_id, u.user_type, u.contract_id, u.login, coalesce(u.reason, u.state) as situation,
      p.plan_id, p.speed_mbit, next.plan_id as next_plan_id, next.speed_mbit as next_speed_mbit, c.from_day as next_from,
      array(select option_id from user_option o where o.user_id = u.user_id and ${IN_FORCE} order by 1) as options,
      array(select program_id from user_program o where o.user_id = u.user_id and ${IN_FORCE} order by 1) as programs,
      coalesce(a.auto_auth, false) as auto_auth, a.bound_mac::text, secret.changed_at as password_since, box.quota_bytes,
      box.address as mail_address,
      array(select address from mail_address m where m.user_id = u.user_id and not m.is_own order by 1) as mail_aliases,
      (select target from mail_forward f where f.user_id = u.user_id and f.is_on) as forward_to,
      (
        select jsonb_build_object('subject', subject, 'text', body, 'from', from_at, 'until', until_at)
        from mail_reply r where r.user_id = u.user_id and r.is_on
      ) as auto_reply,
      case when u.user_type = 'sip' then array(
        select zone from call_zone where access = 'abroad' and zone <> all(coalesce(line.open_zones, '{}')) order by 1) else '{}' end as closed_zones,
      line.stopped_until as no_paid_calls_until,
      (select to_jsonb(f) from plan_profile f where f.plan_id = u.plan_id) as profile,
      array(
        select to_jsonb(f) from user_option o join option_profile f using (option_id)
        where o.user_id = u.user_id and ${IN_FORCE} order by f.code, option_id
      ) as option_profiles,
      host(port.address) as static_address, port.circuit, coalesce(port.sessions, 1) as sessions,
      (
        select nullif(next_change_at, '-infinity') from access_schedule h where h.user_id = u.user_id and h.is_on
      ) as open_until,
      pay.until as window_until,
      ${delivery(sql`'user:' || u.user_id`)}
    from service_user u
    left join service_state s using (user_id)
    left join plan p on p.plan_id = u.plan_id
    left join plan_change c on c.user_id = u.user_id and c.state = 'planned'
    left join plan next on next.plan_id = c.plan_id
    left join service_access a on a.user_id = u.user_id
    left join service_secret secret on secret.user_id = u.user_id and secret.form in ('sealed', 'digest')
    left join service_line port on port.user_id = u.user_id
    left join radius.payment_window pay on pay.user_id = u.user_id
    left join sip_line line on line.user_id = u.user_id
    left join mailbox box on box.user_id = u.user_id
    where u.user_id = any(${users}::bigint[])
    order by u.user_id`);

/** All that the network must know of phone numbers, in order. */
export const numberRows = (tx: Pick<Tx, 'rows'>, numbers: readonly string[]): Promise<NumberRow[]> =>
  tx.rows(sql`
    select n.phone_number, n.contract_id, coalesce(n.reason, n.state) as situation, p.plan_id, p.speed_mbit,
      null as next_plan_id, null as next_speed_mbit, null as next_from, ${delivery(sql`'number:' || n.phone_number`)}
    from phone_number n
    left join service_state s using (phone_number)
    join plan p using (plan_id)
    where n.phone_number = any(${numbers}::text[])
    order by n.phone_number`);

export interface SealedPassword {
  readonly form: 'sealed' | 'digest';
  readonly secret: Buffer;
}

/** The sealed password of a service; undefined if only a hash is known. */
export const sealedPassword = (tx: Tx, userId: number): Promise<SealedPassword | undefined> =>
  tx.maybe(sql`
    select form, secret from service_secret where user_id = ${userId} and form in ('sealed', 'digest')`);

/** The next services after an id: those that are not closed, and those that the network knows. */
export const usersAfter = async (tx: Pick<Tx, 'rows'>, after: number, limit: number): Promise<number[]> =>
  (
    await tx.rows<{ user_id: number }>(sql`
      select user_id from service_user u
      where user_id > ${after}
        and (state <> 'closed' or exists (select from service_state s where s.user_id = u.user_id))
      order by user_id limit ${limit}`)
  ).map(({ user_id }) => user_id);

/** The same for phone numbers. */
export const numbersAfter = async (tx: Pick<Tx, 'rows'>, after: string, limit: number): Promise<string[]> =>
  (
    await tx.rows<{ phone_number: string }>(sql`
      select phone_number from phone_number n
      where phone_number > ${after}
        and (state <> 'closed' or exists (select from service_state s where s.phone_number = n.phone_number))
      order by phone_number limit ${limit}`)
  ).map(({ phone_number }) => phone_number);

/** How many services and numbers the two above come to. */
export const countServices = async (tx: Pick<Tx, 'one'>): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select (
        select count(*) from service_user u
        where state <> 'closed' or exists (select from service_state s where s.user_id = u.user_id)
      ) + (
        select count(*) from phone_number n
        where state <> 'closed' or exists (select from service_state s where s.phone_number = n.phone_number)
      ) as count`)
  ).count;
