import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import { DEVICE_LIFE, REPLY_LOST_FOR } from './session.rules.ts';

/** Known devices per contract; the least recently used is forgotten first. */
const MOST_DEVICES = 10;

/**
 * Makes the browser known to a contract and returns its new secret, which replaces the presented one. So a secret
 * planted by somebody else never becomes known to the contract; other contracts in the same browser switch to the new
 * one. A presented secret that the contract knew holds for some minutes more: if the reply is lost, the browser has no other.
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
    const former = hashOf(presented);
    const knownAt = await usedAt(tx, contractId, former);
    await tx.run(sql`update known_device set device_hash = ${fresh} where device_hash = ${former}`);
    if (knownAt !== undefined) await forgetSoon(tx, { contractId, former, knownAt }, now);
  }
  await tx.run(sql`
    insert into known_device (device_hash, contract_id, used_at) values (${fresh}, ${contractId}, ${now})
    on conflict (device_hash, contract_id) do update set used_at = excluded.used_at`);
  await tx.run(sql`
    delete from known_device where contract_id = ${contractId} and device_hash not in (
      select device_hash from known_device where contract_id = ${contractId} order by used_at desc limit ${MOST_DEVICES})`);
  return secret;
}

const usedAt = async (tx: Tx, contractId: number, hash: Buffer): Promise<string | undefined> =>
  (
    await tx.maybe<{ used_at: string }>(sql`
      select used_at from known_device where device_hash = ${hash} and contract_id = ${contractId}`)
  )?.used_at;

interface Former {
  readonly contractId: number;
  readonly former: Buffer;
  readonly knownAt: string;
}

/** Keeps a secret that is replaced as if it had last been used almost a device's life ago; one that is kept so already ends no later. */
async function forgetSoon(tx: Tx, { contractId, former, knownAt }: Former, now: Date): Promise<void> {
  const almostOver = new Date(now.getTime() - DEVICE_LIFE + REPLY_LOST_FOR);
  await tx.run(sql`
    insert into known_device (device_hash, contract_id, used_at)
    values (${former}, ${contractId}, least(${knownAt}::timestamptz, ${almostOver}::timestamptz)) on conflict do nothing`);
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
