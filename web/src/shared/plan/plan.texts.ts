import { magnitude, rubles } from '#web/lib/text/format.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import type { ChangeWhen } from '#web/shared/change/decision.ts';
import type { PlanOptions } from './use-options.ts';

/** «на 140 ₽ дороже»: the difference of the monthly prices. */
export function differenceText(difference: string): string {
  if (isZero(difference)) return 'цена та\u00a0же';
  return `на\u00a0${rubles(magnitude(difference))} ${difference.startsWith('-') ? 'дешевле' : 'дороже'}`;
}

/** Times for a change to a plan: a more expensive one is suggested at once, a cheaper one after the paid period. */
export function timesFor({ plan, planned }: PlanOptions, offer: PlanOptions['plans'][number]): readonly ChangeWhen[] {
  if (plan === null || planned?.plan.plan_id === offer.plan_id) return ['now'];
  return offer.difference.startsWith('-') ? ['next_period', 'now'] : ['now', 'next_period'];
}
