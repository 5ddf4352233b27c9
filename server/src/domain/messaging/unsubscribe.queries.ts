import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { isAskedFor } from './roles.rules.ts';

export const unsubscribeKey = async (tx: Tx): Promise<string> =>
  (await tx.one<{ key: string }>(sql`select key from unsubscribe_key`)).key;

/** The current address of a contract's first e-mail, or of a further contact. */
export const letterAddress = async (
  tx: Tx,
  contractId: number,
  furtherId: number | null,
): Promise<string | undefined> =>
  (
    await tx.maybe<{ address: string }>(sql`
      select value as address from contact
      where ${furtherId}::bigint is null and contract_id = ${contractId} and kind = 'email' and state = 'active'
      union all
      select address from further_contact
      where further_contact_id = ${furtherId} and contract_id = ${contractId} and kind = 'email'
        and confirmed_at is not null`)
  )?.address;

/** Mutes a category for a further contact. */
export async function muteFurther(tx: Tx, furtherId: number, category: string): Promise<void> {
  await tx.run(sql`
    update further_contact set wanted = array_remove(wanted, ${category}),
      muted = case when ${isAskedFor(category)} or ${category} = any(muted) then muted else array_append(muted, ${category}) end
    where further_contact_id = ${furtherId}`);
}

/** Switches off the news of all products for a contract. */
export async function dropNews(tx: Tx, contractId: number): Promise<void> {
  await tx.run(sql`delete from news_subscription where contract_id = ${contractId}`);
}
