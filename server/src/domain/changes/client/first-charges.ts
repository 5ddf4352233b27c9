import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { forecastFrom, summedUp, type SumPart } from '#server/domain/billing/forecast/forecast.rules.ts';
import { feesOf } from '#server/domain/billing/forecast/price.rules.ts';

export interface ChargeAhead {
  readonly day: Day;
  readonly amount: Kopecks;
  readonly parts: readonly SumPart[];
}

/** The part of a month and the first whole one. */
const SHOWN = 2;
/** Nobody has paid yet: what is charged is told as if there were money for it. */
const ENOUGH = kopecks(1_000_000_000_00);

/** What a new account is charged first if its services begin to work on a day; by the same rules as every charge. */
export async function firstCharges(tx: Tx, accountId: number, connectedOn: Day): Promise<ChargeAhead[]> {
  const forecast = await accountForecast(tx, accountId, connectedOn);
  const running = forecast.prices.map((price) => ({ ...price, situation: 'active' as const }));
  const fees = summedUp(feesOf(running, forecast));
  const { upcoming } = forecastFrom({ ...forecast, creditLimit: ENOUGH, fees });
  return upcoming.slice(0, SHOWN).map(({ day, amount, parts }) => ({ day, amount, parts }));
}
