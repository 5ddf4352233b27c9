import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ContactRole } from '#server/domain/messaging/roles.rules.ts';

export interface ContactRow {
  /** `further` has an id; the others are one of their kind. */
  readonly further_contact_id: number | null;
  readonly kind: 'phone' | 'email' | 'telegram' | 'max';
  readonly address: string;
  readonly label: string | null;
  readonly role: ContactRole | null;
  readonly confirmed_at: Instant | null;
  readonly is_proven: boolean;
}

/** Every confirmed contact of a contract, and whether the code that led to the present password was sent there. */
export const contactsOf = (tx: Tx, contractId: number): Promise<ContactRow[]> =>
  tx.rows(sql`
    select known.*, exists (
      select from contact_code code join credential c using (contract_id)
      where code.contract_id = ${contractId} and code.purpose like 'recovery%'
        and code.address = known.address and code.spent_at = c.changed_at) as is_proven
    from (
      select null::bigint as further_contact_id, kind, value as address, label, null::text as role, confirmed_at
      from contact where contract_id = ${contractId} and state = 'active'
      union all
      select further_contact_id, kind, address, nullif(name, ''), role, confirmed_at
      from further_contact where contract_id = ${contractId} and confirmed_at is not null
    ) known order by confirmed_at desc nulls last, kind`);
