import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Situation } from './situation.rules.ts';

export interface ServiceRow {
  readonly user_id: number;
  readonly account_id: number;
  readonly contract_id: number;
  readonly name: string;
  readonly plan_id: number | null;
  readonly situation: Situation;
  readonly version: number;
  readonly is_company: boolean;
  readonly billing_day: number;
  readonly in_debt: boolean;
  readonly credit_limit: Kopecks;
  readonly charged_through: Day | null;
  /** Another billing charges. */
  readonly is_external: boolean;
  /** Another billing was asked for changes, here or elsewhere. */
  readonly was_asked: boolean;
}

/** The service with its account; `lock` locks both until the end of the transaction, the account first. */
export async function serviceRow(tx: Tx, userId: number, { lock }: { lock: boolean }): Promise<ServiceRow> {
  if (lock) {
    await tx.run(sql`
      select 1 from account where account_id = (select account_id from service_user where user_id = ${userId})
      for no key update`);
  }
  return tx.one(sql`
    select u.user_id, u.account_id, u.contract_id, u.name, u.plan_id, coalesce(u.reason, u.state) as situation, u.version,
      c.is_company, c.billing_day, a.debt_since is not null as in_debt,
      a.credit_limit_kopecks as credit_limit, a.charged_through,
      a.charged_outside as is_external, exists (select from billing_request) as was_asked
    from service_user u join account a using (account_id) join contract c on c.contract_id = u.contract_id
    where u.user_id = ${userId}`);
}
