import { addDays, daysBetween, nextBillingDay } from '@kabinet/contract/kernel/day';
import { periodStart } from '#server/domain/billing/fee/proration.rules.ts';
import { lineText } from '#server/domain/support/incidents/incident.texts.ts';
import { at, type Calendar } from '../calendar.ts';
import type { RegularFee, Movement } from '../money/movements.ts';
import type { DemoFailure } from '../people/person.ts';

/** What a failure of a service has cost, given back on the day after it, as by the compensation of an incident. */
export function compensationOf(
  { day, minutes, name }: DemoFailure,
  { fees, billingDay, calendar }: { fees: readonly RegularFee[]; billingDay: number; calendar: Calendar },
): Movement[] {
  const [fee] = fees;
  if (!fee) return [];
  const monthly = fees.reduce((sum, { unit, kopecks }) => sum + (unit === 'month' ? kopecks : 0), 0);
  const days = daysBetween(periodStart(day, billingDay), nextBillingDay(day, billingDay));
  const given = addDays(day, 1);
  return [
    {
      kind: 'correction',
      reference: `incident:0:${fee.userId}`,
      account_id: fee.accountId,
      amount_kopecks: Math.round((monthly * minutes) / (days * 24 * 60)),
      day: given,
      happened_at: at(given, '09:00'),
      text: lineText({ name, day, minutes }, calendar.today),
      method: null,
      user_id: fee.userId,
      period: null,
    },
  ];
}
