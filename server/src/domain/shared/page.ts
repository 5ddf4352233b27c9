import { z } from 'zod';
import { Id, inAddress, wholeNumber } from '@kabinet/contract/kernel/call/wire';
import { Problem } from '#server/kernel/call/problem.ts';

export interface PageWanted {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface Page<Item> {
  items: Item[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** Makes a page from one row more than requested: the extra row means that there is a next page. */
export function pageFrom<Item>(rows: Item[], limit: number, cursorOf: (last: Item) => string): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/**
 * How to parse a list's cursors: parts separated by dots, each with its schema. Throws on a cursor that we did not
 * issue.
 */
export function cursorOf<Parts extends [z.ZodType, ...z.ZodType[]]>(...parts: Parts) {
  const schema = z.tuple(parts);
  return (cursor: string | undefined) => {
    if (cursor === undefined) return undefined;
    const read = schema.safeParse(cursor.split('.'));
    if (read.success) return read.data;
    throw wrongCursor();
  };
}

/** The key of the last row of a page. */
export const lastId = inAddress(Id);
/** The moment of the last row of a page, in milliseconds since 1970. */
export const lastMoment = inAddress(wholeNumber(Date.UTC(1990), Date.UTC(2101))).transform((ms) => new Date(ms));

const wrongCursor = (): Problem =>
  new Problem('bad_input', {
    errors: [{ path: 'query.cursor', message: 'Такой страницы нет. Откройте список сначала' }],
  });
