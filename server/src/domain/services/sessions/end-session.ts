import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { endInternetSessionEffect } from '#server/domain/services/provisioning/effects.ts';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { IN_LIVE } from './session.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';

interface SessionRef {
  readonly userId: number;
  readonly internetSessionId: AskedId<'internet_session'> | number;
}

interface SessionEnding {
  internet_session_id: number;
  state: 'ending' | 'ended';
}

/**
 * Orders the network to end an active session. A repeat orders nothing more; a session that is over stays unchanged.
 */
export async function orderSessionEnd(tx: Tx, wanted: SessionRef, now: Date): Promise<SessionEnding> {
  const session = await tx.maybe<{ id: number; is_over: boolean; is_ordered: boolean }>(sql`
    select internet_session_id as id, stopped_at is not null as is_over, end_ordered_at is not null as is_ordered
    from internet_session
    where internet_session_id = ${wanted.internetSessionId} and user_id = ${wanted.userId}
    for update`);
  if (!session) throw new Problem('not_found');
  const { id: internetSessionId } = session;
  if (!session.is_over && !session.is_ordered) {
    await tx.run(sql`
      update internet_session set end_ordered_at = ${now} where internet_session_id = ${internetSessionId}`);
    await enqueueEffect(tx, endInternetSessionEffect, { internetSessionId });
  }
  return { internet_session_id: internetSessionId, state: session.is_over ? 'ended' : 'ending' };
}

/** Orders the network to end all sessions of a service that are on; returns how many. */
export async function endLiveSessions(tx: Tx, userId: number, now: Date): Promise<number> {
  const live = await tx.rows<{ id: number }>(sql`
    select internet_session_id as id from internet_session
    where user_id = ${userId} and stopped_at is null and ${IN_LIVE} order by internet_session_id`);
  for (const { id } of live) await orderSessionEnd(tx, { userId, internetSessionId: id }, now);
  return live.length;
}

/** The session's location in the network; undefined if it is over. */
export const openSession = (
  tx: Tx,
  internetSessionId: number,
): Promise<{ userId: number; address: string | null } | undefined> =>
  tx.maybe(sql`
    select u.user_id as "userId", host(s.address) as address from internet_session s join service_user u using (user_id)
    where internet_session_id = ${internetSessionId} and stopped_at is null and ${IN_LIVE}`);

/** Records that the network has ended it. What accounting hears of it later takes that back. */
export const noteEnd = (tx: Tx, internetSessionId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update internet_session set stopped_at = greatest(started_at, ${now}), end_cause = 'portal_request', is_presumed = seen_at is not null
    where internet_session_id = ${internetSessionId} and stopped_at is null and ${IN_LIVE}`);
