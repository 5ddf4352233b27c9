import { addDays, addMonths, type Day } from '@kabinet/contract/kernel/day';

/** Whether a period begins on the day; in a month that is too short, on its last day. */
const isBilling = (on: Day, billingDay: number): boolean => addMonths(on, 0, billingDay) === on;

/** The days of the period of a day, found one by one. */
export function daysOfPeriod(on: Day, billingDay: number): Day[] {
  let first = on;
  while (!isBilling(first, billingDay)) first = addDays(first, -1);
  const days = [first];
  for (let next = addDays(first, 1); !isBilling(next, billingDay); next = addDays(next, 1)) days.push(next);
  return days;
}
