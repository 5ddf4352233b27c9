import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';
import { storableJson } from '../storable-json.ts';

/** Hours for which a reply is kept. */
export const KEPT_HOURS = 24;

/** Idempotency keys of one owner. */
export interface IdempotencyKeys {
  /** Whose they are. */
  readonly owner: string;
  /**
   * Takes a key; true if it is new or older than a day. Waits for a concurrent transaction that takes the
   * same key.
   */
  readonly take: (tx: Tx, key: string, hash: Buffer, now: Date) => Promise<boolean>;
  readonly keep: (tx: Tx, key: string, reply: unknown) => Promise<void>;
  /** Keeps a reply with a secret. Absent: such a reply is not kept. */
  readonly keepSealed?: (tx: Tx, key: string, sealed: Buffer) => Promise<void>;
  readonly kept: (
    tx: Tx,
    key: string,
  ) => Promise<{ request_hash: Buffer; reply: unknown; sealed_reply: Buffer | null }>;
  /** Forgets a key whose request has changed nothing. */
  readonly giveBack: (tx: Tx, key: string) => Promise<void>;
}

/** Keys of a contract. */
export const contractKeys = (owner: number): Omit<IdempotencyKeys, 'giveBack'> => ({
  owner: `contract ${owner}`,
  take: async (tx, key, hash, now) =>
    (await tx.run(sql`
      insert into idempotency_key as k (contract_id, key, request_hash, created_at)
      values (${owner}, ${key}, ${hash}, ${now})
      on conflict (contract_id, key) do update
        set request_hash = excluded.request_hash, reply = null, sealed_reply = null, created_at = excluded.created_at
        where k.created_at < ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`)) === 1,
  keep: async (tx, key, reply) => {
    await tx.run(sql`
      update idempotency_key set reply = ${JSON.stringify(reply)} where contract_id = ${owner} and key = ${key}`);
  },
  keepSealed: async (tx, key, sealed) => {
    await tx.run(sql`
      update idempotency_key set sealed_reply = ${sealed} where contract_id = ${owner} and key = ${key}`);
  },
  kept: (tx, key) =>
    tx.one(sql`
      select request_hash, reply, sealed_reply from idempotency_key where contract_id = ${owner} and key = ${key}`),
});

/** Keys of the staff: of a person, or of a program. */
export const staffKeys = (owner: string): IdempotencyKeys => ({
  owner,
  take: async (tx, key, hash, now) =>
    (await tx.run(sql`
      insert into staff_idempotency_key as k (owner, key, request_hash, created_at)
      values (${owner}, ${key}, ${hash}, ${now})
      on conflict (owner, key) do update
        set request_hash = excluded.request_hash, reply = null, created_at = excluded.created_at
        where k.created_at < ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`)) === 1,
  keep: async (tx, key, reply) => {
    await tx.run(sql`
      update staff_idempotency_key set reply = ${storableJson(reply)} where owner = ${owner} and key = ${key}`);
  },
  kept: (tx, key) =>
    tx.one(sql`
      select request_hash, reply, null::bytea as sealed_reply from staff_idempotency_key where owner = ${owner} and key = ${key}`),
  giveBack: async (tx, key) => {
    await tx.run(sql`delete from staff_idempotency_key where owner = ${owner} and key = ${key}`);
  },
});
