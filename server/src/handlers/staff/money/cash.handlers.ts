import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { promisedForecast } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { registerNow, takeCash, undoAtDesk, cashUndoUntil } from '#server/domain/payments/desk/take-cash.ts';
import { findAccount } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { accountOf, wrongField } from '../refusals.ts';
import { accountsOfContract } from '../staff.queries.ts';
import { shiftPersonOf } from './own-shift.ts';
import { receiptCopy } from './receipt-copy.ts';

interface Named {
  readonly account_no?: string | undefined;
  readonly contract_id?: number | undefined;
}

/** The account that is named, or the only one of the contract. */
async function accountNamed(tx: Tx, { account_no: typed, contract_id: contractId }: Named): Promise<number> {
  if (typed !== undefined) {
    if (contractId !== undefined) throw wrongField('account_no', 'Назовите что-то одно: договор или счёт');
    const account = await findAccount(tx, accountOf(typed));
    if (!account) throw new Problem('account_unknown');
    return account.account_id;
  }
  if (contractId === undefined) throw wrongField('account_no', 'Назовите счёт или договор');
  const [only, other] = await accountsOfContract(tx, contractId);
  if (!only) throw new Problem('account_unknown', { message: 'Такого договора нет, или у него нет счёта' });
  if (other)
    throw wrongField('account_no', `У договора два счёта, назовите нужный: ${only.account_no} или ${other.account_no}`);
  return only.account_id;
}

export const cashHandlers: PlainHandlers<OperatorContract['cash']> = {
  take: async ({ body }, scope) => {
    const { db, operator, outside, now, today, provider } = scope;
    const { amount, given, receipt: givenReceipt } = body;
    if (given !== undefined && given < amount) throw wrongField('given', 'Дали меньше, чем нужно принять');
    const personId = await shiftPersonOf(db, operator);
    const accountId = await accountNamed(db, body);
    const register = await registerNow(db, outside.cashRegister !== undefined, now);
    const wanted = { personId, accountId, amount, given, givenReceipt, register };
    const { transactionId, alike } = await takeCash(db, wanted, atOf(scope));
    const copy = await receiptCopy(db, transactionId, provider);
    const after = await promisedForecast(db, await accountForecast(db, accountId, today));
    const { balance, lastsUntil: lasts_until, blocked } = after;
    return { copy, balance, lasts_until, blocked, undo_until: cashUndoUntil(copy.at), alike };
  },
  undo: async ({ body }, scope) => {
    const { transaction_id: transactionId, reason, receipt: givenReceipt, debt } = body;
    const personId = await shiftPersonOf(scope.db, scope.operator);
    const undo = { transactionId, reason, givenReceipt, evenIntoDebt: debt === 'yes' };
    const undone = await undoAtDesk(scope.db, undo, { personId, alsoFromOffice: false }, atOf(scope));
    const copy = await receiptCopy(scope.db, undone.transactionId, scope.provider);
    return { copy, balance: undone.balance, in_debt: undone.isInDebt };
  },
  receipt: ({ query }, { db, provider }) => receiptCopy(db, query.transaction_id, provider),
};
