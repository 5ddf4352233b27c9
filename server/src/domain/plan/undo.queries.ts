import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

/** All of a service that a change of plan may touch, as it stood before; `Undo` adds what the change did. */
export interface Before {
  readonly service: object;
  readonly options: readonly object[];
  readonly charged: readonly object[];
}

export interface Undo extends Before {
  readonly transactions: readonly number[];
  /** The version of the service after the change: any later change keeps it from being taken back. */
  readonly version: number;
  readonly charged_through: string | null;
}

export const before = (tx: Tx, userId: number): Promise<Before> =>
  tx.one(sql`
    select to_json(u) as service,
      coalesce((select json_agg(uo) from user_option uo where uo.user_id = u.user_id), '[]') as options,
      coalesce((select json_agg(c) from fee_charged c
        where c.account_id = u.account_id and c.what like u.user_id || ':%'), '[]') as charged
    from (select user_id, account_id, plan_id, promo_kopecks, promo_until from service_user) u
    where u.user_id = ${userId}`);

export async function noteUndo(
  tx: Tx,
  planChangeId: number,
  was: Before,
  transactions: readonly number[],
): Promise<void> {
  await tx.run(sql`
    update plan_change c
    set undo = ${JSON.stringify({ ...was, transactions })}::jsonb
      || jsonb_build_object('version', u.version, 'charged_through', a.charged_through)
    from service_user u join account a using (account_id)
    where c.plan_change_id = ${planChangeId} and u.user_id = c.user_id`);
}

/** Puts the service back as it was. */
export async function restore(tx: Tx, userId: number, { service, options, charged }: Before): Promise<void> {
  await tx.run(sql`
    update service_user u set plan_id = was.plan_id, promo_kopecks = was.promo_kopecks, promo_until = was.promo_until
    from jsonb_populate_record(null::service_user, ${JSON.stringify(service)}::jsonb) was
    where u.user_id = ${userId}`);
  await tx.run(sql`delete from user_option where user_id = ${userId}`);
  await tx.run(sql`
    insert into user_option select * from jsonb_populate_recordset(null::user_option, ${JSON.stringify(options)}::jsonb)`);
  // The turn goes on: references of charges that were reversed are not used again.
  await tx.run(sql`
    with gone as (
      delete from fee_charged c using service_user u
      where u.user_id = ${userId} and c.account_id = u.account_id and c.what like u.user_id || ':%'
      returning c.what, c.turn
    )
    insert into fee_charged
      (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn)
    select was.account_id, was.what, was.sold_id, was.charged_from, was.charged_until, was.amount_kopecks, was.transaction_id,
      coalesce(gone.turn, was.turn) + 1
    from jsonb_populate_recordset(null::fee_charged, ${JSON.stringify(charged)}::jsonb) was left join gone using (what)`);
}
