import { rubles } from '#web/lib/text/format.ts';
import { isZero } from '../account-sums.ts';
import type { ActivePromise } from './promised-data.ts';

/** The active one, and the sum that closes it. */
export function activeText({ to_pay }: ActivePromise): string {
  if (isZero(to_pay)) return 'Денег уже хватает: он закроется со\u00a0следующим платежом или сам, в\u00a0свой срок.';
  return `Пополните счёт на\u00a0${rubles(to_pay)}, и\u00a0он закроется сам, а\u00a0услуги будут работать дальше.`;
}
