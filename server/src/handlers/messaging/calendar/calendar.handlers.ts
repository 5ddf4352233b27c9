import { contract } from '@kabinet/contract';
import { addDays } from '@kabinet/contract/kernel/day';
import { roleMay } from '@kabinet/contract/sharing';
import { calendarOf } from '#server/domain/calendar/calendar.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import type { CalendarEntry } from '#server/domain/calendar/entry.rules.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

const OWNERS = 'Отменить может владелец договора';

/** Whether the caller may undo planned changes; a payer may only see them. */
const mayUndo = ({ acting }: Subscriber): boolean => acting === undefined || roleMay(acting.role, contract.plan.change);

/** Hides the name of a mailbox, which is its address, from a payer. */
const withoutMailbox = (entry: CalendarEntry): CalendarEntry => ({
  ...entry,
  services: entry.services.map((one) => (one.user_type === 'mail' ? { ...one, name: 'Почта' } : one)),
});

export const calendarHandlers: PlainHandlers<typeof contract.calendar> = {
  get: async ({ query }, { db: tx, subscriber, now, today, provider }) => {
    const { contractId } = subscriber;
    const until = addDays(today, query.days);
    const asked = { tx, contractId, now, today, until, zone: provider.time_zone, limits: provider.payment };
    const all = await calendarOf(asked);
    const { acting } = subscriber;
    const readsMail = acting === undefined || roleMay(acting.role, contract.emailUser.list);
    const entries = readsMail ? all : all.map(withoutMailbox);
    if (mayUndo(subscriber)) return { from: today, until, entries };
    const seen = entries.map((entry) => (entry.undo ? { ...entry, undo: null, undo_reason: OWNERS } : entry));
    return { from: today, until, entries: seen };
  },
};
