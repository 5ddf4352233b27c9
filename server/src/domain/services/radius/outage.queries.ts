import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** A device with fewer clients loses a third of them by chance. */
const FEWEST = 10;
const LOST_SHARE = 0.3;
/** From this share on they are back: less than a third may be gone for good. */
const BACK_SHARE = 0.85;
const AT_ONCE = sql`interval '2 minutes'`;

/** When a session ended, also if only the restart of its device tells it. */
const ENDED = sql`case when s.seen_at < n.boot_at then n.boot_at else s.stopped_at end`;

export interface BegunOutage {
  readonly device: string;
  readonly began_at: Instant;
  readonly sessions: number;
  readonly lost: number;
}

/**
 * Notes devices that have lost many clients within two minutes, or of which nothing has come for longer than all their clients report, while
 * other devices speak. Measured by how far accounting is known, so that a lag of folding makes no failure.
 */
export const beginOutages = (tx: Tx): Promise<BegunOutage[]> =>
  tx.rows(sql`
    with counted as (
      select n.nas_id, n.heard_at, n.heard_at + make_interval(secs => n.interim_seconds) + ${AT_ONCE} < p.last_at as is_mute,
        count(*) filter (where ${ENDED} is null or ${ENDED} > p.last_at - ${AT_ONCE})::integer as sessions,
        count(*) filter (where ${ENDED} > p.last_at - ${AT_ONCE} and s.end_cause is distinct from 'portal_request' and not exists (
          select from internet_session back
          where back.settled = 'infinity' and back.user_id = s.user_id and back.stopped_at is null and back.started_at >= ${ENDED}
        ))::integer as lost,
        min(${ENDED}) filter (where ${ENDED} > p.last_at - ${AT_ONCE}) as first_lost
      from radius.accounting_place p, radius.nas n join internet_session s on s.nas = n.address
      where s.settled = 'infinity' and s.started_at <= p.last_at - ${AT_ONCE}
      group by n.nas_id, p.last_at
    ), begun as (
      insert into radius.outage (nas_id, began_at, sessions, lost)
      select nas_id, case when is_mute then heard_at else first_lost end, sessions, case when is_mute then sessions else lost end
      from counted
      where sessions >= ${FEWEST} and (is_mute or lost >= ${LOST_SHARE}::float * sessions)
      on conflict (nas_id) where ended_at is null do nothing
      returning nas_id, began_at, sessions, lost
    )
    select n.name as device, b.began_at, b.sessions, b.lost from begun b join radius.nas n using (nas_id)`);

/** Ends failures whose clients have come back, and those of yesterday: whoever has not come back by then has gone. */
export const endOutages = (tx: Tx, now: Date): Promise<{ device: string }[]> =>
  tx.rows(sql`
    with over as (
      update radius.outage o set ended_at = greatest(${now}, o.began_at)
      where ended_at is null and (began_at < ${now}::timestamptz - interval '1 day' or ${BACK_SHARE}::float * sessions <= (
        select count(*) from radius.nas n join internet_session s on s.nas = n.address
        where n.nas_id = o.nas_id and s.settled = 'infinity' and s.stopped_at is null and s.seen_at > o.began_at))
      returning nas_id
    )
    select n.name as device from over join radius.nas n using (nas_id)`);
