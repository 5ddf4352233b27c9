import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Whether an address is still a contact of the contract. */
export const isContact = async (tx: Tx, contractId: number, address: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select from contact where contract_id = ${contractId} and value = ${address} and state = 'active'
    union all
    select from further_contact
    where contract_id = ${contractId} and address = ${address} and confirmed_at is not null
    limit 1`)) !== undefined;

/** Whether the matter of a message is solved, or a later message has replaced it. */
export const isSolved = async (tx: Tx, messageId: number, now: Date): Promise<boolean> =>
  (await tx.maybe(sql`
    select from message where message_id = ${messageId} and topic is not null and until <= ${now}`)) !== undefined;
