import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { blockForDebt, type At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount, type ClientAccount } from '#server/domain/billing/debt/debt.queries.ts';
import { promiseAgain } from '#server/domain/billing/promised-payment/promise-again.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { dayText, momentText, rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { enqueueReceipt } from '../fiscal/receipt.ts';
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
  /** Whether the account cannot pay what it owes now. */
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
  await promiseAgain(tx, accountId, new Date(payment.happened_at), at);
  const account = await lockAccount(tx, accountId);
  const missing = -(account.balance - amount + account.credit_limit);
  if (missing > 0 && !undo.evenIntoDebt) throw spent(account, amount);
  const transactionId = await postReversal(tx, payment, undo, at);
  if (missing > 0) await blockForDebt(tx, [accountId], at);
  const receipt = { transactionId, accountId, amount, method: 'cash', givenReceipt: undo.givenReceipt } as const;
  await enqueueReceipt(tx, { ...receipt, kind: 'sell_refund' }, at.now);
  const balance = kopecks(account.balance - amount);
  const told = { transactionId, amount, balance, account: account.kind, reason: undo.reason };
  await notify(tx, cashUndone, account.contract_id, told, at);
  return { transactionId, amount, balance, isInDebt: missing > 0 || account.in_debt };
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

function spent({ balance, kind, in_debt }: ClientAccount, amount: Kopecks): Problem {
  const off = in_debt ? '' : ', и услуги отключатся';
  const after = rubles(kopecks(balance - amount));
  const otherwise = 'Если сумма была другой, сначала зачислите верную';
  return new Problem('cash_spent', {
    message: `Деньги уже потрачены: после отмены на счёте ${kind === 'i' ? '«Интернет»' : '«Телефон»'} будет ${after}${off}. ${otherwise}. Если так и должно быть, добавьте --debt=yes`,
  });
}

async function postReversal(tx: Tx, payment: OfficePayment, undo: CashReturn, { now, zone }: At): Promise<number> {
  const { transaction_id: corrects, account_id: accountId, amount } = payment;
  const { reason, paidFrom } = undo;
  const text = `Отмена: ${payment.text}. ${reason}`;
  const transactionId = await post(tx, {
    kind: 'correction',
    isReversal: true,
    reference: `undo:${corrects}`,
    day: dayIn(zone, now),
    happenedAt: now,
    corrects,
    entries: [
      { accountId, amount: kopecks(0 - amount), text, method: 'cash' },
      { accountId: paidFrom ?? (await providerAccount(tx, 'cash')), amount, text },
    ],
  });
  if (transactionId === undefined) throw new Error(`Payment ${corrects} is undone in the books alone`);
  return transactionId;
}
