import { createHash } from 'node:crypto';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';

/** What is changed, with the paying account: a service or, without a `user_id`, the contract itself. */
export type ChangeTarget = Pick<
  ServiceRow,
  'account_id' | 'contract_id' | 'version' | 'credit_limit' | 'in_debt' | 'charged_through'
> & { readonly user_id: number | null };

export async function bumpVersion(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`update service_user set version = version + 1 where user_id = ${userId}`);
}

export async function bumpContractVersion(tx: Tx, contractId: number): Promise<void> {
  await tx.run(sql`update contract set version = version + 1 where contract_id = ${contractId}`);
}

/** The day up to which a fee is paid, here or, without a transaction, through another system; undefined if it is not. */
export async function paidUntil(
  tx: Tx,
  { account_id }: Pick<ChangeTarget, 'account_id'>,
  what: string,
): Promise<Day | undefined> {
  const row = await tx.maybe<{ until: Day }>(sql`
    select charged_until as until from fee_charged
    where account_id = ${account_id} and what = ${what} and (amount_kopecks > 0 or transaction_id is null)`);
  return row?.until;
}

/** More than any price: a rehearsal carries out a change whatever the balance. */
const ENOUGH = 1_000_000_000_00;

export async function lendForRehearsal(tx: Tx, accountId: number): Promise<void> {
  await tx.run(sql`
    update account set credit_limit_kopecks = credit_limit_kopecks + ${ENOUGH} where account_id = ${accountId}`);
}

/** The id that the next ledger transaction will exceed; asked of the sequence, as transactions of other contracts may lie elsewhere. */
export const lastTransaction = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ last: number }>(sql`
      select coalesce(pg_sequence_last_value('ledger_transaction_transaction_id_seq'), 0) as last`)
  ).last;

/** Ledger lines of the account since then, oldest first; the account must be locked. */
export const linesSince = (
  tx: Tx,
  accountId: number,
  after: number,
): Promise<{ transaction_id: number; text: string; amount: Kopecks }[]> =>
  tx.rows(sql`
    select transaction_id, text, amount_kopecks as amount from ledger_entry
    where account_id = ${accountId} and transaction_id > ${after} order by entry_id`);

interface Consent {
  readonly contractId: number;
  readonly subject: string;
  /** The terms that were shown. */
  readonly text: string;
  readonly now: Date;
  readonly address: string;
  readonly sessionId: string;
}

export async function noteConsent(
  tx: Tx,
  { contractId, subject, text, now, address, sessionId }: Consent,
): Promise<void> {
  const hash = createHash('sha256').update(text).digest();
  await tx.run(sql`
    insert into consent (contract_id, subject, text_hash, given_at, address, session_id)
    values (${contractId}, ${subject}, ${hash}, ${now}, ${address}, ${sessionId})`);
}
