import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { dayText, plural } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import {
  callersOf,
  callZoneRows,
  deleteRate,
  insertRate,
  lockCallPlan,
  catalogueRates,
  zoneRates,
  type NewRate,
  type RateKey,
  type CallRateRow,
} from './call-rate.queries.ts';
import { isDearer } from './rate.rules.ts';

interface Setting {
  readonly today: Day;
  /** How many days before a rise clients must have been told. */
  readonly noticeDays: number;
}

export interface PlannedRate extends CallRateRow {
  /** Until then; null: there was none. */
  readonly was: Kopecks | null;
  readonly contracts: number;
  readonly lines: number;
}

export const refusedRate = (message: string): Problem => new Problem('rate_refused', { message });

export async function callPlan(tx: Tx, planId: number): Promise<{ plan_id: number; name: string }> {
  const plan = await lockCallPlan(tx, planId);
  if (!plan) throw new Problem('catalogue_unknown', { message: 'Такого тарифа телефона или SIP нет' });
  return plan;
}

/** Plans a rate from a day on; calls of the days before keep theirs. */
export async function planRate(tx: Tx, rate: NewRate, setting: Setting): Promise<PlannedRate> {
  const { name } = await callPlan(tx, rate.plan_id);
  const zone = (await callZoneRows(tx)).find((one) => one.zone === rate.zone);
  if (!zone) throw new Problem('zone_unknown');
  const own = await zoneRates(tx, rate);
  const was = own.findLast(({ from }) => from <= rate.from);
  const refusal = whyNot(rate, own, was, setting);
  if (refusal !== null) throw refusedRate(refusal);
  await insertRate(tx, rate);
  return { ...rate, plan: name, zone_name: zone.name, was: was?.price ?? null, ...(await callersOf(tx, rate.plan_id)) };
}

function whyNot(
  rate: NewRate,
  own: readonly CallRateRow[],
  was: CallRateRow | undefined,
  { today, noticeDays }: Setting,
): string | null {
  const tomorrow = addDays(today, 1);
  const earliest = addDays(today, noticeDays);
  if (own.some(({ from }) => from === rate.from))
    return 'С этого дня цена уже назначена. Сначала отзовите: rates withdraw';
  // The first rate of a zone may begin before today: its calls are held, and none was charged.
  const isFirst = own.length === 0 && rate.direction === 'out';
  if (rate.from < tomorrow && !isFirst)
    return `Этот день уже начался или прошёл. Назначьте с ${dayText(tomorrow, today)} или позже`;
  if (was && isDearer(rate, was) && rate.from < earliest)
    return `О повышении предупреждают не позже чем за ${plural(noticeDays, ['день', 'дня', 'дней'])}. Назначьте с ${dayText(earliest, today)} или позже`;
  return null;
}

/** Takes back a rate whose day has not come. */
export async function withdrawRate(tx: Tx, key: RateKey & { readonly from: Day }, today: Day): Promise<CallRateRow> {
  await lockCallPlan(tx, key.plan_id);
  const rate = (await zoneRates(tx, key)).find(({ from }) => from === key.from);
  if (!rate || rate.from <= today) throw new Problem('rate_not_coming');
  await deleteRate(tx, key);
  return rate;
}

export interface ToldRate extends CallRateRow {
  readonly state: 'past' | 'now' | 'planned';
}

/** All rates of a plan or a zone, and which of them apply today. */
export async function toldRates(tx: Tx, asked: Parameters<typeof catalogueRates>[1], today: Day): Promise<ToldRate[]> {
  const rates = await catalogueRates(tx, asked);
  const isSame = (one: CallRateRow, other: CallRateRow) =>
    one.plan_id === other.plan_id && one.zone === other.zone && one.direction === other.direction;
  return rates.map((rate) => {
    if (rate.from > today) return { ...rate, state: 'planned' };
    const isLater = rates.some((other) => isSame(rate, other) && other.from > rate.from && other.from <= today);
    return { ...rate, state: isLater ? 'past' : 'now' };
  });
}
