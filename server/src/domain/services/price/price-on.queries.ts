import { sql, type Sql } from '#server/db/sql.ts';

/** The price of something for a client who takes it on a day; `base` is the price of the catalogue. */
const priceOn = (kind: Sql, id: Sql, base: Sql, day: Sql): Sql => sql`
  coalesce((
    select change.price_kopecks from price_change change
    where change.sold_kind = ${kind} and change.sold_id = ${id} and change.state = 'planned' and change.from_day <= ${day}
    order by change.from_day desc limit 1
  ), ${base})`;

/** `ComingPrice` (`coming.rules.ts`) after a day, or null. */
export const priceAfter = (kind: Sql, id: Sql, day: Sql): Sql => sql`(
  select json_build_object('price', change.price_kopecks, 'from', change.from_day) from price_change change
  where change.sold_kind = ${kind} and change.sold_id = ${id} and change.state = 'planned' and change.from_day > ${day}
  order by change.from_day limit 1)`;

export const planPriceOn = (plan: Sql, day: Sql): Sql =>
  priceOn(sql`'plan'`, sql`${plan}.plan_id`, sql`${plan}.price_kopecks`, day);
export const optionPriceOn = (option: Sql, day: Sql): Sql =>
  priceOn(sql`'option'`, sql`${option}.option_id`, sql`${option}.price_kopecks`, day);
export const programPriceOn = (program: Sql, day: Sql): Sql =>
  priceOn(sql`'program'`, sql`${program}.program_id`, sql`${program}.price_kopecks`, day);

/** Whether something has planned prices that are not in the catalogue yet; then clients may pay different prices. */
export const isChanging = (kind: Sql, id: Sql): Sql => sql`
  exists (select from price_change change where change.sold_kind = ${kind} and change.sold_id = ${id} and change.state = 'planned')`;
