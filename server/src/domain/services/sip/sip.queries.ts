import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Situation } from '../service/situation.rules.ts';

export interface SipLine {
  readonly user_id: number;
  readonly contract_id: number;
  readonly plan_id: number | null;
  readonly name: string;
  readonly login: string;
  readonly situation: Situation;
  /** Null: the client has set no limit, the provider's limit applies. */
  readonly month_limit: Kopecks | null;
  readonly day_limit: Kopecks | null;
  readonly open_zones: string[];
  /** Open directions that close by themselves, with the moment. */
  readonly closes_at: Readonly<Record<string, Instant>>;
  readonly stopped_until: Instant | null;
  readonly stopped_by: 'day' | 'month' | null;
  readonly month_spent: Kopecks;
  readonly day_spent: Kopecks;
  readonly is_applied: boolean;
}

/** The line with its spending of this month (from totals) and of today (from the index of its calls). */
export const sipLine = (tx: Tx, userId: number, today: Day, zone: string): Promise<SipLine> =>
  tx.one(sql`
    select u.user_id, u.contract_id, u.plan_id, u.name, u.login, coalesce(u.reason, u.state) as situation,
      l.month_limit_kopecks as month_limit, l.day_limit_kopecks as day_limit, coalesce(l.open_zones, '{}') as open_zones,
      coalesce(l.closes_at, '{}') as closes_at,
      l.stopped_until, l.stopped_by,
      coalesce((
        select amount_kopecks from call_month m where m.phone_number = u.login and m.period = ${today.slice(0, 7)}
      ), 0) as month_spent,
      (
        select coalesce(sum(amount_kopecks), 0)::bigint from call_record c
        where c.phone_number = u.login and c.period = ${today.slice(0, 7)}
          and c.started_at >= ${today}::date::timestamp at time zone ${zone}
      ) as day_spent,
      not exists (select from service_state s where s.user_id = u.user_id and s.applied_version < s.version) as is_applied
    from service_user u left join sip_line l using (user_id)
    where u.user_id = ${userId}`);

/** Locks the service, so that two changes of its limits come one after the other. */
export const holdLine = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`select from service_user where user_id = ${userId} for no key update`);

/** Open directions of a line, and when some of them close by themselves. */
export interface OpenZones {
  readonly open: readonly string[];
  readonly closesAt: Readonly<Record<string, Instant>>;
}

interface KeptLine {
  /** Null, as in `SipLine`: the provider's limit applies. */
  readonly monthLimit: Kopecks | null;
  readonly dayLimit: Kopecks | null;
  readonly zones: OpenZones;
  readonly stop: { readonly by: 'day' | 'month'; readonly from: Day } | null;
}

/** Stores the limits of a line, and the day until which its paid calls are stopped. */
export const keepLine = (tx: Tx, userId: number, line: KeptLine, zone: string): Promise<number> =>
  tx.run(sql`
    insert into sip_line as l (user_id, month_limit_kopecks, day_limit_kopecks, open_zones, closes_at, stopped_until, stopped_by)
    values (${userId}, ${line.monthLimit}, ${line.dayLimit}, ${line.zones.open}::text[],
      ${JSON.stringify(line.zones.closesAt)}::jsonb, ${line.stop?.from ?? null}::date::timestamp at time zone ${zone}, ${line.stop?.by ?? null})
    on conflict (user_id) do update
    set month_limit_kopecks = excluded.month_limit_kopecks, day_limit_kopecks = excluded.day_limit_kopecks,
      open_zones = excluded.open_zones, closes_at = excluded.closes_at, stopped_until = excluded.stopped_until, stopped_by = excluded.stopped_by`);

export interface ZoneAccess {
  readonly zone: string;
  readonly access: 'home' | 'abroad' | 'free';
  /** For how many hours a client opens it; null: until he closes it. */
  readonly open_hours: number | null;
}

export const zoneAccess = (tx: Tx): Promise<ZoneAccess[]> =>
  tx.rows(sql`select zone, access, open_hours from call_zone`);

export interface SipRegistration {
  readonly registration_id: number;
  readonly user_agent: string;
  /** As Kamailio has it: `sip:78482003108@10.84.10.215:5062`. */
  readonly contact: string;
  readonly received: string | null;
  readonly since: Instant;
  readonly expires: Instant;
}

/** Telephones of the line that are registered at the moment, the newest first. Kamailio writes moments without a zone, in UTC. */
export const registrationsOf = (tx: Tx, login: string, now: Date): Promise<SipRegistration[]> =>
  tx.rows(sql`
    select id as registration_id, user_agent, contact, received, since, expires at time zone 'UTC' as expires
    from sip.location
    where username = ${login} and expires > ${now}::timestamptz at time zone 'UTC'
    order by since desc, id desc
    limit 20`);

/** Ends one registration of the line, or all of them. */
export const endRegistrations = (tx: Tx, userId: number, registrationId?: AskedId<'registration'>): Promise<number> =>
  tx.run(sql`
    delete from sip.location l using service_user u
    where u.user_id = ${userId} and u.user_type = 'sip' and l.username = u.login
      ${registrationId === undefined ? sql`` : sql`and l.id = ${registrationId}`}`);

/** Stores a link that sets up a softphone; earlier links of the line are not valid any more. */
export async function keepLink(tx: Tx, userId: number, hash: Buffer, until: Date): Promise<void> {
  await tx.run(sql`delete from sip_setup_link where user_id = ${userId}`);
  await tx.run(sql`insert into sip_setup_link (link_hash, user_id, expires_at) values (${hash}, ${userId}, ${until})`);
}

/** Spends a link; undefined if it is spent, expired or unknown. */
export const spendSetupLink = (
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<{ user_id: number; login: string; secret: Buffer } | undefined> =>
  tx.maybe(sql`
    with spent as (delete from sip_setup_link where link_hash = ${hash} returning user_id, expires_at)
    select user_id, login, secret
    from spent join service_user using (user_id) join service_secret using (user_id)
    where expires_at > ${now} and state <> 'closed' and form = 'digest'`);

/** Stores the sealed digests of a SIP line, also for the first time. */
export const keepDigests = (tx: Tx, userId: number, secret: Buffer, now: Date): Promise<number> =>
  tx.run(sql`
    insert into service_secret (user_id, form, secret, changed_at) values (${userId}, 'digest', ${secret}, ${now})
    on conflict (user_id) do update set form = 'digest', secret = excluded.secret, changed_at = excluded.changed_at`);
