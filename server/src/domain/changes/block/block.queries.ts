import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface NewBlock {
  readonly userId: number;
  readonly reason: string;
  readonly operator: string;
  readonly now: Date;
}

/** Closes a service by the decision of the provider. */
export async function insertBlock(tx: Tx, { userId, reason, operator, now }: NewBlock): Promise<void> {
  await tx.run(sql`
    insert into service_block (user_id, blocked_at, reason, operator) values (${userId}, ${now}, ${reason}, ${operator})`);
  await tx.run(sql`
    update service_user set state = 'blocked', reason = 'operator', state_since = ${now} where user_id = ${userId}`);
}

/** Services that an import has brought as closed have no row. */
export const liftBlock = (tx: Tx, userId: number, now: Date): Promise<number> =>
  tx.run(sql`update service_block set lifted_at = ${now} where user_id = ${userId} and lifted_at is null`);
