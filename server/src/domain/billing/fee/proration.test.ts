import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, nextBillingDay } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { testPortal } from '../../../../test/portal/portal.ts';
import { chargeFrom, periodStart } from './proration.rules.ts';

// Charging runs in SQL, forecasts and previews in TypeScript: what a fee makes from a day on must be the same in both.

const CASES = 5000;

const cases = fc.record({
  on: fc.integer({ min: 0, max: 3650 }).map((days) => addDays(day('2024-01-01'), days)),
  billingDay: fc.integer({ min: 1, max: 31 }),
  price: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 100_000_000_00 })).map(kopecks),
  /** Days until it ends; often within the period, at its end or on the day itself. */
  runs: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }),
});

test('the database and the code charge the same part of a month', async () => {
  const { pool } = await testPortal({ template: 'empty' });
  const asked = fc
    .sample(cases, CASES)
    .map(({ runs, ...one }) => ({ ...one, until: runs === null ? null : addDays(one.on, runs) }));
  const { rows } = await pool.query(
    `select period_start(a.on, billing_day) as start, period_end(a.on, billing_day) as end,
       part_of(price, least(period_end(a.on, billing_day), until) - a.on,
         period_end(a.on, billing_day) - period_start(a.on, billing_day)) as amount
     from unnest($1::date[], $2::integer[], $3::bigint[], $4::date[]) with ordinality a ("on", billing_day, price, until, n)
     order by n`,
    [
      asked.map(({ on }) => on),
      asked.map(({ billingDay }) => billingDay),
      asked.map(({ price }) => price),
      asked.map(({ until }) => until),
    ],
  );
  expect(rows).toEqual(
    asked.map(({ on, billingDay, price, until }) => ({
      start: periodStart(on, billingDay),
      end: nextBillingDay(on, billingDay),
      amount: chargeFrom(price, on, billingDay, until),
    })),
  );
});
