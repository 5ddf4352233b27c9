import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { planPriceOn } from '../price/price-on.queries.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Subscriber } from '#server/kernel/world.ts';

export interface PhoneNumber {
  phone_number: string;
  state: 'active' | 'blocked' | 'closed';
  reason: 'debt' | 'operator' | null;
  /** In the words of the staff; null: the provider has not closed it, or has not said why. */
  blocked_because: string | null;
  plan: string;
  price: Kopecks;
  opened_on: Day;
  closed_on: Day | null;
  /** Whether the outside system has carried out every change. */
  is_applied: boolean;
}

const openFirst = (a: PhoneNumber, b: PhoneNumber): number =>
  Number(a.state === 'closed') - Number(b.state === 'closed') || Number(a.phone_number) - Number(b.phone_number);

/** A further condition of `phoneNumbersOf`: these numbers only. */
export const amongNumbers = (numbers: readonly string[]): Sql => sql`n.phone_number = any(${numbers})`;

/** Phone numbers of the subscriber; closed ones last, if requested. */
export async function phoneNumbersOf(
  tx: Tx,
  subscriber: Subscriber,
  { withClosed, today, where }: { withClosed: boolean; today: Day; where?: Sql | undefined },
): Promise<PhoneNumber[]> {
  const numbers = await tx.rows<PhoneNumber>(sql`
    select n.phone_number, n.state, n.reason, case n.reason when 'operator' then (
        select reason from number_block b where b.phone_number = n.phone_number and lifted_at is null
      ) end as blocked_because, p.name as plan, ${planPriceOn(sql`p`, sql`${today}::date`)} as price, n.opened_on, n.closed_on,
      coalesce(s.applied_version >= s.version, true) as is_applied
    from phone_number n join plan p using (plan_id)
    left join service_state s on s.phone_number = n.phone_number
    where n.contract_id = ${subscriber.contractId} ${withClosed ? sql`` : sql`and n.state <> 'closed'`}
      ${where === undefined ? sql`` : sql`and ${where}`}`);
  return numbers.toSorted(openFirst);
}

/** Refuses another subscriber's number exactly like one that does not exist (R-25). */
export async function ownNumber(tx: Tx, subscriber: Subscriber, phoneNumber: AskedId<'phone_number'>): Promise<string> {
  const number = await tx.maybe<{ phone_number: string }>(sql`
    select phone_number from phone_number where phone_number = ${phoneNumber} and contract_id = ${subscriber.contractId}`);
  if (!number) throw new Problem('not_found');
  return number.phone_number;
}
