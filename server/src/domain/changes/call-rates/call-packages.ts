import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { callPlan, refusedRate } from './call-rates.ts';
import { callersOf, callZoneRows, endPackageOn, insertPackage, lockPackage } from './call-rate.queries.ts';

const isFirst = (day: Day): boolean => day.endsWith('-01');

/** The first day of the next month, unless another month was named; minutes are counted by the month. */
function monthAsked(asked: Day | undefined, today: Day): Day {
  const next = addMonths(today, 1, 1);
  if (asked === undefined) return next;
  if (!isFirst(asked) || asked < next)
    throw refusedRate('Минуты считают по месяцам: назовите первый день будущего месяца');
  return asked;
}

interface NewMinutes {
  readonly planId: number;
  readonly name: string;
  readonly minutes: number;
  readonly zones: readonly string[];
  readonly from: Day | undefined;
}

const SECONDS = 60;

/** Includes minutes in a plan from a month on. */
export async function addPackage(tx: Tx, { planId, name, minutes, zones, from }: NewMinutes, today: Day) {
  await callPlan(tx, planId);
  const known = (await callZoneRows(tx)).map(({ zone }) => zone);
  const foreign = zones.find((zone) => !known.includes(zone));
  if (foreign !== undefined) throw new Problem('zone_unknown', { message: `Зоны ${foreign} нет. Зоны — в zones list` });
  const begins = monthAsked(from, today);
  const made = { plan_id: planId, name, seconds: minutes * SECONDS, zones: [...new Set(zones)], from: begins };
  const package_id = await insertPackage(tx, made);
  return { package_id, from: begins, contracts: (await callersOf(tx, planId)).contracts };
}

/** Ends a package with the end of a month. */
export async function endPackage(tx: Tx, packageId: number, asked: Day | undefined, today: Day) {
  const own = await lockPackage(tx, packageId);
  if (!own) throw new Problem('catalogue_unknown', { message: 'Такого пакета минут нет' });
  const until = monthAsked(asked, today);
  if (own.until !== null && own.until <= until) throw refusedRate('Этот пакет заканчивается раньше');
  if (until <= own.from) throw refusedRate('Этот пакет тогда ещё не начнётся');
  await endPackageOn(tx, packageId, until);
  return { package_id: packageId, until, contracts: (await callersOf(tx, own.plan_id)).contracts };
}
