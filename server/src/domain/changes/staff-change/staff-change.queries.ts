import type { ActingRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** The version of a contract as the staff see it: every change of it, or of a service of it, raises it. */
export const versionOfContract = (contractId: Sql): Sql => sql`(
  select c.version::bigint + coalesce((select sum(version) from service_user u where u.contract_id = c.contract_id), 0)::bigint
  from contract c where c.contract_id = ${contractId})`;

export const contractVersion = async (tx: Tx, contractId: number): Promise<number> =>
  (await tx.one<{ version: number }>(sql`select ${versionOfContract(sql`${contractId}`)} as version`)).version;

/** Locks a contract until the end of the transaction: its accounts first, by id, as the charging run and the client’s own changes do. */
export async function lockWholeContract(tx: Tx, contractId: number): Promise<boolean> {
  await tx.rows(sql`
    select account_id from account where contract_id = ${contractId} order by account_id for no key update`);
  return (await tx.run(sql`select from contract where contract_id = ${contractId} for no key update`)) === 1;
}

export interface LatestStaffChange {
  readonly made_at: Instant;
  readonly operator: string;
  readonly text: string;
}

/** The latest change of the staff since a version. */
export const staffChangeSince = (tx: Tx, contractId: number, version: number): Promise<LatestStaffChange | undefined> =>
  tx.maybe(sql`
    select made_at, operator, text from staff_change
    where contract_id = ${contractId} and version > ${version}
    order by made_at desc, staff_change_id desc limit 1`);

export interface NewStaffChange {
  readonly contractId: number;
  readonly userId: number | null;
  readonly operator: string;
  readonly role: ActingRole;
  /** The words of the command. */
  readonly call: string;
  /** What was changed, for the timeline. */
  readonly text: string;
}

/** Notes a change of the staff; returns the version of the contract after it. */
export const insertStaffChange = async (
  tx: Tx,
  { contractId, userId, operator, role, call, text }: NewStaffChange,
  now: Date,
): Promise<number> =>
  (
    await tx.one<{ version: number }>(sql`
      insert into staff_change (contract_id, user_id, made_at, operator, role, call, text, version)
      values (${contractId}, ${userId}, ${now}, ${operator}, ${role}, ${call}, ${text},
        ${versionOfContract(sql`${contractId}`)})
      returning version`)
  ).version;
