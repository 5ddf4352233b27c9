import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { versionOfContract } from '#server/domain/changes/staff-change/staff-change.queries.ts';

export interface CardRow {
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly version: number;
  readonly name: string;
  readonly is_company: boolean;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
  readonly opened_on: Day;
  readonly billing_day: number;
}

export const cardRow = (tx: Tx, contractId: number): Promise<CardRow | undefined> =>
  tx.maybe(sql`
    select contract_id, printed_no, ${versionOfContract(sql`contract.contract_id`)} as version, client_name as name, is_company, state, t.name as town, s.name as street, house, flat, opened_on, billing_day
    from contract join town t using (town_id) left join street s using (street_id)
    where contract_id = ${contractId}`);

export interface CardContact {
  readonly kind: 'phone' | 'email';
  readonly value: string;
  /** Somebody else's name; null: the client's own. */
  readonly whose: string | null;
  readonly is_confirmed: boolean;
}

/** The client's own contacts, then those of others. */
export const cardContacts = (tx: Tx, contractId: number): Promise<CardContact[]> =>
  tx.rows(sql`
    select kind, value, label as whose, state = 'active' as is_confirmed
    from contact where contract_id = ${contractId} and kind in ('phone', 'email') and value <> ''
    union all
    (select kind, address, name, confirmed_at is not null from further_contact where contract_id = ${contractId} order by further_contact_id)`);
