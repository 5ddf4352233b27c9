import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { LineRefusal, LineSession } from './facts.rules.ts';

/** A refusal counts while the router may still be asking. */
const RECENT = sql`interval '15 minutes'`;

/**
 * Refused logins of a service in the last minutes, newest first. What has been mended since is left out: a password that was changed, a
 * device that was bound.
 */
export const recentRefusals = (tx: Tx, userId: number, now: Date): Promise<LineRefusal[]> =>
  tx.rows(sql`
    select r.why, nullif(r.mac, '') as mac, coalesce(n.name, host(r.nas)) as device, r.run_since as since, r.run_count as times, r.last_at
    from radius.refused r left join radius.nas n on n.address = r.nas
      left join service_access a on a.user_id = r.user_id
      left join service_secret p on p.user_id = r.user_id
    where r.user_id = ${userId} and r.last_at > ${now}::timestamptz - ${RECENT}
      and case r.why when 'mac' then a.bound_mac is not null and a.bound_mac::text <> r.mac
        when 'password' then p.changed_at is null or p.changed_at < r.last_at else true end
    order by r.last_at desc, r.why, r.mac limit 20`);

/** The latest sessions of a service, those that are on first. */
export const lineSessions = (tx: Tx, userId: number): Promise<LineSession[]> =>
  tx.rows(sql`
    select s.internet_session_id as id, s.mac::text, n.name as device, s.stopped_at is null as is_on, s.seen_at,
      s.stopped_at is null and coalesce(s.seen_at + 3 * make_interval(secs => n.interim_seconds) < n.heard_at, false) as is_stuck,
      o.began_at as cut_since
    from internet_session s left join radius.nas n on n.address = s.nas
      left join radius.outage o on o.nas_id = n.nas_id and o.ended_at is null and case when s.stopped_at is null then s.seen_at <= o.began_at
        else s.stopped_at >= o.began_at - make_interval(secs => n.interim_seconds + 60) end
    where s.user_id = ${userId} and s.settled = 'infinity'
    order by s.stopped_at is not null, s.started_at desc, s.internet_session_id desc limit 5`);
