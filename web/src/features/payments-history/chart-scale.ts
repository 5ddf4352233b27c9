import { fromWireMoney } from '@kabinet/contract/kernel/money';
import type { MoneyMonth } from './totals.ts';

const ROUND_STEPS = [1, 2, 2.5, 5, 10] as const;
const STEPS = 4;

export interface Scale {
  /** Values of the grid lines in roubles, lowest first. */
  ticks: number[];
  /** The relative height of a sum: 0 at the lowest line, 1 at the highest. */
  heightOf: (roubles: number) => number;
}

const roubles = (wire: string): number => fromWireMoney(wire) / 100;

/** A few round grid lines that include all payments and charges of the months, and zero. */
export function scaleOf(months: readonly MoneyMonth[]): Scale {
  const values = months.flatMap(({ paid, charged }) => [paid, charged].map(roubles));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep((high - low) / STEPS);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { ticks, heightOf: (value) => (value / step - first) / (last - first) };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return power * (ROUND_STEPS.find((step) => step * power >= rough) ?? 10);
}

/** A month for the chart, in roubles. */
export interface MoneyBar {
  period: string;
  paid: number;
  charged: number;
  closing: number;
}

/** Months from the earliest to the latest. */
export const barsOf = (months: readonly MoneyMonth[]): MoneyBar[] =>
  months
    .map(({ period, paid, charged, closing }) => ({
      period,
      paid: roubles(paid),
      charged: roubles(charged),
      closing: roubles(closing),
    }))
    .reverse();

const compact = new Intl.NumberFormat('ru-RU', { notation: 'compact', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat('ru-RU');

/** «2 000», «150 тыс.»: a short label for the axis. */
export const tickText = (value: number): string =>
  (Math.abs(value) < 10_000 ? plain : compact).format(value).replace('-', '\u2212');
