import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

export interface Credited {
  readonly contract_id: number;
  readonly kind: 'i' | 't';
  readonly balance: number;
}

/** The account as it stands in this transaction. */
export const accountOf = (tx: Tx, accountId: number): Promise<Credited> =>
  tx.one(sql`select contract_id, kind, balance_kopecks as balance from account where account_id = ${accountId}`);

/** Service accounts switched off for debt work again. */
export const bringUsersBack = (tx: Tx, accountId: number, now: Date): Promise<{ user_id: number; name: string }[]> =>
  tx.rows(sql`
    update service_user set state = 'active', reason = null, state_since = ${now}
    where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
    returning user_id, name`);

/** Phone numbers switched off for debt work again. */
export const bringNumbersBack = (tx: Tx, accountId: number): Promise<{ phone_number: string }[]> =>
  tx.rows(sql`
    update phone_number set state = 'active', reason = null
    where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
    returning phone_number`);

/** What a payment would bring back: names of services, then numbers. */
export const switchedOffForDebt = (tx: Tx, accountId: number): Promise<{ name: string; is_number: boolean }[]> =>
  tx.rows(sql`
    select name, false as is_number from service_user
    where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
    union all
    select phone_number, true from phone_number
    where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
    order by is_number, name`);
