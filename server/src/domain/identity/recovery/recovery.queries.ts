import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';
import { MOST_CODE_TRIES } from '../contacts/code.rules.ts';

export interface NewRecovery {
  readonly hash: Buffer;
  /** Null: the login leads to no contract. */
  readonly contractId: number | null;
  readonly kind: ContactAddress['kind'];
  /** The further contact that was typed as the login, if it was one. */
  readonly furtherId: number | null;
  /** Whether this contract has signed in on the device from which it is asked. */
  readonly isKnownDevice: boolean;
  readonly now: Date;
  readonly expiresAt: Date;
}

export async function insertRecovery(
  tx: Tx,
  { hash, contractId, kind, furtherId, isKnownDevice, now, expiresAt }: NewRecovery,
): Promise<void> {
  await tx.run(sql`
    insert into password_recovery (
      recovery_hash, contract_id, kind, further_contact_id, is_known_device, asked_at, expires_at)
    values (${hash}, ${contractId}, ${kind}, ${furtherId}, ${isKnownDevice}, ${now}, ${expiresAt})`);
}

export interface Recovery {
  readonly contract_id: number | null;
  readonly kind: ContactAddress['kind'];
  readonly is_known_device: boolean;
}

export interface HandledRecovery extends Recovery {
  readonly further_contact_id: number | null;
}

/** Marks a recovery as handled, whether or not its code can be sent; undefined if it is handled already. */
export const handleRecovery = (tx: Tx, hash: Buffer, now: Date): Promise<HandledRecovery | undefined> =>
  tx.maybe(sql`
    update password_recovery set handled_at = ${now}
    where recovery_hash = ${hash} and handled_at is null and spent_at is null and expires_at > ${now}
    returning contract_id, kind, is_known_device, further_contact_id`);

/** Uses one try of a recovery; undefined if it is spent, expired or out of tries. */
export const tryRecovery = (
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<(Recovery & { readonly tries: number }) | undefined> =>
  tx.maybe(sql`
    update password_recovery set tries = tries + 1
    where recovery_hash = ${hash} and spent_at is null and tries < ${MOST_CODE_TRIES} and expires_at > ${now}
    returning contract_id, kind, is_known_device, tries`);

/** Gives a try back, because the code was right: it may be typed again. */
export async function giveBackTry(tx: Tx, hash: Buffer, codeId: number): Promise<void> {
  await tx.run(sql`update password_recovery set tries = tries - 1 where recovery_hash = ${hash}`);
  await tx.run(sql`update contact_code set tries = tries - 1 where contact_code_id = ${codeId}`);
}

/** Spends a recovery; false if it is spent, or a change of the contract's safety has ended it meanwhile. */
export const spendOne = async (tx: Tx, hash: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update password_recovery set spent_at = ${now} where recovery_hash = ${hash} and spent_at is null`)) > 0;
