import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount, type ClientAccount } from '#server/domain/billing/debt/debt.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { dayText, momentText, rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { takePaymentBack, type PaymentToTakeBack } from '../payment/take-back.ts';
import { cashUndone } from './notices.ts';
import { officePayment, takenBackBy, type OfficePayment } from './office.queries.ts';

export interface CashReturn {
  readonly transactionId: number;
  /** Shown to the client. */
  readonly reason: string;
  /** Number of the return's receipt from a separate cash register. */
  readonly givenReceipt: string | undefined;
  /** Whether the account may owe afterwards, because the money is spent. */
  readonly evenIntoDebt: boolean;
  /** The account of the cash desk whose drawer the money leaves; absent: the office's cash. */
  readonly paidFrom?: number | undefined;
}

/** The account after a payment is taken back. */
export interface CashReturned {
  readonly transactionId: number;
  readonly amount: Kopecks;
  readonly balance: Kopecks;
  /** Whether services of the account are off because it cannot pay what it owes now. */
  readonly isInDebt: boolean;
}

/**
 * Takes back cash that was credited by mistake: on its day, once, all of it. What the payment changed goes back with it:
 * a promised payment that it closed is in force again, and services for which no money is left are switched off. Throws
 * a `Problem`; then the transaction must be rolled back.
 */
export async function undoCash(tx: Tx, undo: CashReturn, at: At): Promise<CashReturned> {
  const payment = await officePayment(tx, undo.transactionId);
  if (!payment) throw new Problem('cash_unknown');
  const { account_id: accountId, amount } = payment;
  // Before all that is asked next: another undo, or a charge, may be running.
  await lockAccount(tx, accountId);
  await assertCanBeUndone(tx, payment, undo, at);
  const refuse = (account: ClientAccount): void => {
    if (!undo.evenIntoDebt) throw spent(account, amount);
  };
  const taken = await takePaymentBack(tx, await wholeOf(tx, payment, undo), at, refuse);
  const { transactionId, account, balance, isInDebt } = taken;
  const told = { transactionId, amount, balance, account: account.kind, reason: undo.reason };
  await notify(tx, cashUndone, account.contract_id, told, at);
  return { transactionId, amount, balance, isInDebt };
}

async function wholeOf(tx: Tx, payment: OfficePayment, undo: CashReturn): Promise<PaymentToTakeBack> {
  const { transaction_id: transactionId, account_id: accountId, amount } = payment;
  return {
    transactionId,
    accountId,
    amount,
    happenedAt: new Date(payment.happened_at),
    method: 'cash',
    text: `Отмена: ${payment.text}. ${undo.reason}`,
    to: undo.paidFrom ?? (await providerAccount(tx, 'cash')),
    givenReceipt: undo.givenReceipt,
  };
}

async function assertCanBeUndone(tx: Tx, payment: OfficePayment, { givenReceipt }: CashReturn, at: At): Promise<void> {
  const today = dayIn(at.zone, at.now);
  const taken = await takenBackBy(tx, payment.transaction_id);
  if (taken) {
    const when = momentText(taken.happened_at, today, at.zone);
    throw new Problem('cash_undone_already', { message: `Этот платёж уже отменён: ${when}` });
  }
  if (payment.day !== today) {
    const day = dayText(payment.day, today);
    throw new Problem('undo_too_late', {
      message: `Отменить можно только в день платежа, это был день ${day}. Теперь деньги возвращают абоненту через бухгалтерию`,
    });
  }
  if (!payment.is_ours && givenReceipt === undefined) {
    throw new Problem('receipt_number_needed', {
      message:
        'Чек этого платежа пробит не кассой кабинета. Пробейте там же чек возврата и назовите его номер: --receipt',
    });
  }
}

function spent({ balance, kind, in_debt, charged_outside }: ClientAccount, amount: Kopecks): Problem {
  const off = in_debt || charged_outside ? '' : ', и услуги отключатся';
  const after = rubles(kopecks(balance - amount));
  const otherwise = 'Если сумма была другой, сначала зачислите верную';
  return new Problem('cash_spent', {
    message: `Деньги уже потрачены: после отмены на счёте ${kind === 'i' ? '«Интернет»' : '«Телефон»'} будет ${after}${off}. ${otherwise}. Если так и должно быть, добавьте --debt=yes`,
  });
}
