import { settleNotification } from '#server/domain/payments/settlement/settle.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `applyNotificationJob`: turns a bank's notification into money, once. */
export const applyNotification = (
  { db, clock, provider }: World,
  { notificationId }: { notificationId: number },
): Promise<void> =>
  db.write((tx) => settleNotification(tx, notificationId, { now: clock.now(), zone: provider.time_zone }));
