import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

export interface Target {
  readonly userId: number;
  readonly contractId: number;
  readonly channel: 'email' | 'phone';
  readonly target: string;
}

/** Recent codes, for the limits. */
export interface Sent {
  readonly last_sent_at: string | null;
  readonly of_service: number;
  readonly to_target: number;
  readonly of_contract: number;
  /** Text messages of the whole system within an hour. */
  readonly of_hour: number;
}

/** Counts codes sent within a day. Concurrent requests for the contract wait until this transaction ends. */
export async function countSent(tx: Tx, { userId, contractId, target }: Target, now: Date): Promise<Sent> {
  await tx.one(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
  const [day, hour] = [new Date(now.getTime() - 86_400_000), new Date(now.getTime() - 3_600_000)];
  return tx.one(sql`
    select
      (select max(sent_at) from access_schedule_code where user_id = ${userId}) as last_sent_at,
      (select count(*) from access_schedule_code where user_id = ${userId} and sent_at > ${day}) as of_service,
      (select count(*) from access_schedule_code where target = ${target} and sent_at > ${day}) as to_target,
      (select count(*) from access_schedule_code where contract_id = ${contractId} and sent_at > ${day}) as of_contract,
      (select count(*) from access_schedule_code where channel = 'phone' and sent_at > ${hour}) as of_hour`);
}

export async function insertCode(
  tx: Tx,
  { userId, contractId, channel, target }: Target,
  { hash, now, expiresAt }: { hash: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`delete from access_schedule_code where sent_at < ${new Date(now.getTime() - 2 * 86_400_000)}`);
  await tx.run(sql`
    insert into access_schedule_code (user_id, contract_id, channel, target, code_hash, sent_at, expires_at)
    values (${userId}, ${contractId}, ${channel}, ${target}, ${hash}, ${now}, ${expiresAt})`);
}

const MOST_TRIES = 5;

/**
 * Uses one try of the last code sent. Earlier codes are invalid; the last one must not be expired or out of tries, and
 * its phone or e-mail must still be the client's.
 */
export const tryCode = (
  tx: Tx,
  userId: number,
  now: Date,
): Promise<{ code_id: number; code_hash: string } | undefined> =>
  tx.maybe(sql`
    update access_schedule_code c set tries = tries + 1
    where code_id = (select max(code_id) from access_schedule_code where user_id = ${userId})
      and not is_spent and tries < ${MOST_TRIES} and expires_at > ${now}
      and exists (
        select from contact
        where contract_id = c.contract_id and kind = c.channel and value = c.target and contact.state = 'active')
    returning code_id, code_hash`);

/** Spends a code; true if it had not been spent before. */
export const spendCode = async (tx: Tx, codeId: number): Promise<boolean> =>
  (await tx.run(sql`update access_schedule_code set is_spent = true where code_id = ${codeId} and not is_spent`)) > 0;
