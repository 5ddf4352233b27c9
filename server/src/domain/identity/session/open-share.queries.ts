import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { holds } from './share-holds.queries.ts';

export interface OpenedShare {
  readonly contract_id: number;
  readonly role: ShareRole;
}

/**
 * Opens the contract that a person used last in her new session, and records the use; undefined if none is open to her, or if she
 * must first choose how she will sign in.
 */
export const openLastShare = (
  tx: Tx,
  { sessionId, memberId }: { readonly sessionId: string; readonly memberId: number },
  now: Date,
): Promise<OpenedShare | undefined> =>
  tx.maybe(sql`
    with last as (
      select share_id from contract_share where member_id = ${memberId} and ${holds(now)} and (
        exists (select from credential where contract_id = ${memberId})
        or exists (select from passkey where contract_id = ${memberId}))
      order by coalesce(used_at, since) desc, share_id limit 1 for update
    ), used as (
      update contract_share set used_at = ${now} where share_id = (select share_id from last)
      returning share_id, contract_id, role
    ), opened as (
      update session set share_id = (select share_id from used)
      where session_id = ${sessionId} and exists (select from used)
    )
    select contract_id, role from used`);
