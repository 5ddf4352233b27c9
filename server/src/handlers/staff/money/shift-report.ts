import type { Kopecks } from '@kabinet/contract/kernel/money';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { expectedIn } from '#server/domain/payments/desk/shift.ts';
import { paidByCode } from '#server/domain/payments/desk/shift-payments.queries.ts';
import { shiftReceipts, shiftSums, type ShiftRow } from '#server/domain/payments/desk/shift.queries.ts';

/** A desk as calls tell it. */
const deskTold = ({
  desk_id,
  desk: name,
  place,
  register,
}: Pick<ShiftRow, 'desk_id' | 'desk' | 'place' | 'register'>) => ({
  desk_id,
  name,
  place,
  register,
});

/** The report of a shift, read from its lines of the ledger. */
export async function shiftReport(tx: Tx, shift: ShiftRow) {
  const [kinds, expected, receipts, sbp] = await Promise.all([
    shiftSums(tx, shift.shift_id),
    expectedIn(tx, shift),
    shiftReceipts(tx, shift.shift_id),
    paidByCode(tx, shift.shift_id),
  ]);
  const { shift_id, number, person, opened_at, carried, opening } = shift;
  const closed = closedOf(shift);
  return {
    shift_id,
    number,
    desk: deskTold(shift),
    person,
    opened_at,
    carried,
    opening,
    kinds,
    sbp: sbp.count === 0 ? null : sbp,
    expected: closed ? closed.expected : expected,
    receipts,
    closed: closed?.told ?? null,
  };
}

function closedOf({ closed_at: at, counted, expected, difference, left }: ShiftRow) {
  if (at === null) return null;
  const known = (sum: Kopecks | null): Kopecks => sum ?? kopecks(0);
  const toSafe = kopecks(known(counted) - known(left));
  const told = { at, counted: known(counted), difference: known(difference), to_safe: toSafe, left: known(left) };
  return { expected: known(expected), told };
}
