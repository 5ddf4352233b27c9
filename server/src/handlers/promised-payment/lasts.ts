import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { lastDayOf } from '#domain/billing/promised-payment/promised-payment.rules.ts';

/** What is to be paid, as far as a payment may be so small. */
export const payable = (sum: Kopecks, smallest: Kopecks): Kopecks => kopecks(sum === 0 ? 0 : Math.max(sum, smallest));

/** Until when it lasts, as the contract shows it. */
export const lasts = (endsOn: Day, zone: string) => ({ last_day: lastDayOf(endsOn), ends_at: dayStart(endsOn, zone) });
