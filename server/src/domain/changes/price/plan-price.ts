import { addDays, addMonths, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { forecastsOf, type AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { DAYS_OF_MONTH, isPaid } from '#server/domain/billing/forecast/price.rules.ts';
import { dayText, keepTogether, plural } from '#server/domain/shared/text.rules.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { concerned } from './concerned.ts';
import { tellPricesJob } from './jobs.ts';
import {
  buyersOf,
  countBuyers,
  insertPrice,
  lockComing,
  lockSold,
  pricesOf,
  withdraw,
  type SoldItem,
} from './price.queries.ts';
import type { SoldKind } from './sold.rules.ts';
import { priceText } from './price.texts.ts';

export interface WantedPrice {
  readonly kind: SoldKind;
  readonly id: number;
  readonly from: Day;
  readonly price: Kopecks;
}

interface Setting {
  readonly today: Day;
  readonly now: Date;
  /** The name of the operator. */
  readonly by: string;
  /** How many days before a rise clients must have been told. */
  readonly noticeDays: number;
}

export interface PlannedNow extends Pick<SoldItem, 'kind' | 'id' | 'name' | 'unit'> {
  readonly price_change_id: number;
  readonly from: Day;
  readonly was: Kopecks;
  readonly will: Kopecks;
  /** Contracts that have it, or will. */
  readonly buyers: number;
}

/** Plans the price of something from a day on; a job tells its buyers. */
export async function planPrice(tx: Tx, wanted: WantedPrice, setting: Setting): Promise<PlannedNow> {
  const sold = await lockSold(tx, wanted.kind, wanted.id);
  if (!sold) throw new Problem('price_unknown');
  const prices = await pricesOf(tx, sold);
  const was = prices.findLast(({ from }) => from <= wanted.from)?.price ?? sold.price;
  const coming = prices.find(({ from }) => from > setting.today);
  const buyers = await countBuyers(tx, sold);
  const isOver = sold.is_archived && buyers === 0;
  const refusal = whyNot({ unit: sold.unit, isOver }, wanted, was, setting);
  if (refusal !== null) throw refused(refusal);
  if (coming) {
    const planned = `${priceText(coming.price, sold.unit)} с ${dayText(coming.from, setting.today)}`;
    throw refused(`Уже назначено: ${planned}. Сначала отзовите: prices withdraw ${coming.price_change_id}`);
  }
  const { kind, id, name, unit } = sold;
  const price_change_id = await insertPrice(tx, sold, wanted, setting);
  await addJob(tx, tellPricesJob, {});
  return { kind, id, name, unit, price_change_id, from: wanted.from, was, will: wanted.price, buyers };
}

const refused = (message: string): Problem => new Problem('price_refused', { message: keepTogether(message) });

function whyNot(
  { unit, isOver }: Pick<SoldItem, 'unit'> & { readonly isOver: boolean },
  { from, price }: WantedPrice,
  was: Kopecks,
  { today, noticeDays }: Setting,
): string | null {
  const tomorrow = addDays(today, 1);
  const earliest = addDays(today, noticeDays);
  const nextYear = addMonths(today, 12);
  if (isOver) return 'Это в архиве, и ни у кого этого уже нет: цену менять незачем';
  if (price === was) return `В этот день цена и так ${priceText(was, unit)}`;
  if (from < tomorrow) return `Этот день уже начался или прошёл. Назначьте с ${dayText(tomorrow, today)} или позже`;
  if (from > nextYear) return `Дальше года не назначают. Назначьте до ${dayText(nextYear, today)}`;
  if (price > was && from < earliest)
    return `О повышении предупреждают не позже чем за ${plural(noticeDays, ['день', 'дня', 'дней'])}. Назначьте с ${dayText(earliest, today)} или позже`;
  return null;
}

/** Takes a planned price back; a job tells those who have heard of it. */
export async function withdrawPrice(
  tx: Tx,
  priceChangeId: number,
  { today, now, by }: Omit<Setting, 'noticeDays'>,
): Promise<Omit<PlannedNow, 'was' | 'buyers'>> {
  const coming = await lockComing(tx, priceChangeId, today);
  if (!coming) throw new Problem('price_not_coming');
  await withdraw(tx, priceChangeId, { by, now });
  await addJob(tx, tellPricesJob, {});
  const { kind, id, name, unit, from, price } = coming;
  return { kind, id, name, unit, price_change_id: priceChangeId, from, will: price };
}

export interface PriceEffect {
  readonly contracts: number;
  /** Services that will be charged. */
  readonly services: number;
  /** Services that have it and are charged nothing as things are. */
  readonly idle: number;
  /** For thirty days, without promotions. */
  readonly month: { readonly was: Kopecks; readonly will: Kopecks };
  /** Accounts whose money covers the first charge at the present price, but not at the new one. */
  readonly debtors: number;
}

const IN_ONE_GO = 500;

type Read = (contractId: number) => Promise<readonly AccountForecast[]>;

/** What a planned price does to its buyers; `before` reads the forecasts of a contract without it. */
export async function effectOf(tx: Tx, price: PlannedNow, today: Day, before: Read): Promise<PriceEffect> {
  const found: PriceEffect[] = [];
  for (let last: number | undefined = 0; last !== undefined;) {
    const some = await buyersOf(tx, price, last, IN_ONE_GO);
    for (const { contract_id: id } of some) {
      found.push(...effectsOn(price, await forecastsOf(tx, id, today), await before(id)));
    }
    last = some.length < IN_ONE_GO ? undefined : some.at(-1)?.contract_id;
  }
  const sum = (of: (effect: PriceEffect) => number) => found.reduce((total, effect) => total + of(effect), 0);
  return {
    contracts: sum(({ contracts }) => contracts),
    services: sum(({ services }) => services),
    idle: sum(({ idle }) => idle),
    month: { was: kopecks(sum(({ month }) => month.was)), will: kopecks(sum(({ month }) => month.will)) },
    debtors: sum(({ debtors }) => debtors),
  };
}

/** The effect on each account of a contract that will be charged, the first of which counts for the contract; then what is idle. */
function effectsOn(
  price: PlannedNow,
  after: readonly AccountForecast[],
  before: readonly AccountForecast[],
): PriceEffect[] {
  const days = price.unit === 'day' ? DAYS_OF_MONTH : 1;
  const own = after.flatMap((account) => {
    const effect = concerned(account.prices.filter(isPaid), price, price);
    return effect ? [{ account, effect }] : [];
  });
  const having = after.reduce((sum, { prices }) => sum + (concerned(prices, price, price)?.count ?? 0), 0);
  const idle = own.reduce((rest, { effect }) => rest - effect.count, having);
  const paying = own.map(({ account, effect: { from, was, will, count } }, index) => {
    const former = before.find(({ accountId }) => accountId === account.accountId);
    return {
      contracts: index === 0 ? 1 : 0,
      services: count,
      idle: 0,
      month: { was: kopecks(was * count * days), will: kopecks(will * count * days) },
      debtors: runsOut(account, from) && !runsOut(former, from) ? 1 : 0,
    };
  });
  return [...paying, { ...NOTHING, idle }];
}

const NOTHING: PriceEffect = {
  contracts: 0,
  services: 0,
  idle: 0,
  month: { was: kopecks(0), will: kopecks(0) },
  debtors: 0,
};

const runsOut = (account: AccountForecast | undefined, by: Day): boolean =>
  account !== undefined && !account.blocked && account.lastsUntil !== null && account.lastsUntil <= by;
