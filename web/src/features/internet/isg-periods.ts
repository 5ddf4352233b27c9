import { groupBy } from '#lib/group-by.ts';
import { sumOf } from '#parts/account-sums.ts';
import type { contract, Wire } from '#api/contract.ts';

type Movement = Wire<typeof contract.internetAccount.statCharges>['items'][number];

export interface ChargedPeriod {
  /** `2026-11`. */
  period: string;
  /** Negative, as charges are. */
  amount: string;
  charges: Movement[];
}

export const PERIOD = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Charges of one service by calendar month, newest first. A charge without a period counts in the month of its day. */
export function chargedPeriods(charges: readonly Movement[], userId: number): ChargedPeriod[] {
  const own = charges.filter(({ user_id }) => user_id === userId);
  const byPeriod = groupBy(own, ({ period, day }) => period ?? day.slice(0, 7));
  return [...byPeriod]
    .map(([period, list]) => ({ period, amount: sumOf(list.map(({ amount }) => amount)), charges: list }))
    .sort((a, b) => b.period.localeCompare(a.period));
}
