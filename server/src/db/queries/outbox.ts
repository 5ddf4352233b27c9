import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

interface EffectRow {
  readonly effect_id: number;
  readonly kind: string;
  readonly state: 'due' | 'failed';
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: Instant;
}

interface NewEffect {
  readonly kind: string;
  readonly version: number;
  readonly payload: object;
  readonly uniqueKey: string | undefined;
  readonly queue: string | undefined;
  readonly subject: string | undefined;
}

/** Returns the id of the new effect; undefined if an effect with the same key is pending or delivered. */
export async function insertEffect(
  tx: Tx,
  { kind, version, payload, uniqueKey, queue, subject }: NewEffect,
): Promise<number | undefined> {
  const row = await tx.maybe<{ effect_id: number }>(sql`
    insert into outbox_effect (kind, version, payload, unique_key, queue, subject, created_at)
    values (${kind}, ${version}, ${JSON.stringify(payload)}, ${uniqueKey ?? null}, ${queue ?? null}, ${subject ?? null}, now())
    on conflict (unique_key) do nothing
    returning effect_id`);
  return row?.effect_id;
}

export interface DueEffect {
  readonly effect_id: number;
  readonly kind: string;
  readonly version: number;
  readonly payload: unknown;
  readonly queue: string | null;
  readonly attempts: number;
  /** What is known of its gateway: failures in a row, and when one message may try it. */
  readonly failures: number | null;
  readonly probe_at: Instant | null;
}

/** `gateway` of a message is the second part of its queue. */
export function dueEffect(tx: Tx, effectId: number): Promise<DueEffect | undefined> {
  return tx.maybe(sql`
    select effect_id, kind, version, payload, queue, attempts, t.failures, t.probe_at
    from outbox_effect left join gateway_trouble t
      on starts_with(queue, 'message:') and t.gateway = split_part(queue, ':', 2)
    where effect_id = ${effectId} and state = 'due'`);
}

/** A message may contain a code, so the payload is deleted after delivery. */
const DONE = sql`state = 'done', payload = null`;

export async function markDone(tx: Tx, effectId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update outbox_effect set ${DONE}, attempts = attempts + 1, done_at = ${now}
    where effect_id = ${effectId} and state = 'due'`);
}

export async function markTried(tx: Tx, effectId: number, state: 'due' | 'failed', error: string): Promise<void> {
  await tx.run(sql`
    update outbox_effect set state = ${state}, attempts = attempts + 1, last_error = ${error}
    where effect_id = ${effectId} and state = 'due'`);
}

/** Effects still to be delivered, oldest first. */
export function openEffects(tx: Tx): Promise<EffectRow[]> {
  return tx.rows(sql`
    select effect_id, kind, state, attempts, last_error, created_at
    from outbox_effect where state <> 'done' order by created_at, effect_id limit 200`);
}

/** Resets the tries of a failed effect; undefined if there is no such effect. */
export const renewEffect = (tx: Tx, effectId: number): Promise<{ queue: string | null } | undefined> =>
  tx.maybe(sql`
    update outbox_effect set state = 'due', attempts = 0 where effect_id = ${effectId} and state = 'failed'
    returning queue`);

/** Cancels undelivered effects of this kind about the subject: a newer one replaces them. */
export const replaceEarlierEffects = (tx: Tx, kind: string, subject: string): Promise<number> =>
  tx.run(sql`
    update outbox_effect set ${DONE}, done_at = now()
    where kind = ${kind} and subject = ${subject} and state <> 'done'`);
