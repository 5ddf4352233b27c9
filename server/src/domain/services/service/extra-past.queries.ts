import { sql } from '#server/db/sql.ts';

// Options and programs that are switched off, for the card of a day before. Each is a member of a `with`, after one named `gone` that returns
// whose they were, `sold_id`, `since`, `status` and `until_day`. What had not begun was never on.

export const KEPT_OPTIONS = sql`
  insert into extra_past (user_id, sold_kind, sold_id, since, until_day)
  select user_id, 'option', sold_id, since, until_day from gone where status <> 'on_pending' and coalesce(since < until_day, true)`;

export const KEPT_PROGRAMS = sql`
  insert into extra_past (user_id, sold_kind, sold_id, since, until_day)
  select user_id, 'program', sold_id, since, until_day from gone where status <> 'on_pending' and coalesce(since < until_day, true)`;

/** Programs of the contract itself. */
export const KEPT_CONTRACT_PROGRAMS = sql`
  insert into extra_past (contract_id, sold_kind, sold_id, since, until_day)
  select contract_id, 'program', sold_id, since, until_day from gone
  where status <> 'on_pending' and coalesce(since < until_day, true)`;
