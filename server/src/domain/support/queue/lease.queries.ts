import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

export interface OrderLease {
  person_id: number;
  name: string;
  until: Instant;
}

/** Who holds the order `o` now, joined as `holder`. */
export const HOLDER = (now: Date): Sql => sql`
  left join lateral (
    select l.person_id, p.name, l.until from order_lease l join staff_person p using (person_id)
    where l.order_id = o.order_id and l.until > ${now}
  ) holder on true`;

export const leaseOf = (tx: Tx, orderId: number, now: Date): Promise<OrderLease | undefined> =>
  tx.maybe(sql`
    select person_id, p.name, until from order_lease join staff_person p using (person_id)
    where order_id = ${orderId} and until > ${now}`);

/** Takes the lease, or prolongs a living one of the same person, whoever has had it. */
export const putLease = (
  tx: Tx,
  { orderId, personId, until }: { readonly orderId: number; readonly personId: number; readonly until: Date },
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into order_lease (order_id, person_id, taken_at, until) values (${orderId}, ${personId}, ${now}, ${until})
    on conflict (order_id) do update set until = excluded.until, person_id = excluded.person_id,
      taken_at = case when order_lease.person_id = excluded.person_id and order_lease.until > excluded.taken_at
        then order_lease.taken_at else excluded.taken_at end`);

export const endLease = (tx: Tx, orderId: number, personId: number): Promise<number> =>
  tx.run(sql`delete from order_lease where order_id = ${orderId} and person_id = ${personId}`);

/** The newest line that another of the staff has written after an event. */
export const writtenByAnother = (
  tx: Tx,
  orderId: number,
  { seen, name }: { readonly seen: number; readonly name: string },
): Promise<{ author_name: string; text: string } | undefined> =>
  tx.maybe(sql`
    select coalesce(author_name, '') as author_name, text from support_event
    where order_id = ${orderId} and support_event_id > ${seen} and author = 'provider' and kind in ('message', 'state')
      and author_name is not null and author_name <> ${name}
    order by support_event_id desc limit 1`);
