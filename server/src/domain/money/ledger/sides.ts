import { sql } from '#server/db/sql.ts';

/** Lines that count as paid in, and as charged: the conditions of the two indexes; both places must be identical. */
export const SIDES = {
  in: sql`(amount_kopecks > 0) <> is_return`,
  out: sql`(amount_kopecks > 0) = is_return`,
} as const;
