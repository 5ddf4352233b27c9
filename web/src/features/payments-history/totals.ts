import { fromWireMoney, kopecks, toWireMoney } from '@kabinet/contract/kernel/money';
import type { Wire, contract } from '#web/api/contract.ts';

export type MoneyMonth = Wire<typeof contract.internetAccount.statTotal>['items'][number];

const sum = (list: readonly string[]): string =>
  toWireMoney(kopecks(list.reduce((total, wire) => total + fromWireMoney(wire), 0)));

export interface MoneyTotals {
  /** The first day of the earliest month, `2026-01-01`. */
  since: string;
  opening: string;
  paid: string;
  charged: string;
  closing: string;
}

/** The totals of the months, newest first, in wire money; undefined without months. */
export function totalsOf(months: readonly MoneyMonth[]): MoneyTotals | undefined {
  const [newest, oldest] = [months[0], months.at(-1)];
  if (!newest || !oldest) return undefined;
  return {
    since: `${oldest.period}-01`,
    opening: oldest.opening,
    paid: sum(months.map(({ paid }) => paid)),
    charged: sum(months.map(({ charged }) => charged)),
    closing: newest.closing,
  };
}
