import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { takenAtDesk } from '#server/domain/payments/desk/shift-payments.queries.ts';
import { postAtDesk, registerNow, undoAtDesk } from '#server/domain/payments/desk/take-cash.ts';
import { postCash, type OfficeCash, type OfficeCredit } from '#server/domain/payments/office/post.ts';
import { undoCash } from '#server/domain/payments/office/undo.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Operator, ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { accountOf, wrongField } from '../refusals.ts';
import { personAt } from './own-shift.ts';

/** A person puts the cash into the drawer of her shift; a program and the server into the safe. */
async function posted(cash: OfficeCash, scope: ScopeOf<OperatorContract['office']['post']>): Promise<OfficeCredit> {
  const { db, operator, outside, now } = scope;
  const personId = personAt(operator);
  if (personId === undefined) return postCash(db, cash, atOf(scope));
  const register = await registerNow(db, outside.cashRegister !== undefined, now);
  return postAtDesk(db, { ...cash, personId, register }, atOf(scope));
}

const isProgram = ({ entry }: Operator): boolean => entry?.personId === null;

/** A program would pay out of the safe what lies in a drawer. On the server it is done when the accountant has paid it so. */
async function refuseFromDrawer(tx: Tx, transactionId: number): Promise<void> {
  if (!(await takenAtDesk(tx, transactionId))) return;
  throw new Problem('person_needed', {
    message:
      'Эти деньги лежат в ящике кассы. Платёж отменяет кассир в той же смене, за десять минут; потом деньги возвращают абоненту через бухгалтерию',
  });
}

export const officeHandlers: PlainHandlers<OperatorContract['office']> = {
  post: async ({ body }, scope) => {
    const { account_no, receipt: givenReceipt, ...cash } = body;
    if (givenReceipt === undefined && !scope.outside.cashRegister) throw new Problem('receipt_number_needed');
    if (cash.document.startsWith('desk:')) throw wrongField('document', 'Такие номера касса даёт сама: cash take');
    const wanted = { ...cash, account: accountOf(account_no), givenReceipt };
    const { outcome, transactionId } = await posted(wanted, scope);
    return { outcome, transaction_id: transactionId, receipt: givenReceipt === undefined ? 'ordered' : 'given' };
  },
  undo: async ({ body }, scope) => {
    const { transaction_id: transactionId, reason, receipt: givenReceipt, debt } = body;
    const undo = { transactionId, reason, givenReceipt, evenIntoDebt: debt === 'yes' };
    const { db, operator } = scope;
    const personId = personAt(operator);
    if (isProgram(operator)) await refuseFromDrawer(db, transactionId);
    const undone = await (personId === undefined
      ? undoCash(db, undo, atOf(scope))
      : undoAtDesk(db, undo, { personId, alsoFromOffice: true }, atOf(scope)));
    const { amount, balance, isInDebt: in_debt } = undone;
    return { transaction_id: undone.transactionId, amount, balance, in_debt };
  },
};
