import { isAsked, parseDay, type Day } from '@kabinet/contract/kernel/day';
import { parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';

// What people and banks write in cells and arguments; nothing for what it is not.

/** `2026-11-20` or `20.11.2026`, of the years that anybody means. */
export function dayCell(text: string): Day | undefined {
  const [, d, m, y] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? [];
  const iso = d === undefined ? text : `${y ?? ''}-${m ?? ''}-${d}`;
  return isAsked(iso) ? parseDay(iso) : undefined;
}

/** A sum above nothing, kopecks after a dot or a comma. */
export function sumCell(text: string): Kopecks | undefined {
  const amount = parseRubles(text);
  return amount !== undefined && amount > 0 ? amount : undefined;
}
