import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { holdOf } from '#server/domain/billing/charging/hold.queries.ts';
import { amountOf } from '#server/domain/billing/forecast/price.rules.ts';
import { isNamedOutside } from '#server/domain/billing/charging/source.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { World } from '#server/kernel/world.ts';
import { thingFacts } from './fit.rules.ts';
import { lockEnding, noteEndTold, type IndividualPriceRow } from './individual-price.queries.ts';
import type { ToldIndividual } from './individual-price.texts.ts';
import { individualEnds } from './notices.ts';
import { paidThings, thingOn } from './things.ts';

/** Days before the first charge without it. */
const DAYS_BEFORE = 7;
/** Prices per transaction. */
const IN_ONE_GO = 50;

/** Tells whose own price ends within a week, in small transactions, each of which also notes it: nobody is told twice. Returns whether all are told. */
export async function tellOfEnds(
  { db, clock, provider }: Pick<World, 'db' | 'clock' | 'provider'>,
  mostParts: number,
): Promise<boolean> {
  const at: At = { now: clock.now(), zone: provider.time_zone };
  for (let part = 0; part < mostParts; part += 1) if (await db.write((tx) => tellSomeEnds(tx, at))) return true;
  return false;
}

async function tellSomeEnds(tx: Tx, at: At): Promise<boolean> {
  const today = dayIn(at.zone, at.now);
  if (await holdOf(tx, today)) return true;
  const ending = await lockEnding(tx, today, addDays(today, DAYS_BEFORE), IN_ONE_GO);
  for (const one of ending) {
    const told = await endTold(tx, one, today);
    if (told) await notify(tx, individualEnds, one.contract_id, told, at);
  }
  await noteEndTold(
    tx,
    ending.map(({ individual_price_id }) => individual_price_id),
    at.now,
  );
  return ending.length < IN_ONE_GO;
}

/** What to say of it; undefined if the contract does not pay for the thing by then, or no more than now. */
async function endTold(tx: Tx, one: IndividualPriceRow, today: Day): Promise<ToldIndividual | undefined> {
  const { until } = one;
  if (until === null || (await isNamedOutside(tx, { contracts: [one.contract_id] }))) return undefined;
  const things = (await paidThings(tx, one.contract_id, today)).filter(({ what }) => what === one.what);
  const thing = thingOn(things, until);
  if (!thing) return undefined;
  const costs = amountOf(thing, addDays(until, -1));
  const full = amountOf(thing, until);
  if (full <= costs) return undefined;
  const { percent, price, from, individual_price_id: id } = one;
  return { ...thingFacts(thing), id, percent, price, from, until, full, costs, today };
}
