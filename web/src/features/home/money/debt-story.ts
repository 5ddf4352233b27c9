import { fromKopecks, sumOf, toKopecks } from '#web/shared/money/account-sums.ts';
import type { HomeMovement, HomeMovements } from '../home-data.ts';

export interface DebtStory {
  /** The day of the charge that the balance did not cover. */
  day: string;
  /** The balance before it; absent when not all movements since then are known. */
  before?: string;
  lines: { id: number; text: string; amount: string }[];
}

const isComplete = ({ items, next }: HomeMovements, day: string): boolean =>
  next === null || items.some((one) => one.day < day);

/** How a debt arose: the last charges, the payments since, and the balance before them. */
export function debtStory(balance: string, charges: HomeMovements, payments: HomeMovements): DebtStory | undefined {
  const day = charges.items[0]?.day;
  if (day === undefined) return undefined;
  const since = (list: readonly HomeMovement[]) => list.filter((one) => one.day >= day);
  const lines = [...since(charges.items), ...since(payments.items)]
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ entry_id, text, amount }) => ({ id: entry_id, text, amount }));
  if (![charges, payments].every((page) => isComplete(page, day))) return { day, lines };
  const moved = sumOf(lines.map(({ amount }) => amount));
  return { day, lines, before: fromKopecks(toKopecks(balance) - toKopecks(moved)) };
}
