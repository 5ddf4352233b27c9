import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { hashOf } from '#domain/shared/secrets.ts';
import type { Login } from './login.rules.ts';
import { DEVICE_LIFE } from '../session/session.rules.ts';

export interface Credential {
  readonly contract_id: number;
  readonly password_hash: string;
}

/** The contract of a login; null for an unknown login. */
export interface LoginOwner {
  readonly contract_id: number | null;
  /** Whether this contract has signed in with the right password from the same device. */
  readonly is_known: boolean;
}

/**
 * Finds the owner of a login; a contract number wins over a confirmed phone or e-mail. One row and one statement for
 * any login.
 */
export const ownerOf = (
  tx: Tx,
  { contractId, phone, email }: Login,
  device: string | undefined,
  now: Date,
): Promise<LoginOwner> =>
  tx.one(sql`
    select owner.contract_id, exists (
      select from known_device d
      where d.device_hash = ${hashOf(device ?? '')} and d.contract_id = owner.contract_id
        and d.used_at > ${new Date(now.getTime() - DEVICE_LIFE)}) as is_known
    from (
      select (
        select contract_id from credential where contract_id = coalesce(
          (select contract_id from credential where contract_id = ${contractId}::bigint),
          (select contract_id from contact where kind = 'phone' and value = ${phone} and state = 'active'),
          (select contract_id from contact where kind = 'email' and lower(value) = ${email} and state = 'active'))
      ) as contract_id
    ) owner`);

export const credentialOf = (tx: Tx, contractId: number | null): Promise<Credential | undefined> =>
  tx.maybe(sql`select contract_id, password_hash from credential where contract_id = ${contractId}::bigint`);

/** Rehashes the same password with today's parameters, unless it has changed meanwhile. */
export async function rehash(tx: Tx, { contract_id, password_hash }: Credential, fresh: string): Promise<void> {
  await tx.run(sql`
    update credential set password_hash = ${fresh}
    where contract_id = ${contract_id} and password_hash = ${password_hash}`);
}
