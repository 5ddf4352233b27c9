import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { chargedOn, type SumPart } from '#server/domain/billing/forecast/forecast.rules.ts';
import { feesOf } from '#server/domain/billing/forecast/price.rules.ts';

export interface OnDay {
  readonly day: Day;
  readonly amount: Kopecks;
  readonly parts: SumPart[];
}

/** Charges and returns of one service on a future day. */
export async function moneyOn(
  tx: Tx,
  { account_id, user_id }: { readonly account_id: number; readonly user_id: number },
  day: Day,
  today: Day,
): Promise<OnDay> {
  const forecast = await accountForecast(tx, account_id, today);
  const own = forecast.prices.filter(({ userId }) => userId === user_id);
  const parts = chargedOn({ ...forecast, fees: feesOf(own, forecast) }, day);
  return { day, amount: kopecks(parts.reduce((sum, { amount }) => sum + amount, 0)), parts };
}
