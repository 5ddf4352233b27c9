import type { Kopecks } from '@kabinet/contract/kernel/money';
import { rubles } from '#domain/shared/text.rules.ts';
import type { PaymentState } from '../payment/payment.rules.ts';

export interface Refundable {
  readonly state: PaymentState;
  /** How many refunds were ever requested. */
  readonly refunds: number;
  /** Whether the bank is still processing one. */
  readonly isOneOpen: boolean;
  /** The sum not returned yet. */
  readonly left: Kopecks;
  /** How many refunds of one payment the bank can tell apart. */
  readonly mostRefunds: number;
}

/** Why so much of the payment cannot be refunded, in words for the operator; undefined if it can. */
export function refundRefusal(of: Refundable, amount: Kopecks): string | undefined {
  if (of.state === 'refunded') return 'Платёж уже возвращён целиком';
  if (of.state !== 'paid') return 'Платёж не оплачен: возвращать нечего';
  if (of.isOneOpen) return 'По этому платежу банк ещё выполняет возврат. Дождитесь его: payments refunds';
  if (of.refunds >= of.mostRefunds) {
    return 'Банк принимает по платежу один возврат, и он уже был. Остальное верните в кабинете банка';
  }
  if (amount <= 0) return 'Сумма возврата должна быть больше нуля';
  return amount > of.left ? `Вернуть можно не больше ${rubles(of.left)}` : undefined;
}

const SECOND_MS = 1000;

/** When to ask the bank about a refund again: after a third of its age, from 10 s to an hour; it may take days. */
export function nextRefundLook(now: Date, createdAt: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(age / 3, 10 * SECOND_MS), 3600 * SECOND_MS));
}
