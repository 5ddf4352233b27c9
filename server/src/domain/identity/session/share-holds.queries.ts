import { sql, type Sql } from '#server/db/sql.ts';

/** A share is not over: nobody has ended it, and its term has not passed. */
export const holds = (now: Date, of: Sql = sql``): Sql =>
  sql`${of}ended_at is null and (${of}ends_at is null or ${of}ends_at > ${now})`;
