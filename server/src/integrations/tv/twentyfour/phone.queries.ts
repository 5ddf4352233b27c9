import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** The confirmed mobile number of the contract of a service, `79270000184`. */
export const phoneOf = async (tx: Tx, userId: number): Promise<string | undefined> =>
  (
    await tx.maybe<{ value: string }>(sql`
      select c.value from service_user u join contact c using (contract_id)
      where u.user_id = ${userId} and c.kind = 'phone' and c.state = 'active'`)
  )?.value;
