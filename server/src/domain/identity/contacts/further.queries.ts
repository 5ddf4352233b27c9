import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { NoticeChoice } from '#server/domain/messaging/choices.queries.ts';
import type { ContactRole } from '#server/domain/messaging/roles.rules.ts';
import type { ContactAddress } from './address.rules.ts';
import { afterWaiting } from './contact.queries.ts';

/** A phone or an e-mail of a contract beside the first one. */
export interface FurtherContact extends ContactAddress {
  readonly id: number;
  readonly role: ContactRole;
  readonly name: string;
  /** Categories of its role that are switched off; `wanted` are those switched on that are off by default. */
  readonly muted: NoticeChoice['category'][];
  readonly wanted: 'charge'[];
  readonly confirmed_at: Instant | null;
}

const COLUMNS = sql`further_contact_id as id, kind, address, role, name, muted, wanted, confirmed_at`;

/** Further contacts of a contract; those that wait for a code come first. */
export const furtherContacts = (tx: Tx, contractId: number): Promise<FurtherContact[]> =>
  tx.rows(sql`
    select ${COLUMNS} from further_contact where contract_id = ${contractId}
    order by confirmed_at is not null, kind desc, added_at, further_contact_id`);

/** A further contact of this contract, locked until the transaction ends. */
export const holdFurther = (
  tx: Tx,
  contractId: number,
  asked: AskedId<'contact'>,
): Promise<FurtherContact | undefined> =>
  tx.maybe(sql`
    select ${COLUMNS} from further_contact
    where contract_id = ${contractId} and further_contact_id = ${asked} for update`);

/** The same by its address. */
export const furtherAt = (
  tx: Tx,
  contractId: number,
  { kind, address }: ContactAddress,
): Promise<FurtherContact | undefined> =>
  tx.maybe(sql`
    select ${COLUMNS} from further_contact
    where contract_id = ${contractId} and kind = ${kind} and address = ${address}`);

interface NewFurther extends ContactAddress {
  readonly role: ContactRole;
  readonly name: string;
}

/** Adds a further contact that waits for its code; if it waits already, it gets the new role and name. */
export const insertFurther = (
  tx: Tx,
  contractId: number,
  { kind, address, role, name }: NewFurther,
  now: Date,
): Promise<{ id: number }> =>
  tx.one(sql`
    insert into further_contact (contract_id, kind, address, role, name, added_at)
    values (${contractId}, ${kind}, ${address}, ${role}, ${name}, ${now})
    on conflict (contract_id, kind, address) do update set role = excluded.role, name = excluded.name
    returning further_contact_id as id`);

export async function confirmFurther(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.run(sql`
    update further_contact set confirmed_at = ${now}, recovers_from = ${afterWaiting(now)}
    where further_contact_id = ${id}`);
}

/** Changes a further contact. If its role becomes `owner`, it counts as new, like one added with this role. */
export async function changeFurther(
  tx: Tx,
  id: number,
  { role, name, muted, wanted }: Pick<FurtherContact, 'role' | 'name' | 'muted' | 'wanted'>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update further_contact set role = ${role}, name = ${name}, muted = ${muted}::text[], wanted = ${wanted}::text[],
      recovers_from = case when role = ${role} then recovers_from else ${afterWaiting(now)} end
    where further_contact_id = ${id}`);
}

const drop = (tx: Tx, which: Sql): Promise<number> => tx.run(sql`delete from further_contact where ${which}`);

export const dropFurther = (tx: Tx, id: number): Promise<number> => drop(tx, sql`further_contact_id = ${id}`);

/** Deletes a further contact that has become the first one. */
export const dropFurtherAt = (tx: Tx, contractId: number, { kind, address }: ContactAddress): Promise<number> =>
  drop(tx, sql`contract_id = ${contractId} and kind = ${kind} and address = ${address}`);
