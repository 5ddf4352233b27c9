import type { Kopecks } from '@kabinet/contract/kernel/money';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PaymentLimits } from './payment.rules.ts';

/** Refuses a sum beyond the provider's limits of one payment. */
export function refuseBeyond(amount: Kopecks, { smallest, largest }: PaymentLimits): void {
  if (amount < smallest) {
    throw new Problem('payment_amount_too_small', {
      message: `Наименьший платёж ${rubles(smallest)}. Увеличьте сумму`,
    });
  }
  if (amount > largest) {
    throw new Problem('payment_amount_too_large', { message: `Наибольший платёж ${rubles(largest)}. Уменьшите сумму` });
  }
}
