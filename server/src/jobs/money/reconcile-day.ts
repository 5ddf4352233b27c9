import { lastBankDay, reconcileBank } from '#server/domain/payments/reconciliation/reconcile.ts';
import type { World } from '#server/kernel/world.ts';

/**
 * The job `reconcileDayJob`: reads the bank's register of yesterday; the register of a bank that sends it as a file waits
 * for the operator.
 */
export async function reconcileDay({ db, clock, outside, provider, log }: World): Promise<void> {
  const bank = outside.acquirer;
  if (!bank.registry) return;
  const now = clock.now();
  const day = lastBankDay(now);
  const done = await reconcileBank({ db, bank }, day, await bank.registry(day), { now, zone: provider.time_zone });
  log.info({ day, ...done }, 'register compared');
}
