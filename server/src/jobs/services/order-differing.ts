import type { World } from '#server/kernel/world.ts';

/** The job `order_differing_sessions`, each minute. */
export async function orderDiffering({ outside, log }: World): Promise<void> {
  const differing = (await outside.deviceOrders?.orderDiffering()) ?? 0;
  if (differing > 0) log.warn({ differing }, 'sessions differed from what they should be, ordered again');
}
