import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Waits for an accountant. */
export const OPEN_DIFFERENCE = sql`settled_at is null`;

export async function insertOpeningDifference(tx: Tx, shiftId: number, amount: Kopecks, now: Date): Promise<void> {
  await tx.run(sql`
    insert into cash_opening_difference (shift_id, amount_kopecks, found_at) values (${shiftId}, ${amount}, ${now})`);
}

export interface OpeningDifference {
  readonly shift_id: number;
  readonly number: number;
  readonly desk: string;
  readonly person: string;
  readonly before: string | null;
  readonly opened_at: Instant;
  readonly carried: Kopecks;
  readonly opening: Kopecks;
  readonly difference: Kopecks;
}

/** What was not in a drawer as it was left, oldest first. */
export const openingDifferences = (tx: Tx): Promise<OpeningDifference[]> =>
  tx.rows(sql`
    select f.shift_id, s.number, d.name as desk, p.name as person, q.name as before, s.opened_at,
      s.carried_kopecks as carried, s.opening_kopecks as opening, f.amount_kopecks as difference
    from (select shift_id, amount_kopecks, found_at from cash_opening_difference where ${OPEN_DIFFERENCE}) f
    join cash_shift s using (shift_id) join cash_desk d using (desk_id) join staff_person p using (person_id)
    left join cash_shift b on b.desk_id = s.desk_id and b.number = s.number - 1
    left join staff_person q on q.person_id = b.person_id
    order by f.found_at, f.shift_id`);

/** False: it does not wait. */
export const settleOpeningDifference = async (
  tx: Tx,
  shiftId: number,
  { by, note, now }: { readonly by: string; readonly note: string; readonly now: Date },
): Promise<boolean> =>
  (await tx.run(sql`
    update cash_opening_difference set settled_at = ${now}, settled_by = ${by}, note = ${note}
    where shift_id = ${shiftId} and ${OPEN_DIFFERENCE}`)) === 1;
