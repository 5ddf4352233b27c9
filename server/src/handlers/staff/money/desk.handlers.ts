import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { accountAnswer } from '#server/domain/billing/forecast/account.rules.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { promisedForecast } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { allDesks } from '#server/domain/payments/desk/desk.queries.ts';
import { payingAt } from '#server/domain/payments/desk/payer.ts';
import { openShiftOf, type ShiftRow } from '#server/domain/payments/desk/shift.queries.ts';
import { shiftPayments, type ShiftPaymentRow } from '#server/domain/payments/desk/shift-payments.queries.ts';
import { registerNow, cashUndoUntil } from '#server/domain/payments/desk/take-cash.ts';
import { findAccount } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { addressText } from '../../shared/address-text.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { cardRow } from '../identity/card.queries.ts';
import { accountOf, wrongField } from '../refusals.ts';
import { debtSince } from '../staff.queries.ts';
import { shiftPersonOf } from './own-shift.ts';
import { thresholdOf } from '../refusals.ts';
import { receiptState } from './receipt-copy.ts';
import { shiftReport } from './shift-report.ts';

const MOST_PAYMENTS = 30;

export const deskScreenHandlers: PlainHandlers<OperatorContract['desk']> = {
  show: async (_, { db, operator, outside, provider, now }) => {
    const alone = thresholdOf(provider.second_person, operatorContract.shifts.close);
    const personId = await shiftPersonOf(db, operator);
    const [shift, desks, register] = await Promise.all([
      openShiftOf(db, personId),
      allDesks(db),
      registerNow(db, outside.cashRegister !== undefined, now),
    ]);
    return {
      shift: shift ? await shiftReport(db, shift) : null,
      payments: shift ? await paymentsOf(db, shift, now) : [],
      register,
      sbp: outside.acquirer.isConnected,
      desks: shift
        ? []
        : desks.map(({ desk_id, name, place, register: own, left, person, has_worked }) => ({
            desk_id,
            name,
            place,
            register: own,
            carried: left,
            is_first: !has_worked,
            busy_by: person,
          })),
      alone_difference: alone === undefined ? null : kopecks(alone),
    };
  },
  payer: async ({ query }, { db, today, provider }) => {
    const { contractId, named } = await payerNamed(db, query);
    const row = await cardRow(db, contractId);
    if (!row) throw new Problem('contract_unknown');
    const [forecasts, since] = await Promise.all([sharedForecasts(db, contractId, today), debtSince(db, contractId)]);
    const { contract_id, printed_no, name, is_company, state, town, street, house, flat } = row;
    return {
      contract_id,
      printed_no,
      name,
      is_company,
      state,
      address: addressText({ town, street, house, flat }),
      named,
      accounts: await Promise.all(
        forecasts.map(async (forecast) => ({
          ...accountAnswer(await promisedForecast(db, forecast)),
          ...(await payingAt(db, forecast, provider.payment)),
          off_since: since.find(({ account_id }) => account_id === forecast.accountId)?.debt_since ?? null,
        })),
      ),
    };
  },
};

async function payerNamed(
  db: Tx,
  { contract_id, account_no }: { contract_id?: number | undefined; account_no?: string | undefined },
) {
  if (account_no !== undefined) {
    // Noted as a look at whom the request names.
    if (contract_id !== undefined) throw wrongField('account_no', 'Назовите что-то одно: договор или счёт');
    const account = await findAccount(db, accountOf(account_no));
    if (!account) throw new Problem('account_unknown');
    return { contractId: account.contract_id, named: account.kind };
  }
  if (contract_id === undefined) throw wrongField('contract_id', 'Назовите договор или счёт');
  return { contractId: contract_id, named: null };
}

async function paymentsOf(db: Tx, shift: ShiftRow, now: Date) {
  const rows = await shiftPayments(db, shift.shift_id, MOST_PAYMENTS);
  return rows.map((row) => paymentTold(row, now));
}

function paymentTold(row: ShiftPaymentRow, now: Date) {
  const { town, street, house, flat, state, receipt_number: number, is_given, ...payment } = row;
  const until = cashUndoUntil(row.at);
  const mayUndo = row.kind === 'take' && !row.undone && Date.parse(until) > now.getTime();
  return {
    ...payment,
    address: addressText({ town, street, house, flat }),
    receipt: { state: receiptState({ state, is_given }), number },
    undo_until: mayUndo ? until : null,
  };
}
