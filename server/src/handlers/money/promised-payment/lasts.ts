import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { lastDayOf } from '#server/domain/billing/promised-payment/promised-payment.rules.ts';

/** The sum to pay, at least the smallest payment. */
export const payable = (sum: Kopecks, smallest: Kopecks): Kopecks => kopecks(sum === 0 ? 0 : Math.max(sum, smallest));

/** The end of a promise in the form of the contract. */
export const lasts = (endsOn: Day, zone: string) => ({ last_day: lastDayOf(endsOn), ends_at: dayStart(endsOn, zone) });
