import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { typesOf } from '../service/kind.rules.ts';
import { ADDRESS, IN_LIVE, LASTS } from './session.queries.ts';

/** Rates between the two latest accounting reports, in bits per second. */
export interface RateRow {
  counted_at: Instant | null;
  rate_in: number | null;
  rate_out: number | null;
}

/** A service with one of its live sessions; without one `since` is null. */
export interface ConnectionRow extends RateRow {
  user_id: number;
  since: Instant | null;
  address: string;
  mac: string | null;
  bytes_in: number;
  bytes_out: number;
  seen_at: Instant | null;
}

const MOST_LIVE = 10;
/** The most services listed; a company with more looks at the pages of the services. */
const MOST_SERVICES = 50;

/** Internet services of a contract that are not closed, in order, each with its live sessions, newest first. */
export const connectionsOf = (tx: Tx, contractId: number): Promise<ConnectionRow[]> =>
  tx.rows(sql`
    select u.user_id, s.started_at as since, ${ADDRESS} as address, s.mac::text, coalesce(s.bytes_in, 0) as bytes_in,
      coalesce(s.bytes_out, 0) as bytes_out, s.counted_at, s.rate_in, s.rate_out,
      case when s.started_at is null then (
        select stopped_at from internet_session last where last.user_id = u.user_id
        order by last.started_at desc, internet_session_id desc limit 1
      ) end as seen_at
    from (
      select user_id from service_user
      where contract_id = ${contractId} and user_type = any(${typesOf('internet')}) and state <> 'closed'
      order by user_id limit ${MOST_SERVICES}
    ) u
    left join lateral (
      select * from internet_session one where one.user_id = u.user_id and stopped_at is null and ${LASTS} and ${IN_LIVE}
      order by started_at desc, internet_session_id desc limit ${MOST_LIVE}
    ) s on true
    order by u.user_id, s.started_at desc`);
