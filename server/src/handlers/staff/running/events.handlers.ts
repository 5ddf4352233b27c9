import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { eventsAfter, keptEvents } from '#server/domain/staff/events/event.queries.ts';
import { orderChanges } from '#server/domain/staff/events/order-changes.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handlers } from '#server/kernel/world.ts';

type Events = OperatorContract['events'];

const USUAL_LIMIT = 100;

export const eventHandlers: Handlers<Events> = {
  // What has committed is numbered first, so a reader does not wait for the job.
  list: withoutTransaction<Events['list']>(async ({ query: { after, limit = USUAL_LIMIT } }, { db, now }) => {
    await orderChanges({ db }, now);
    return db.read(async (tx) => {
      const { first_id: first } = await keptEvents(tx);
      if (after !== undefined && after < first - 1) throw new Problem('events_gone');
      const found = await eventsAfter(tx, after ?? 0, limit + 1);
      const events = found.slice(0, limit) as Result<Events['list']>['events'];
      return { events, next: events.at(-1)?.event_id ?? after ?? null, more: found.length > limit };
    });
  }),
};
