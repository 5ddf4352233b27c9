import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { lastBankDay, reconcileBank } from '#server/domain/payments/reconciliation/reconcile.ts';
import { eachAlone } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';

/** How many days are compared each morning: a bank may complete a register late, and a run may have been missed. */
const DAYS = 3;

/**
 * The job `reconcileDayJob`: reads the bank's registers of the last days; the register of a bank that sends it as a file waits
 * for the operator. A day that cannot be compared does not stop the others, and the run is repeated.
 */
export async function reconcileDay({ db, clock, outside, provider, log }: World): Promise<void> {
  const bank = outside.acquirer;
  if (!bank.registry) return;
  const at = { now: clock.now(), zone: provider.time_zone };
  const last = lastBankDay(at.now);
  const compareDay = async (day: Day) => {
    const done = await reconcileBank({ db, bank }, day, (await bank.registry?.(day)) ?? [], at);
    log.info({ day, ...done }, 'register compared');
  };
  const faults: unknown[] = [];
  const days = Array.from({ length: DAYS }, (_, before) => addDays(last, before - DAYS + 1));
  await eachAlone(days, compareDay, (_, error) => void faults.push(error));
  if (faults.length > 0) throw new AggregateError(faults, `Registers not compared: ${faults.length} of ${DAYS}`);
}
