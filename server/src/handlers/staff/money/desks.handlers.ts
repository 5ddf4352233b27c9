import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { allDesks, insertDesk } from '#server/domain/payments/desk/desk.queries.ts';
import {
  openingDifferences,
  settleOpeningDifference,
} from '#server/domain/payments/desk/opening-difference.queries.ts';
import { closeShift, expectedIn, handOver, openShift } from '#server/domain/payments/desk/shift.ts';
import { openShiftOf, shiftById } from '#server/domain/payments/desk/shift.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { refuseAlone, wrongField } from '../refusals.ts';
import { personAt, shiftPersonOf } from './own-shift.ts';
import { shiftReport } from './shift-report.ts';

export const deskHandlers: PlainHandlers<OperatorContract['desks']> = {
  add: async ({ body }, { db, now }) => {
    const desk = await insertDesk(db, body, now);
    if (!desk) throw new Problem('desk_named');
    return desk;
  },
  list: async (_, { db }) =>
    Promise.all(
      (await allDesks(db)).map(async ({ left, shift_id, person, opened_at, ...desk }) => ({
        ...desk,
        expected: shift_id === null ? left : await expectedOf(db, shift_id),
        shift: shift_id === null || person === null || opened_at === null ? null : { shift_id, person, opened_at },
      })),
    ),
};

const expectedOf = async (db: Tx, shiftId: number) => expectedIn(db, await shiftAt(db, shiftId));

async function shiftAt(db: Tx, shiftId: number) {
  const shift = await shiftById(db, shiftId);
  if (!shift) throw new Problem('shift_unknown');
  return shift;
}

/** As it is after a change. */
const reportOf = async (db: Tx, shiftId: number) => shiftReport(db, await shiftAt(db, shiftId));

export const shiftHandlers: PlainHandlers<OperatorContract['shifts']> = {
  open: async ({ body }, scope) => {
    const { db, operator } = scope;
    const { desk_id: deskId, counted, from_safe: fromSafe, login } = body;
    if (fromSafe !== undefined && fromSafe > counted)
      throw wrongField('from_safe', 'Из сейфа принесли не больше, чем насчитали');
    const personId = await shiftPersonOf(db, operator, login);
    const shift = await openShift(db, { deskId, personId, counted, fromSafe }, atOf(scope));
    return reportOf(db, shift.shift_id);
  },
  x: async ({ query }, { db, operator }) => {
    const shift = await openShiftOf(db, await shiftPersonOf(db, operator, query.login));
    if (!shift) throw new Problem('shift_needed', { message: 'Смена не открыта' });
    return shiftReport(db, shift);
  },
  safe: async ({ body: { amount, login } }, scope) => {
    if (amount === 0) throw wrongField('amount', 'Назовите сумму больше нуля');
    const personId = await shiftPersonOf(scope.db, scope.operator, login);
    const shift = await handOver(scope.db, personId, amount, atOf(scope));
    return reportOf(scope.db, shift.shift_id);
  },
  close: async ({ body: { counted, left, login } }, scope) => {
    const { db, operator } = scope;
    if (left !== undefined && left > counted) throw wrongField('left', 'Остаться может не больше, чем насчитали');
    const personId = await shiftPersonOf(db, operator, login);
    const { shift, difference } = await closeShift(db, { personId, counted, left }, atOf(scope));
    const report = await reportOf(db, shift.shift_id);
    refuseAlone(operator, operatorContract.shifts.close, Math.abs(difference));
    return report;
  },
  differences: (_, { db }) => openingDifferences(db),
  settle: async ({ body: { shift_id, note } }, { db, now, operator }) => {
    const isSettled = await settleOpeningDifference(db, shift_id, { by: operator.name, note, now });
    if (!isSettled) throw new Problem('finding_not_open');
    return { shift_id };
  },
  show: async ({ query }, { db, operator }) => {
    const shift = await shiftAt(db, query.shift_id);
    const isForeign = operator.role === 'cashier' && shift.person_id !== personAt(operator);
    if (isForeign) throw new Problem('shift_unknown');
    return shiftReport(db, shift);
  },
};
