import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { knownUntil } from './place.queries.ts';

/** Of a device that is not in our table. */
const USUAL_INTERIM = 300;

/**
 * Concludes that sessions are over whose end nobody has told, at their last packet: the device has restarted since; it was not heard for
 * three intervals, while accounting came from others; or its address has begun again on the device. The caller holds the place of folding.
 * Silence of all devices proves nothing for a day. Returns how many.
 */
export async function presumeEnds(tx: Tx, now: Date): Promise<number> {
  const { known_until: known, spoke_since: since } = await knownUntil(tx);
  return tx.run(sql`
    with over as (
      select s.internet_session_id as id, s.seen_at < n.boot_at as is_rebooted
      from internet_session s left join radius.nas n on n.address = s.nas
      cross join lateral (select make_interval(secs => coalesce(n.interim_seconds, ${USUAL_INTERIM})) as interim) i
      where s.settled = 'infinity' and s.stopped_at is null and s.seen_at is not null and (
        s.seen_at < n.boot_at
        or greatest(s.seen_at, ${since}::timestamptz) + 3 * i.interim < ${known}::timestamptz
        or s.seen_at < ${now}::timestamptz - interval '1 day'
        or exists (
          select from internet_session other
          where other.settled = 'infinity' and other.address = s.address and other.nas = s.nas and other.started_at > s.seen_at)
      )
    )
    update internet_session s set stopped_at = greatest(s.seen_at, s.started_at), is_presumed = true,
      end_cause = case when s.end_ordered_at is not null then 'portal_request' when over.is_rebooted then 'NAS-Reboot' else 'Lost-Stop' end
    from over where s.settled = 'infinity' and s.internet_session_id = over.id`);
}
