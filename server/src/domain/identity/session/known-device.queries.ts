import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import { DEVICE_LIFE } from './session.rules.ts';

/** Known devices per contract; the least recently used is forgotten first. */
const MOST_DEVICES = 10;

/**
 * Makes the browser known to a contract and returns its new secret, which replaces the presented one. So a secret
 * planted by somebody else never becomes known to the contract; other contracts in the same browser switch to the new
 * one.
 */
export async function rememberDevice(
  tx: Tx,
  contractId: number,
  presented: string | undefined,
  now: Date,
): Promise<string> {
  const secret = newSecret();
  const fresh = hashOf(secret);
  if (presented !== undefined) {
    await tx.run(sql`update known_device set device_hash = ${fresh} where device_hash = ${hashOf(presented)}`);
  }
  await tx.run(sql`
    insert into known_device (device_hash, contract_id, used_at) values (${fresh}, ${contractId}, ${now})
    on conflict (device_hash, contract_id) do update set used_at = excluded.used_at`);
  await tx.run(sql`
    delete from known_device where contract_id = ${contractId} and device_hash not in (
      select device_hash from known_device where contract_id = ${contractId} order by used_at desc limit ${MOST_DEVICES})`);
  return secret;
}

/** Whether the contract has signed in from this browser before. */
export const isKnownDevice = async (
  tx: Tx,
  contractId: number,
  secret: string | undefined,
  now: Date,
): Promise<boolean> =>
  secret !== undefined &&
  (await tx.maybe(sql`
    select contract_id from known_device
    where device_hash = ${hashOf(secret)} and contract_id = ${contractId}
      and used_at > ${new Date(now.getTime() - DEVICE_LIFE)}`)) !== undefined;

/** Forgets all known devices of a contract. */
export async function forgetDevices(tx: Tx, contractId: number): Promise<void> {
  await tx.run(sql`delete from known_device where contract_id = ${contractId}`);
}
