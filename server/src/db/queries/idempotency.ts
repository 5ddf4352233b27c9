import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

/** Hours for which a reply is kept. */
export const KEPT_HOURS = 24;

/**
 * Takes an idempotency key; true if it is new or older than a day. Waits for a concurrent transaction that takes the
 * same key.
 */
export async function takeKey(tx: Tx, owner: number, key: string, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into idempotency_key as k (contract_id, key, request_hash, created_at)
    values (${owner}, ${key}, ${hash}, ${now})
    on conflict (contract_id, key) do update
      set request_hash = excluded.request_hash, reply = null, created_at = excluded.created_at
      where k.created_at < ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`);
  return taken === 1;
}

export async function keepReply(tx: Tx, owner: number, key: string, reply: unknown): Promise<void> {
  await tx.run(sql`
    update idempotency_key set reply = ${JSON.stringify(reply)} where contract_id = ${owner} and key = ${key}`);
}

export function keptReply(tx: Tx, owner: number, key: string): Promise<{ request_hash: Buffer; reply: unknown }> {
  return tx.one(sql`select request_hash, reply from idempotency_key where contract_id = ${owner} and key = ${key}`);
}
