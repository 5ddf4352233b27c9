import { magnitude, rubles } from '#lib/format.ts';
import { isZero } from '#parts/account-sums.ts';
import type { When } from '#parts/decision.ts';
import type { PlanOptions } from './use-plan.ts';

/** How long a change at once may be taken back; the server says the exact moment afterwards. */
export const UNDO_MS = 10 * 60_000;

const units = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;

/** «550 ₽ в месяц». */
export const priceText = ({ price, unit }: { price: string; unit: 'month' | 'day' }): string =>
  isZero(price) ? 'Бесплатно' : `${rubles(price)} ${units[unit]}`;

/** «на 140 ₽ дороже», as a month of both makes it. */
export function differenceText(difference: string): string {
  if (isZero(difference)) return 'цена та\u00a0же';
  return `на\u00a0${rubles(magnitude(difference))} ${difference.startsWith('-') ? 'дешевле' : 'дороже'}`;
}

/** When one may move to a plan: what is dearer is wanted at once, what is cheaper when the dearer is used up. */
export function timesFor({ plan, planned }: PlanOptions, offer: PlanOptions['plans'][number]): readonly When[] {
  if (plan === null || planned?.plan.plan_id === offer.plan_id) return ['now'];
  return offer.difference.startsWith('-') ? ['next_period', 'now'] : ['now', 'next_period'];
}
