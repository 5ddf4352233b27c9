import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { lastBankDay, reconcileBank } from '#server/domain/payments/reconciliation/reconcile.ts';
import { eachAlone } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';

/** Days whose registers are read each night: a bank, or this job, may have been away on the nights before. */
const DAYS = 3;

/**
 * The job `reconcileDayJob`: reads the bank's registers of the last days, because one may come late; the register of a bank that sends it as
 * a file waits for the operator. A day that fails does not stop the others; its error is thrown at the end, so that the run is repeated.
 */
export async function reconcileDay(world: World): Promise<void> {
  const bank = world.outside.acquirer;
  if (!bank.registry) return;
  const last = lastBankDay(world.clock.now());
  const days = Array.from({ length: DAYS }, (_, index) => addDays(last, index + 1 - DAYS));
  const faults: unknown[] = [];
  await eachAlone(
    days,
    (day) => compareDay(world, day),
    (_, error) => void faults.push(error),
  );
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
}

async function compareDay({ db, clock, outside, provider, log }: World, day: Day): Promise<void> {
  const bank = outside.acquirer;
  const rows = (await bank.registry?.(day)) ?? [];
  const done = await reconcileBank({ db, bank }, day, rows, { now: clock.now(), zone: provider.time_zone });
  log.info({ day, ...done }, 'register compared');
}
