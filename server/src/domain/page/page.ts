import { Problem } from '#kernel/problem.ts';

export interface PageWanted {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface Page<Item> {
  items: Item[];
  /** The cursor of the following page; null on the last one. */
  next: string | null;
}

/** Makes a page of one row more than was asked for: the row too many tells that there is a following page. */
export function pageFrom<Item>(rows: Item[], limit: number, cursorOf: (last: Item) => string): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** The parts of a cursor that one of our answers gave; anything else is refused. */
export function readCursor(cursor: string | undefined, pattern: RegExp): string[] | undefined {
  if (cursor === undefined) return undefined;
  const match = pattern.exec(cursor);
  if (match) return match.slice(1);
  throw wrongCursor();
}

export const wrongCursor = (): Problem =>
  new Problem('bad_input', {
    errors: [{ path: 'query.cursor', message: 'Такой страницы нет. Откройте список сначала' }],
  });
