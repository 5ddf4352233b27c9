import type { World } from '#server/kernel/world.ts';

/** If the sandbox bank is no longer connected, sends no notification. */
export async function notifyOfPayment({ outside }: World, { operationId }: { operationId: string }): Promise<void> {
  await outside.sandboxBank?.notify(operationId);
}

export async function notifyOfSubscription({ outside }: World, { eventId }: { eventId: string }): Promise<void> {
  await outside.sandboxSubscriptions?.notify(eventId);
}

export async function takeSilentCharge({ outside, clock }: World, { chargeId }: { chargeId: string }): Promise<void> {
  await outside.sandboxSubscriptions?.takeSilently(chargeId, clock.now());
}
