import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export const accountsToEnd = (tx: Tx, contractId: number): Promise<{ account_id: number }[]> =>
  tx.rows(sql`select account_id from account where contract_id = ${contractId} order by account_id`);

/** Opens again the services that a contract had when it was closed: all of them have ended at one moment, the last one. */
export const lastClosedServices = (tx: Tx, contractId: number, now: Date): Promise<{ user_id: number }[]> =>
  tx.rows(sql`
    update service_user u set closed_on = null, state_since = ${now}, version = u.version + 1,
      state = case when told.state in ('debt', 'operator') then 'blocked' else 'active' end,
      reason = case when told.state in ('debt', 'operator') then told.state end
    from service_user one left join billing_told_service told using (user_id)
    where u.user_id = one.user_id and one.contract_id = ${contractId} and one.state = 'closed' and one.state_since = (
      select max(state_since) from service_user last where last.contract_id = ${contractId} and last.state = 'closed')
    returning u.user_id`);

/** Opens one of them again, as it was told last. */
export const reopenService = (tx: Tx, userId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update service_user u set closed_on = null, state_since = ${now}, version = u.version + 1,
      state = case when told.state in ('debt', 'operator') then 'blocked' else 'active' end,
      reason = case when told.state in ('debt', 'operator') then told.state end
    from service_user one left join billing_told_service told using (user_id)
    where u.user_id = one.user_id and one.user_id = ${userId} and one.state = 'closed'`);

/** The day that the other side has named. */
export const setClosedOn = (tx: Tx, userId: number, closedOn: Day): Promise<number> =>
  tx.run(sql`update service_user set closed_on = ${closedOn} where user_id = ${userId} and state = 'closed'`);

/** Call it before the services: it looks at their last moment. */
export const lastClosedNumbers = (tx: Tx, contractId: number, now: Date): Promise<{ phone_number: string }[]> =>
  tx.rows(sql`
    update phone_number set state = 'active', closed_on = null, state_since = ${now}
    where contract_id = ${contractId} and state = 'closed' and state_since >= coalesce((
      select max(state_since) from service_user where contract_id = ${contractId} and state = 'closed'), (
      select max(state_since) from phone_number last where last.contract_id = ${contractId} and last.state = 'closed'))
    returning phone_number`);
