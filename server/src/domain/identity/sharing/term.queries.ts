import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ShareRow } from './sharing.queries.ts';

/** Those of a contract, the one that a session has open, or any; at most so many. */
export type WhichOverdue = { readonly contractId: number } | { readonly sessionId: string } | { readonly most: number };

export interface EndingShare extends Omit<ShareRow, 'is_over'> {
  readonly ends_at: Instant;
}

const ENDING = sql`select share_id, contract_id, member_id, role, ends_at from contract_share where ended_at is null`;

function among(which: WhichOverdue): Sql {
  if ('contractId' in which) return sql`and contract_id = ${which.contractId} order by share_id for update`;
  if ('sessionId' in which)
    return sql`and share_id = (select share_id from session where session_id = ${which.sessionId}) for update`;
  return sql`order by ends_at limit ${which.most} for update skip locked`;
}

/** Shares whose term is over and that nobody has ended yet, locked. */
export const overdueShares = (tx: Tx, which: WhichOverdue, now: Date): Promise<EndingShare[]> =>
  tx.rows(sql`${ENDING} and ends_at <= ${now} ${among(which)}`);

/** Shares that end until a moment and of which nobody has been reminded, locked. */
export const sharesToRemindOf = (tx: Tx, until: Date, most: number, now: Date): Promise<EndingShare[]> =>
  tx.rows(sql`
    ${ENDING} and ends_at > ${now} and ends_at <= ${until} and reminded_of is distinct from ends_at
    order by ends_at limit ${most} for update skip locked`);

export async function noteReminded(tx: Tx, shareIds: readonly string[]): Promise<void> {
  await tx.run(sql`update contract_share set reminded_of = ends_at where share_id = any(${shareIds}::uuid[])`);
}

/** Changes the term of a share; one that ends so soon needs no reminder besides. */
export async function putTerm(
  tx: Tx,
  shareId: string,
  { endsAt, soon }: { readonly endsAt: Date | null; readonly soon: Date },
): Promise<void> {
  await tx.run(sql`
    update contract_share set ends_at = ${endsAt}::timestamptz,
      reminded_of = case when ${endsAt}::timestamptz <= ${soon} then ${endsAt}::timestamptz end
    where share_id = ${shareId}`);
}
