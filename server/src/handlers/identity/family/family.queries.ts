import type { Instant } from '@kabinet/contract/kernel/day';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { holds } from '#server/domain/identity/session/share-holds.queries.ts';

export interface OpenableRow {
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly share_id: string | null;
  readonly role: ShareRole | null;
  readonly ends_at: Instant | null;
  readonly client_name: string;
  readonly is_company: boolean;
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
  readonly is_in_debt: boolean;
}

/** The contracts that the sign-in of a contract opens: its own first, then those shared with it, the oldest share first. */
export const contractsFor = (tx: Tx, memberId: number, now: Date): Promise<OpenableRow[]> =>
  tx.rows(sql`
    select o.contract_id, c.printed_no, o.share_id, o.role, o.ends_at, c.client_name, c.is_company,
      town.name as town, street.name as street, c.house, c.flat,
      exists (select from account a where a.contract_id = c.contract_id and a.debt_since is not null) as is_in_debt
    from (
      select ${memberId}::bigint as contract_id, null::uuid as share_id, null as role, null::timestamptz as since, null::timestamptz as ends_at
      union all
      select contract_id, share_id, role, since, ends_at from contract_share where member_id = ${memberId} and ${holds(now)}
    ) o join contract c using (contract_id) join town using (town_id) left join street using (street_id)
    order by o.since nulls first, o.share_id`);

export interface OfferedRow {
  readonly printed_no: string | null;
  readonly client_name: string;
  readonly is_company: boolean;
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
}

/** What an invitation shows of its contract. */
export const offeredContract = (tx: Tx, contractId: number): Promise<OfferedRow> =>
  tx.one(sql`
    select c.printed_no, c.client_name, c.is_company, town.name as town, street.name as street, c.house
    from contract c join town using (town_id) left join street using (street_id)
    where c.contract_id = ${contractId}`);
