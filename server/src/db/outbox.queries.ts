import type { Tx } from './database.ts';
import { sql } from './sql.ts';

export interface EffectRow {
  readonly effect_id: number;
  readonly kind: string;
  readonly payload: unknown;
  readonly state: 'due' | 'done' | 'failed';
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: string;
}

/** The number of the new effect; nothing when one of that key is owed, or was done, already. */
export async function insertEffect(
  tx: Tx,
  kind: string,
  payload: object,
  uniqueKey: string | undefined,
): Promise<number | undefined> {
  const row = await tx.maybe<{ effect_id: number }>(sql`
    insert into outbox_effect (kind, payload, unique_key, created_at)
    values (${kind}, ${JSON.stringify(payload)}, ${uniqueKey ?? null}, now())
    on conflict (unique_key) do nothing
    returning effect_id`);
  return row?.effect_id;
}

export function dueEffect(tx: Tx, effectId: number): Promise<EffectRow | undefined> {
  return tx.maybe(sql`
    select effect_id, kind, payload, state, attempts, last_error, created_at
    from outbox_effect where effect_id = ${effectId} and state = 'due'`);
}

/** A letter may carry a code, so what was delivered is not kept. */
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

/** What is still owed, oldest first. */
export function openEffects(tx: Tx): Promise<EffectRow[]> {
  return tx.rows(sql`
    select effect_id, kind, payload, state, attempts, last_error, created_at
    from outbox_effect where state <> 'done' order by created_at, effect_id limit 200`);
}

/** Gives a failed effect its tries anew; nothing when there is none of that number. */
export const renewEffect = (
  tx: Tx,
  effectId: number,
): Promise<Pick<EffectRow, 'effect_id' | 'kind' | 'payload'> | undefined> =>
  tx.maybe(sql`
    update outbox_effect set state = 'due', attempts = 0 where effect_id = ${effectId} and state = 'failed'
    returning effect_id, kind, payload`);

/** The network need not hear any more what it was to do with the service: something newer follows. */
export const supersedeAccess = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`
    update outbox_effect set ${DONE}, done_at = now()
    where kind = 'network.apply' and state <> 'done' and payload ->> 'userId' = ${String(userId)}`);
