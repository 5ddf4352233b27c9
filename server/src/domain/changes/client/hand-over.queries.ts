import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** What of a contract keeps it from being handed over. */
export interface Hindrances {
  readonly numbers: number;
  /** Mailboxes and lines of telephony: what is in them is their owner’s. */
  readonly own_services: number;
  readonly waiting_charges: number;
  readonly promised: boolean;
  readonly owes: boolean;
  /** On the account of the telephone. */
  readonly on_telephone: Kopecks;
}

export const hindrancesOf = (tx: Tx, contractId: number): Promise<Hindrances> =>
  tx.one(sql`
    select
      (select count(*) from phone_number where contract_id = ${contractId} and state <> 'closed') as numbers,
      (select count(*) from service_user where contract_id = ${contractId} and state <> 'closed' and user_type in ('sip', 'mail'))
        as own_services,
      (select count(*) from one_time_charge join account using (account_id)
        where contract_id = ${contractId} and transaction_id is null) as waiting_charges,
      coalesce(bool_or(credit_limit_kopecks > 0), false) as promised,
      coalesce(bool_or(balance_kopecks < 0 or debt_since is not null), false) as owes,
      coalesce(sum(balance_kopecks) filter (where kind = 't'), 0)::bigint as on_telephone
    from account where contract_id = ${contractId}`);

interface Giving {
  readonly from: number;
  readonly to: number;
}

/**
 * The sessions of a service so far stay with the former contract, under a service of its own that is closed: whoever has the service now
 * must not read them.
 */
export async function keepSessions(tx: Tx, userId: number, today: Day, now: Date): Promise<void> {
  const { kept } = await tx.one<{ kept: number }>(sql`
    insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on, closed_on)
    select contract_id, account_id, user_type, name, login || '~' || contract_id, address, 'closed', ${now}, plan_id, opened_on, ${today}
    from service_user where user_id = ${userId} returning user_id as kept`);
  await tx.run(sql`
    update internet_session set user_id = ${kept} where user_id = ${userId} and stopped_at is not null`);
}

interface Handed extends Giving {
  readonly document: string;
  readonly operator: string;
  readonly today: Day;
  readonly now: Date;
}

export const noteHandover = (tx: Tx, { from, to, document, operator, today, now }: Handed): Promise<number> =>
  tx.run(sql`
    insert into contract_handover (from_contract_id, to_contract_id, handed_on, handed_at, document, operator)
    values (${from}, ${to}, ${today}, ${now}, ${document}, ${operator})`);

export interface Handover {
  readonly from_contract_id: number;
  readonly to_contract_id: number;
  readonly handed_on: Day;
}

/** From whom a contract has come, and to whom it went. */
export const handoversOf = (tx: Tx, contractId: number): Promise<Handover[]> =>
  tx.rows(sql`
    select from_contract_id, to_contract_id, handed_on from contract_handover
    where from_contract_id = ${contractId} or to_contract_id = ${contractId}`);
