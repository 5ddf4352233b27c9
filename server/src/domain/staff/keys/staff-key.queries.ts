import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface NewStaffKey {
  readonly name: string;
  readonly keyHash: Buffer;
  readonly calls: readonly string[];
  readonly networks: readonly string[];
  readonly madeBy: number | null;
  readonly madeAt: Date;
  readonly expiresAt: Date;
}

export async function insertStaffKey(tx: Tx, key: NewStaffKey): Promise<number> {
  const { name, keyHash, calls, networks, madeBy, madeAt, expiresAt } = key;
  const { key_id } = await tx.one<{ key_id: number }>(sql`
    insert into staff_key (name, key_hash, calls, networks, made_by, made_at, expires_at)
    values (${name}, ${keyHash}, ${calls},
      (select array_agg(network(typed::inet)::cidr) from unnest(${networks}::text[]) typed),
      ${madeBy}, ${madeAt}, ${expiresAt})
    returning key_id`);
  return key_id;
}

export interface StaffKey {
  readonly key_id: number;
  readonly name: string;
  readonly calls: readonly string[];
  readonly networks: readonly string[];
  readonly used_at: Instant | null;
}

/** The key of a program that works now. */
export const workingKey = (tx: Tx, keyHash: Buffer, now: Date): Promise<StaffKey | undefined> =>
  tx.maybe(sql`
    select key_id, name, calls, networks::text[] as networks, used_at from staff_key
    where key_hash = ${keyHash} and ended_at is null and expires_at > ${now}`);

export async function noteKeyUse(tx: Tx, keyId: number, now: Date): Promise<void> {
  await tx.run(sql`update staff_key set used_at = ${now} where key_id = ${keyId}`);
}

interface ListedKey extends StaffKey {
  readonly made_by: string;
  readonly made_at: Instant;
  readonly expires_at: Instant;
  readonly state: 'works' | 'expired' | 'ended';
}

/** All keys, those that work first. */
export const allStaffKeys = (tx: Tx, now: Date): Promise<ListedKey[]> =>
  tx.rows(sql`
    select key_id, k.name, calls, networks::text[] as networks, used_at, coalesce(login, 'сервер') as made_by, made_at,
      expires_at,
      case when ended_at is not null then 'ended' when expires_at <= ${now} then 'expired' else 'works' end as state
    from staff_key k left join staff_person p on p.person_id = k.made_by
    order by ended_at is not null or expires_at <= ${now}, key_id`);

/** Ends a key; undefined if none of that number works. */
export const endStaffKey = (tx: Tx, keyId: number, now: Date): Promise<{ key_id: number; name: string } | undefined> =>
  tx.maybe(sql`
    update staff_key set ended_at = ${now} where key_id = ${keyId}::bigint and ended_at is null and expires_at > ${now}
    returning key_id, name`);

export const livingKeysMadeBy = (tx: Tx, personId: number, now: Date): Promise<{ key_id: number; name: string }[]> =>
  tx.rows(sql`
    select key_id, name from staff_key where made_by = ${personId} and ended_at is null and expires_at > ${now}
    order by key_id`);
