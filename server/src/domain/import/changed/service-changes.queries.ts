import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { changedRows, orStay, type ChangedRows } from './catalogue-changes.queries.ts';
import type { NewNumber, ServiceState } from '../services.queries.ts';

export interface ChangedService {
  readonly user_id: number;
  readonly plan_id: number;
  readonly name: string;
  readonly address: string;
  readonly state: ServiceState;
  readonly opened_on: Day;
  readonly promo: Kopecks | null;
  readonly promo_until: Day | null;
  readonly mac: string | null;
}

const IS_OFF = sql`g.state in ('debt', 'operator')`;
const STATE = sql`case when ${IS_OFF} then 'blocked' else g.state end`;
const REASON = sql`case when ${IS_OFF} then g.state end`;
const promo = (column: Sql, ours: Sql): Sql =>
  sql`case when g.changed && array['promo', 'promo_until'] then ${column} else ${ours} end`;

export async function changeServices(tx: Tx, rows: ChangedRows<ChangedService>, now: Date): Promise<void> {
  const given = changedRows(rows);
  await tx.run(sql`
    update service_user u set
      plan_id = ${orStay('plan', sql`g.plan_id`, sql`u.plan_id`)},
      name = ${orStay('name', sql`g.name`, sql`u.name`)},
      address = ${orStay('address', sql`g.address`, sql`u.address`)},
      state = ${orStay('state', STATE, sql`u.state`)},
      reason = ${orStay('state', REASON, sql`u.reason`)},
      state_since = ${orStay('state', sql`${now}::timestamptz`, sql`u.state_since`)},
      returns_on = ${orStay('state', sql`null`, sql`u.returns_on`)},
      opened_on = ${orStay('opened_on', sql`g.opened_on`, sql`u.opened_on`)},
      promo_kopecks = ${promo(sql`g.promo`, sql`u.promo_kopecks`)},
      promo_until = ${promo(sql`g.promo_until`, sql`u.promo_until`)},
      version = u.version + 1
    from jsonb_to_recordset(${given}::jsonb)
      as g (user_id bigint, plan_id integer, name text, address text, state text, opened_on date, promo bigint, promo_until date,
        changed text[])
    where u.user_id = g.user_id`);
  await endOptionsOfOtherPlans(tx, given);
  await tx.run(sql`
    update service_access a set bound_mac = g.mac::macaddr
    from jsonb_to_recordset(${given}::jsonb) as g (user_id bigint, mac text, changed text[])
    where a.user_id = g.user_id and 'mac' = any(g.changed)`);
}

/** The options of the former plan end with it; the table of options names those of the new one. */
const endOptionsOfOtherPlans = (tx: Tx, given: string): Promise<number> =>
  tx.run(sql`
    with ended as (
      delete from user_option o
      using jsonb_to_recordset(${given}::jsonb) as g (user_id bigint, changed text[])
      join service_user u using (user_id), plan_option p
      where o.user_id = g.user_id and p.option_id = o.option_id and p.plan_id <> u.plan_id and 'plan' = any(g.changed)
      returning o.user_id, o.option_id, u.account_id
    )
    delete from fee_charged f using ended
    where f.account_id = ended.account_id and f.what = ended.user_id || ':option-' || ended.option_id and f.transaction_id is null`);

export const changeNumbers = (
  tx: Tx,
  rows: ChangedRows<Pick<NewNumber, 'phone_number' | 'plan_id' | 'state' | 'opened_on'>>,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update phone_number n set
      plan_id = ${orStay('plan', sql`g.plan_id`, sql`n.plan_id`)},
      state = ${orStay('state', STATE, sql`n.state`)},
      reason = ${orStay('state', REASON, sql`n.reason`)},
      state_since = ${orStay('state', sql`${now}::timestamptz`, sql`n.state_since`)},
      opened_on = ${orStay('opened_on', sql`g.opened_on`, sql`n.opened_on`)}
    from jsonb_to_recordset(${changedRows(rows)}::jsonb)
      as g (phone_number text, plan_id integer, state text, opened_on date, changed text[])
    where n.phone_number = g.phone_number`);

/** Forgets what the former system has charged of these fees: it says so anew. */
export const forgetPaid = (
  tx: Tx,
  fees: readonly { readonly account_id: number; readonly what: string }[],
): Promise<number> =>
  tx.run(sql`
    delete from fee_charged f using jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as g (account_id bigint, what text)
    where f.account_id = g.account_id and f.what = g.what and f.transaction_id is null`);

/** What the former system has charged is of the present plan. */
export const sellOtherwise = (
  tx: Tx,
  fees: readonly { readonly account_id: number; readonly what: string; readonly sold_id: number }[],
): Promise<number> =>
  tx.run(sql`
    update fee_charged f set sold_id = g.sold_id
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as g (account_id bigint, what text, sold_id integer)
    where f.account_id = g.account_id and f.what = g.what and f.transaction_id is null`);

/** The debts of accounts none of whose services is off for it any more are over. */
export const endDebts = (tx: Tx, accounts: readonly number[]): Promise<number> =>
  tx.run(sql`
    update account a set debt_since = null
    where account_id = any(${accounts}::bigint[]) and debt_since is not null
      and not exists (select from service_user u where u.account_id = a.account_id and u.state = 'blocked' and u.reason = 'debt')
      and not exists (select from phone_number n where n.account_id = a.account_id and n.state = 'blocked' and n.reason = 'debt')`);
