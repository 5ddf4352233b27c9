import { sql } from '#db/sql.ts';

/** Lines that count as paid in, and lines that count as charged: the conditions of the two indexes, which must be written alike. */
export const SIDES = {
  in: sql`(amount_kopecks > 0) <> is_return`,
  out: sql`(amount_kopecks > 0) = is_return`,
} as const;
