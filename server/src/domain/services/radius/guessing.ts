import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { serviceRow } from '../service/service-row.queries.ts';

/** A router with a wrong password is one device; so many devices are somebody who guesses. */
const GUESSES_AN_HOUR = 300;
const FEWEST_DEVICES = 5;

/** Open services whose password is being guessed in this hour. */
export const guessedServices = (tx: Tx, now: Date): Promise<{ user_id: number }[]> =>
  tx.rows(sql`
    select u.user_id from radius.refused r join service_user u using (user_id)
    where r.day = (${now}::timestamptz at time zone 'UTC')::date and r.why = 'password' and u.state = 'active'
      and r.last_at >= date_trunc('hour', ${now}::timestamptz)
    group by u.user_id having sum(r.hour_count) >= ${GUESSES_AN_HOUR} and count(distinct r.mac) >= ${FEWEST_DEVICES}
    order by u.user_id`);

/** Closes a service whose password is being guessed; false if it is not open any more. */
export async function lockGuessed(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const { situation } = await serviceRow(tx, userId, { lock: true });
  if (situation !== 'active') return false;
  await tx.run(sql`
    update service_user set state = 'blocked', reason = 'login_locked', state_since = ${now}, version = version + 1
    where user_id = ${userId}`);
  await serviceChanged(tx, { userId });
  return true;
}

/** Services that have been locked for an hour. */
export const lockedLongEnough = (tx: Tx, now: Date): Promise<{ user_id: number }[]> =>
  tx.rows(sql`
    select user_id from service_user
    where state = 'blocked' and reason = 'login_locked' and state_since <= ${now}::timestamptz - interval '1 hour' order by user_id`);

/** What was guessed before the lock was lifted locks nothing again. */
export const forgetGuesses = (tx: Tx, userId: number): Promise<number> =>
  tx.run(
    sql`update radius.refused set hour_count = 0 where user_id = ${userId} and why = 'password' and hour_count > 0`,
  );
