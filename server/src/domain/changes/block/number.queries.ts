import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PhoneNumber } from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import type { ChangeTarget } from '../service-change/service-change.queries.ts';

/** A phone number with its account: its fee is one of the contract’s. */
export interface NumberTarget extends ChangeTarget {
  readonly user_id: null;
  readonly phone_number: string;
  readonly situation: Exclude<PhoneNumber['state'], 'blocked'> | NonNullable<PhoneNumber['reason']>;
}

/** The contract of a number that the staff name. Throws `service_unknown`. */
export async function contractOfNumber(tx: Tx, phoneNumber: string): Promise<number> {
  const row = await tx.maybe<{ contract_id: number }>(sql`
    select contract_id from phone_number where phone_number = ${phoneNumber}`);
  if (!row) throw new Problem('service_unknown', { message: 'Такого номера нет' });
  return row.contract_id;
}

/** The number; `lock` locks it with its account until the end of the transaction, the account first. */
export async function numberTarget(tx: Tx, phoneNumber: string, { lock }: { lock: boolean }): Promise<NumberTarget> {
  if (lock) {
    await tx.run(sql`
      select 1 from account where account_id = (select account_id from phone_number where phone_number = ${phoneNumber})
      for no key update`);
  }
  return tx.one(sql`
    select null::bigint as user_id, n.phone_number, n.account_id, n.contract_id, coalesce(n.reason, n.state) as situation, c.version,
      a.debt_since is not null as in_debt, a.credit_limit_kopecks as credit_limit, a.charged_through
    from phone_number n join account a using (account_id) join contract c on c.contract_id = n.contract_id
    where n.phone_number = ${phoneNumber}`);
}

interface NewNumberBlock {
  readonly phoneNumber: string;
  readonly reason: string;
  readonly operator: string;
  readonly now: Date;
}

/** Closes a number by the decision of the provider. */
export async function insertNumberBlock(tx: Tx, { phoneNumber, reason, operator, now }: NewNumberBlock): Promise<void> {
  // One that was closed with its contract, and given anew, has the former reason still.
  await liftNumberBlock(tx, phoneNumber, now);
  await tx.run(sql`
    insert into number_block (phone_number, blocked_at, reason, operator) values (${phoneNumber}, ${now}, ${reason}, ${operator})`);
  await tx.run(sql`
    update phone_number set state = 'blocked', reason = 'operator', state_since = ${now} where phone_number = ${phoneNumber}`);
}

export const liftNumberBlock = (tx: Tx, phoneNumber: string, now: Date): Promise<number> =>
  tx.run(sql`
    update number_block set lifted_at = ${now} where phone_number = ${phoneNumber} and lifted_at is null`);

/** Opens a number; a debt of its account keeps it closed. */
export const releaseNumber = (tx: Tx, phoneNumber: string, now: Date): Promise<{ state: 'active' | 'blocked' }> =>
  tx.one(sql`
    update phone_number n
    set state = case when a.debt_since is null then 'active' else 'blocked' end,
      reason = case when a.debt_since is not null then 'debt' end, state_since = coalesce(a.debt_since, ${now})
    from account a where a.account_id = n.account_id and n.phone_number = ${phoneNumber}
    returning n.state`);
