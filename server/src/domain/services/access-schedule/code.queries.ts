import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

export interface Target {
  readonly userId: number;
  readonly contractId: number;
  readonly channel: 'email' | 'phone';
  readonly target: string;
}

/** What was sent lately, by which the limits are kept. */
export interface Sent {
  readonly last_sent_at: string | null;
  readonly of_service: number;
  readonly to_target: number;
  readonly of_contract: number;
  /** Text messages of the whole system within an hour. */
  readonly of_hour: number;
}

/** Counts what was sent within a day. Others who ask for the contract wait until this transaction ends. */
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
 * Takes a try at the last code that was sent, which alone counts, as long as it lasts, has tries left, and its phone or
 * e-mail is still the client's.
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

/** A code counts once; says whether this was the time. */
export const spendCode = async (tx: Tx, codeId: number): Promise<boolean> =>
  (await tx.run(sql`update access_schedule_code set is_spent = true where code_id = ${codeId} and not is_spent`)) > 0;
