import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import type { At } from '#server/domain/shared/at.ts';
import { issuedText, rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { leftAt, lockDesk } from './desk.queries.ts';
import { CASH_TEXTS } from './desk.texts.ts';
import { insertOpeningDifference } from './opening-difference.queries.ts';
import {
  closeShiftRow,
  insertCashOperation,
  insertShift,
  lockShiftOf,
  nextNumber,
  openShiftAt,
  openShiftOf,
  shiftSums,
  type ShiftRow,
} from './shift.queries.ts';

const NOTHING = kopecks(0);

export interface OpeningShift {
  readonly deskId: number;
  readonly personId: number;
  readonly counted: Kopecks;
  /** What of it has come from the safe; absent: nothing, or all of it in the first shift of the desk. */
  readonly fromSafe: Kopecks | undefined;
}

/**
 * Opens a shift. What was counted and what the books say differ: the difference is booked at once, and an accountant is told, because
 * whoever left all the cash and counts nothing on the next morning would otherwise settle it with himself.
 */
export async function openShift(tx: Tx, opening: OpeningShift, at: At): Promise<ShiftRow> {
  const { deskId, personId, counted, fromSafe } = opening;
  const desk = await lockDesk(tx, deskId);
  if (!desk) throw new Problem('desk_unknown');
  const before = await leftAt(tx, deskId);
  const { left: carried, number: last } = before ?? { left: NOTHING, number: 0 };
  const brought = fromSafe ?? (before ? NOTHING : counted);
  const number = last + 1;
  const made = await insertShift(tx, { deskId, personId, number, carried, opening: counted, now: at.now });
  if (!made) throw await whyNot(tx, opening, at);
  const shift = await ownShift(tx, personId);
  await moveCash(tx, shift, { kind: 'float', amount: brought }, at);
  const difference = kopecks(counted - carried - brought);
  await moveCash(tx, shift, { kind: 'difference', amount: difference }, at);
  if (difference !== 0) await insertOpeningDifference(tx, shift.shift_id, difference, at.now);
  return shift;
}

async function whyNot(tx: Tx, { deskId, personId }: OpeningShift, { zone }: At): Promise<Problem> {
  const own = await openShiftOf(tx, personId);
  if (own) return new Problem('shift_open_already', { message: `У вас уже открыта смена: ${own.desk}` });
  const there = await openShiftAt(tx, deskId);
  if (!there) return new Problem('desk_busy');
  const since = issuedText(there.opened_at, zone);
  return new Problem('desk_busy', { message: `На этой кассе смена: ${there.person}, с ${since}` });
}

/** The open shift of a person, locked until the end of the transaction. */
export async function ownShift(tx: Tx, personId: number): Promise<ShiftRow> {
  const shift = await lockShiftOf(tx, personId);
  if (!shift) throw new Problem('shift_needed');
  return shift;
}

/** What must lie in the drawer of a shift: what was there, and what its lines of the ledger say. */
export async function expectedIn(tx: Tx, { shift_id, carried }: ShiftRow): Promise<Kopecks> {
  const sums = await shiftSums(tx, shift_id);
  return kopecks(sums.reduce<number>((all, { sum }) => all + sum, carried));
}

/** Refuses to take more out of the drawer than the books have in it. */
export async function assertInDrawer(tx: Tx, shift: ShiftRow, amount: Kopecks): Promise<void> {
  const expected = await expectedIn(tx, shift);
  if (amount > expected)
    throw new Problem('desk_short', { message: `В ящике по книгам ${rubles(expected)}, а нужно ${rubles(amount)}` });
}

export async function handOver(tx: Tx, personId: number, amount: Kopecks, at: At): Promise<ShiftRow> {
  const shift = await ownShift(tx, personId);
  await assertInDrawer(tx, shift, amount);
  await moveCash(tx, shift, { kind: 'safe', amount: kopecks(0 - amount) }, at);
  return shift;
}

/** Closes a shift: the difference is booked, what is not left goes to the safe. Returns the difference. */
export async function closeShift(
  tx: Tx,
  { personId, counted, left = counted }: { personId: number; counted: Kopecks; left?: Kopecks | undefined },
  at: At,
): Promise<{ readonly shift: ShiftRow; readonly difference: Kopecks }> {
  const shift = await ownShift(tx, personId);
  const expected = await expectedIn(tx, shift);
  const difference = kopecks(counted - expected);
  await moveCash(tx, shift, { kind: 'difference', amount: difference }, at);
  await moveCash(tx, shift, { kind: 'safe', amount: kopecks(left - counted) }, at);
  await closeShiftRow(tx, shift.shift_id, { counted, expected, left, now: at.now });
  return { shift, difference };
}

/** Where cash of a desk comes from and goes to, besides clients. */
const OTHER_SIDE = { float: 'cash', safe: 'cash', difference: 'correction' } as const;

interface Movement {
  readonly kind: keyof typeof OTHER_SIDE;
  /** Below zero: out of the drawer. */
  readonly amount: Kopecks;
}

async function moveCash(tx: Tx, shift: ShiftRow, { kind, amount }: Movement, { now, zone }: At): Promise<void> {
  if (amount === 0) return;
  const number = await nextNumber(tx, shift.shift_id);
  const text = CASH_TEXTS[kind](shift, amount);
  const transactionId = await post(tx, {
    kind: 'correction',
    reference: `desk:${deskDocument(shift, number)}`,
    day: dayIn(zone, now),
    happenedAt: now,
    entries: [
      { accountId: shift.account_id, amount: kopecks(0 - amount), text },
      { accountId: await providerAccount(tx, OTHER_SIDE[kind]), amount, text },
    ],
  });
  if (transactionId === undefined)
    throw new Error(`Movement ${number} of shift ${shift.shift_id} is in the books already`);
  await insertCashOperation(tx, { shiftId: shift.shift_id, number, kind, transactionId });
}

/** `2-41-17`: desk, shift of the desk, number in the shift. */
export const deskDocument = ({ desk_id, number }: Pick<ShiftRow, 'desk_id' | 'number'>, operation: number): string =>
  `${desk_id}-${number}-${operation}`;
