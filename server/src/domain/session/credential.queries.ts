import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import type { Login } from './login.rules.ts';

export interface Credential {
  readonly contract_id: number;
  readonly password_hash: string;
}

/** Whose login it is: a contract number before a confirmed phone or e-mail; nothing for an unknown one. */
export const credentialOf = (tx: Tx, { contractId, phone, email }: Login): Promise<Credential | undefined> =>
  tx.maybe(sql`
    select contract_id, password_hash from credential
    where contract_id = coalesce(
      (select contract_id from credential where contract_id = ${contractId}::bigint),
      (select contract_id from contact where kind = 'phone' and value = ${phone} and state = 'active'),
      (select contract_id from contact where kind = 'email' and lower(value) = ${email} and state = 'active'))`);

/** Writes the same password down with today's parameters, unless it was changed meanwhile. */
export async function rehash(tx: Tx, { contract_id, password_hash }: Credential, fresh: string): Promise<void> {
  await tx.run(sql`
    update credential set password_hash = ${fresh}
    where contract_id = ${contract_id} and password_hash = ${password_hash}`);
}
