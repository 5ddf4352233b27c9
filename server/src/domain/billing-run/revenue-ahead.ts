import { addDays, addMonths, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { forecastsOfMany } from '#server/domain/billing/forecast/forecast.queries.ts';
import { chargedBetween } from '#server/domain/billing/forecast/forecast.rules.ts';
import type { World } from '#server/kernel/world.ts';
import { lastFinishedDay } from './charge-run.queries.ts';
import { addPart, finishCount, nextContracts, revenueRun } from './revenue-ahead.queries.ts';

const IN_ONE_GO = 250;

/**
 * Counts, once a day after its charges, what the rest of the month will charge: the forecasts of all contracts, as if everybody went on
 * paying. Services that are off for debt count for nothing. Each part is kept, so a crash costs one of them. Returns true if nothing is
 * left to do.
 */
export async function countRevenueAhead(
  { db, clock, provider }: Pick<World, 'db' | 'clock' | 'provider'>,
  mostParts: number,
): Promise<boolean> {
  const now = clock.now();
  const day = dayIn(provider.time_zone, now);
  if ((await db.read(lastFinishedDay)) !== day) return true;
  for (let part = 0; part < mostParts; part += 1) {
    const run = await db.write((tx) => revenueRun(tx, day));
    if (!run) return true;
    const { last, sum } = await db.read(async (tx) => {
      const ids = (await nextContracts(tx, run.after, IN_ONE_GO)).map(({ contract_id }) => contract_id);
      const forecasts = await forecastsOfMany(tx, ids, day);
      return { last: ids.at(-1), sum: aheadOf([...forecasts.values()], day) };
    });
    if (last === undefined) {
      await db.write((tx) => finishCount(tx, day, now));
      return true;
    }
    await db.write((tx) => addPart(tx, { day, after: run.after, last, sum }));
  }
  return false;
}

/** What accounts are charged from tomorrow to the end of the month. */
function aheadOf(forecasts: readonly AccountForecast[], today: Day): Kopecks {
  const [from, end] = [addDays(today, 1), addMonths(today, 1, 1)];
  const lines = forecasts.flatMap((one) => (one.blocked || from >= end ? [] : chargedBetween(one, from, end)));
  return kopecks(lines.reduce((sum, { amount }) => sum + amount, 0));
}
