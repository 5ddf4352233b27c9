import { dayIn } from '@kabinet/contract/kernel/day';
import { eraseBox, overdueBoxes } from '#server/domain/services/mailbox/mailbox.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { World } from '#server/kernel/world.ts';

const PAGE = 100;

/** The job `eraseMailboxesJob`, every hour; each page of mailboxes is a transaction. */
export async function eraseOverdue({ db, clock, provider, log }: World): Promise<void> {
  const now = clock.now();
  const today = dayIn(provider.time_zone, now);
  for (let erased = PAGE; erased === PAGE;) {
    erased = await db.write(async (tx) => {
      const boxes = await overdueBoxes(tx, today, PAGE);
      for (const box of boxes) await eraseBox(tx, box, now);
      await serviceChanged(tx, ...boxes.map(({ user_id: userId }) => ({ userId })));
      return boxes.length;
    });
    if (erased > 0) log.info({ erased }, 'deleted mailboxes erased');
  }
}
