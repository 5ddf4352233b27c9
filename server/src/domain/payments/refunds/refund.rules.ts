import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { rubles } from '#server/domain/shared/text.rules.ts';
import type { AccountPart, PaymentState } from '../payment/payment.rules.ts';

export interface RefundablePayment {
  readonly state: PaymentState;
  /** How many refunds were ever requested. */
  readonly refunds: number;
  /** Whether the bank is still processing one. */
  readonly isOneOpen: boolean;
  /** How many refunds of one payment the bank can tell apart. */
  readonly mostRefunds: number;
}

/** Why nothing of the payment can be refunded now, in words for the operator; undefined if it can. */
export function refundRefusal(of: RefundablePayment, amount: Kopecks | undefined): string | undefined {
  if (of.state === 'refunded') return 'Платёж уже возвращён целиком';
  if (of.state !== 'paid') return 'Платёж не оплачен: возвращать нечего';
  if (of.isOneOpen) return 'По этому платежу банк ещё выполняет возврат. Дождитесь его: payments refunds';
  if (of.refunds >= of.mostRefunds) {
    return 'Банк принимает по платежу один возврат, и он уже был. Остальное верните в кабинете банка';
  }
  return amount !== undefined && amount <= 0 ? 'Сумма возврата должна быть больше нуля' : undefined;
}

/** What one account of the payment has received and not returned yet. */
export interface ReturnablePart {
  readonly accountId: number;
  readonly kind: 'i' | 't';
  readonly left: Kopecks;
}

/**
 * The accounts that a refund is taken from. A full refund of a joint payment takes from each account its own part; a partial
 * one takes from the account that the operator names. A text is the reason for a refusal.
 */
export function refundParts(
  accounts: readonly ReturnablePart[],
  asked: { readonly amount?: Kopecks | undefined; readonly account?: 'i' | 't' | undefined },
): readonly AccountPart[] | string {
  const chosen = accounts.filter(({ kind }) => asked.account === undefined || kind === asked.account);
  if (chosen.length === 0) return 'Платёж был на другой счёт';
  const whole = chosen.map(({ accountId, left }) => ({ accountId, amount: left })).filter(({ amount }) => amount > 0);
  if (whole.length === 0) return 'Часть этого счёта уже возвращена целиком';
  const left = whole.reduce((sum, { amount }) => sum + amount, 0);
  if (asked.amount === undefined || asked.amount === left) return whole;
  if (asked.amount > left) return `Вернуть можно не больше ${rubles(kopecks(left))}`;
  const [only, other] = whole;
  if (only && !other) return [{ accountId: only.accountId, amount: asked.amount }];
  return 'Платёж был на два счёта. Скажите, с какого вернуть эту сумму: --account i или --account t';
}

const SECOND_MS = 1000;

/** When to ask the bank about a refund again: after a third of its age, from 10 s to an hour; it may take days. */
export function nextRefundLook(now: Date, createdAt: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(age / 3, 10 * SECOND_MS), 3600 * SECOND_MS));
}
