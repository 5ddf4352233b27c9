import type { Instant } from '@kabinet/contract/kernel/day';
import type { Schedule } from '@kabinet/contract/kernel/schedule';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { isAppliedTo } from '../provisioning/service-state.queries.ts';
import type { User } from '../service/situation.rules.ts';

export interface ScheduleRow extends Schedule {
  readonly version: number;
  readonly password_hash: string | null;
}

/** The schedule of a service; undefined if it never had one. */
export const scheduleOf = (tx: Tx, userId: number): Promise<ScheduleRow | undefined> =>
  tx.maybe(sql`
    select is_on, rules, exceptions, paused_until, version, password_hash from access_schedule where user_id = ${userId}`);

/**
 * The schedule of a service, locked until the end of the transaction; created switched off and empty if there is none.
 */
export async function lockSchedule(tx: Tx, userId: number): Promise<ScheduleRow> {
  await tx.run(sql`
    insert into access_schedule (user_id, is_on, rules, version, next_change_at)
    values (${userId}, false, '[]', 0, null) on conflict do nothing`);
  return tx.one(sql`
    select is_on, rules, exceptions, paused_until, version, password_hash
    from access_schedule where user_id = ${userId} for update`);
}

export interface ScheduledServiceRow {
  readonly state: User['state'];
  readonly reason: User['reason'];
  readonly in_debt: boolean;
}

/** The service with its account, both locked, the account first, in the same order as charging. */
export async function lockService(tx: Tx, userId: number): Promise<ScheduledServiceRow> {
  const { in_debt } = await tx.one<{ in_debt: boolean }>(sql`
    select debt_since is not null as in_debt from account
    where account_id = (select account_id from service_user where user_id = ${userId}) for no key update`);
  const service = await tx.one<Omit<ScheduledServiceRow, 'in_debt'>>(sql`
    select state, reason from service_user where user_id = ${userId} for no key update`);
  return { ...service, in_debt };
}

export const serviceOf = (
  tx: Tx,
  userId: number,
): Promise<Omit<ScheduledServiceRow, 'in_debt'> & { is_applied: boolean }> =>
  tx.one(sql`
    select state, reason, ${isAppliedTo(sql`u.user_id`)} as is_applied from service_user u where user_id = ${userId}`);

export async function saveHours(
  tx: Tx,
  userId: number,
  { is_on, rules, exceptions, paused_until }: Schedule,
): Promise<void> {
  await tx.run(sql`
    update access_schedule set is_on = ${is_on}, rules = ${JSON.stringify(rules)}::jsonb,
      exceptions = ${JSON.stringify(exceptions)}::jsonb, paused_until = ${paused_until}, version = version + 1
    where user_id = ${userId}`);
}

export async function savePause(tx: Tx, userId: number, until: Instant | null): Promise<void> {
  await tx.run(sql`update access_schedule set paused_until = ${until} where user_id = ${userId}`);
}

/** Sets another password if the current one is still the one that was checked; returns whether it was. */
export async function replaceSchedulePassword(
  tx: Tx,
  userId: number,
  { was, hash }: { was: string | null; hash: string | null },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update access_schedule set password_hash = ${hash}
    where user_id = ${userId} and password_hash is not distinct from ${was}`);
  return changed > 0;
}

export async function saveState(
  tx: Tx,
  userId: number,
  { state, reason, now }: { state: User['state']; reason: User['reason']; now: Date },
): Promise<void> {
  await tx.run(sql`
    update service_user set state = ${state}, reason = ${reason}, state_since = ${now} where user_id = ${userId}`);
}

/** Keeps the moment of the next switch; returns whether there was another one. */
export async function saveNextChange(tx: Tx, userId: number, at: Instant | null): Promise<boolean> {
  const moved = await tx.run(sql`
    update access_schedule set next_change_at = ${at}
    where user_id = ${userId} and next_change_at is distinct from ${at}`);
  return moved > 0;
}

/** Services whose schedule should have switched by now. */
export const overdueSchedules = (tx: Tx, now: Date): Promise<{ user_id: number }[]> =>
  tx.rows(sql`select user_id from access_schedule where next_change_at <= ${now} order by user_id limit 1000`);

interface Change {
  readonly userId: number;
  readonly sessionId: string;
  readonly text: string;
  readonly detail?: object;
  readonly now: Date;
}

export async function writeChange(tx: Tx, { userId, sessionId, text, detail = {}, now }: Change): Promise<void> {
  await tx.run(sql`
    insert into access_schedule_change (user_id, happened_at, who, text, detail)
    select ${userId}, ${now}, coalesce((select browser from session where session_id = ${sessionId}), ''), ${text},
      ${JSON.stringify(detail)}::jsonb`);
}

const HISTORY_SHOWN = 30;

/** Changes, newest first. */
export const changesOf = (tx: Tx, userId: number): Promise<{ at: Instant; text: string; who: string }[]> =>
  tx.rows(sql`
    select happened_at as at, text, who from access_schedule_change
    where user_id = ${userId} order by happened_at desc, change_id desc limit ${HISTORY_SHOWN}`);

/** Contacts to which a code may be sent. */
export const scheduleCodeContacts = (
  tx: Tx,
  contractId: number,
): Promise<{ channel: 'email' | 'phone'; target: string }[]> =>
  tx.rows(sql`
    select kind as channel, value as target from contact
    where contract_id = ${contractId} and state = 'active' and kind in ('phone', 'email') order by kind desc`);
