import type { contract } from '@kabinet/contract';
import { addDays } from '@kabinet/contract/kernel/day';
import { calendarOf } from '#domain/calendar/calendar.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';

export const calendarHandlers: PlainHandlers<typeof contract.calendar> = {
  get: async ({ query }, { db: tx, subscriber: { contractId }, now, today, provider }) => {
    const until = addDays(today, query.days);
    const asked = { tx, contractId, now, today, until, zone: provider.time_zone, limits: provider.payment };
    return { from: today, until, entries: await calendarOf(asked) };
  },
};
