import { expect, test } from 'vitest';
import { shadowDifferences, shadowTwins } from '../../../../test/portal/beside/shadow-twins.ts';

const DAYS = Number(process.env['SHADOW_DAYS'] ?? 365);

test('the shadow of the demo agrees with a year of the real run, night after night', { timeout: 600_000 }, async () => {
  const { here, liveDays } = await shadowTwins('demo');
  const last = await liveDays(DAYS, 5);
  expect(await shadowDifferences(here)).toEqual([]);
  const { rows } = await here.pool.query<{ nights: number; equal: number; waiting: number }>(
    `select count(*)::int as nights, sum(equal)::int as equal, sum(waiting)::int as waiting 
     from shadow_night where judged_at is not null and day <= $1`,
    [last],
  );
  expect(rows).toEqual([{ nights: DAYS, equal: expect.any(Number) as number, waiting: 0 }]);
  expect(rows[0]?.equal).toBeGreaterThan(DAYS / 2);
});
