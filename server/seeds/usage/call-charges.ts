import type { Period } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import { ratingOf } from '#server/domain/services/calls/rating.queries.ts';
import { ZONE } from '../calendar.ts';
import type { Seeding } from '../seeding.ts';

/** Marks the calls of these periods as charged by the history, so that closing a month charges only late calls. */
export async function markCallsCharged(
  client: pg.ClientBase,
  numbers: readonly { readonly number: string }[],
  { from, until }: { readonly from: Period; readonly until: Period },
): Promise<void> {
  await client.query(
    `update call_month set charged_kopecks = amount_kopecks, charges = 1
     where phone_number = any($1) and period >= $2 and period < $3 and amount_kopecks > 0`,
    [numbers.map(({ number }) => number), from, until],
  );
}

/** Rates the calls of this month again, now that plans include minutes; none of them has been charged yet. */
export async function rateThisMonth({ client }: Seeding): Promise<void> {
  const { rows } = await client.query<{ phone_number: string; period: string }>(
    'select phone_number, period from call_month where charged_kopecks = 0 and amount_kopecks > 0',
  );
  const { text, values } = ratingOf(rows, ZONE);
  await client.query(text, [...values]);
}
