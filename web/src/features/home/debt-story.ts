import { fromKopecks, sumOf, toKopecks } from '#shared/money/account-sums.ts';
import type { Movement, Movements } from './home-data.ts';

export interface DebtStory {
  /** The day of the charge that the money was not enough for. */
  day: string;
  /** What the account held before; absent when not all movements since are known. */
  before?: string;
  lines: { id: number; text: string; amount: string }[];
}

const isComplete = ({ items, next }: Movements, day: string): boolean =>
  next === null || items.some((one) => one.day < day);

/** How a debt came about: the last charges, what came in since, and what was there before them. */
export function debtStory(balance: string, charges: Movements, payments: Movements): DebtStory | undefined {
  const day = charges.items[0]?.day;
  if (day === undefined) return undefined;
  const since = (list: readonly Movement[]) => list.filter((one) => one.day >= day);
  const lines = [...since(charges.items), ...since(payments.items)]
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ entry_id, text, amount }) => ({ id: entry_id, text, amount }));
  if (![charges, payments].every((page) => isComplete(page, day))) return { day, lines };
  const moved = sumOf(lines.map(({ amount }) => amount));
  return { day, lines, before: fromKopecks(toKopecks(balance) - toKopecks(moved)) };
}
