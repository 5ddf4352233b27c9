import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** SIP lines among the numbers, in order. */
export const sipLinesWith = (tx: Tx, numbers: readonly string[]): Promise<{ user_id: number }[]> =>
  tx.rows(sql`
    select user_id from service_user
    where user_type = 'sip' and login = any(${[...new Set(numbers)]}::text[]) and state <> 'closed'
    order by user_id`);
