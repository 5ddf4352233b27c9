import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type CashKind = 'take' | 'undo' | 'float' | 'safe' | 'difference';

export interface ShiftRow {
  readonly shift_id: number;
  readonly number: number;
  readonly person_id: number;
  readonly person: string;
  readonly opened_at: Instant;
  readonly carried: Kopecks;
  readonly opening: Kopecks;
  readonly closed_at: Instant | null;
  readonly counted: Kopecks | null;
  readonly expected: Kopecks | null;
  readonly difference: Kopecks | null;
  readonly left: Kopecks | null;
  readonly desk_id: number;
  readonly desk: string;
  readonly place: string;
  readonly register: string | null;
  readonly account_id: number;
}

const SHIFT = sql`
  select s.shift_id, s.number, s.person_id, p.name as person, s.opened_at, s.carried_kopecks as carried,
    s.opening_kopecks as opening, s.closed_at, s.counted_kopecks as counted, s.expected_kopecks as expected,
    s.difference_kopecks as difference, s.left_kopecks as left, d.desk_id, d.name as desk, d.place, d.register, d.account_id
  from cash_shift s join cash_desk d using (desk_id) join staff_person p using (person_id)`;

export const shiftById = (tx: Tx, shiftId: number): Promise<ShiftRow | undefined> =>
  tx.maybe(sql`${SHIFT} where s.shift_id = ${shiftId}`);

export const openShiftOf = (tx: Tx, personId: number): Promise<ShiftRow | undefined> =>
  tx.maybe(sql`${SHIFT} where s.person_id = ${personId} and s.closed_at is null`);

export const openShiftAt = (tx: Tx, deskId: number): Promise<ShiftRow | undefined> =>
  tx.maybe(sql`${SHIFT} where s.desk_id = ${deskId} and s.closed_at is null`);

/** The same, locked until the end of the transaction: whoever closes it waits for a payment, and the other way round. */
export async function lockShiftOf(tx: Tx, personId: number): Promise<ShiftRow | undefined> {
  const held = await tx.maybe<{ shift_id: number }>(sql`
    select shift_id from cash_shift where person_id = ${personId} and closed_at is null for no key update`);
  return held ? openShiftOf(tx, personId) : undefined;
}

interface NewShift {
  readonly deskId: number;
  readonly personId: number;
  readonly number: number;
  readonly carried: Kopecks;
  readonly opening: Kopecks;
  readonly now: Date;
}

/** Undefined if the desk or the person has an open shift. */
export const insertShift = (tx: Tx, shift: NewShift): Promise<{ shift_id: number } | undefined> =>
  tx.maybe(sql`
    insert into cash_shift (desk_id, person_id, number, opened_at, carried_kopecks, opening_kopecks)
    values (${shift.deskId}, ${shift.personId}, ${shift.number}, ${shift.now}, ${shift.carried}, ${shift.opening})
    on conflict do nothing returning shift_id`);

export const closeShiftRow = (
  tx: Tx,
  shiftId: number,
  { counted, expected, left, now }: { counted: Kopecks; expected: Kopecks; left: Kopecks; now: Date },
): Promise<number> =>
  tx.run(sql`
    update cash_shift set closed_at = ${now}, counted_kopecks = ${counted}, expected_kopecks = ${expected}, left_kopecks = ${left}
    where shift_id = ${shiftId}`);

/** The next number in the shift, which must be locked. */
export const nextNumber = async (tx: Tx, shiftId: number): Promise<number> =>
  (
    await tx.one<{ next: number }>(
      sql`select coalesce(max(number), 0) + 1 as next from cash_operation where shift_id = ${shiftId}`,
    )
  ).next;

interface NewOperation {
  readonly shiftId: number;
  readonly number: number;
  readonly kind: CashKind;
  readonly transactionId: number;
  readonly given?: Kopecks | undefined;
}

export const insertCashOperation = (tx: Tx, operation: NewOperation): Promise<number> =>
  tx.run(sql`
    insert into cash_operation (shift_id, number, kind, transaction_id, given_kopecks)
    values (${operation.shiftId}, ${operation.number}, ${operation.kind}, ${operation.transactionId}, ${operation.given ?? null})`);

/** What the lines of the ledger say of a shift, by kind; out of the drawer is below zero. */
export const shiftSums = (tx: Tx, shiftId: number): Promise<{ kind: CashKind; count: number; sum: Kopecks }[]> =>
  tx.rows(sql`
    select o.kind, count(*) as count, sum(-e.amount_kopecks)::bigint as sum
    from cash_operation o
    join cash_shift s using (shift_id) join cash_desk d using (desk_id)
    join ledger_entry e on e.transaction_id = o.transaction_id and e.account_id = d.account_id
    where o.shift_id = ${shiftId}
    group by o.kind order by min(o.number)`);

export const shiftReceipts = (tx: Tx, shiftId: number): Promise<{ all: number; waiting: number }> =>
  tx.one(sql`
    select count(*) as all, count(*) filter (where r.state <> 'done') as waiting
    from cash_operation o join fiscal_receipt r using (transaction_id) where o.shift_id = ${shiftId}`);
