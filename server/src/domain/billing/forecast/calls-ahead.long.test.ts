import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { addTariff, importTestRecords, makeSipLine, NUMBER } from '../../../../test/portal/call-client.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { forecastsOf } from './forecast.queries.ts';
import { chargedOn } from './forecast.rules.ts';

// The exchange's calls become charges in SQL, forecasts are TypeScript: both must agree, whatever was said and when.

const BEGIN = day('2026-11-20');
const CONTRACT = 200_001;
const SIP = '78482551144';
const ROUNDS = 12;

/** Days of the exchange's files: calls of so many days ago, some of months that are charged already. */
const round = fc.record({
  calls: fc.array(
    fc.record({
      line: fc.constantFrom(NUMBER, SIP.slice(4)),
      dst: fc.constantFrom('79270000001', '74950000001'),
      daysAgo: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 45 })),
      seconds: fc.integer({ min: 1, max: 1500 }),
    }),
    { maxLength: 8 },
  ),
  daysAhead: fc.integer({ min: 1, max: 20 }),
});

/** A number with 25 minutes to mobiles included, a SIP line with the same rates and none included, paid messages. */
async function telephones(): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { contractId: CONTRACT, telephone: true, balance: 900_000_00 });
  await addTariff(
    portal,
    { '79': 'mobile', '7495': 'moscow' },
    [
      { zone: 'mobile', price: 220 },
      { zone: 'moscow', price: 310, connection: 50 },
    ],
    [{ seconds: 1500, zones: ['mobile'] }],
  );
  await makeSipLine(portal, SIP);
  await portal.pool.query(`
    insert into program (program_id, service_kind, name, summary, description, price_kopecks) values (7, 'contract', 'Пакет СМС', '', '', 9900);
    insert into contract_program (contract_id, program_id, status, since) values (${CONTRACT}, 7, 'on', '2026-11-20');
    update account set credit_limit_kopecks = 900000000 where contract_id = ${CONTRACT}`);
  return portal;
}

test('calls made so far are charged when and as much as was forecast, packages and late records included', async () => {
  const portal = await telephones();
  const { pool, clock, world } = portal;
  const differing: unknown[] = [];
  let [today, id, withCalls] = [BEGIN, 0, 0];
  for (const { calls, daysAhead } of fc.sample(round, { numRuns: ROUNDS, seed: 27 })) {
    clock.set(new Date(`${today}T18:00:00Z`));
    await chargeUpTo(world);
    await importTestRecords(
      portal,
      calls.map(({ line: src, dst, daysAgo, seconds: billsec }) => {
        id += 1;
        return { uniqueid: `c${id}`, src, dst, billsec, start: `${addDays(today, -daysAgo)} 12:00:00` };
      }),
    );
    const forecasts = await world.db.read((tx) => forecastsOf(tx, CONTRACT, today));
    const until = addDays(today, daysAhead);
    clock.set(new Date(`${until}T18:00:00Z`));
    await chargeUpTo(world);
    const { rows } = await pool.query<{ account_id: number; day: Day; amount: number }>(
      `select account_id, day, -sum(amount_kopecks)::int as amount from ledger_entry join account using (account_id)
       where contract_id = ${CONTRACT} and day > $1 group by account_id, day`,
      [today],
    );
    for (const forecast of forecasts) {
      for (let on = addDays(today, 1); on <= until; on = addDays(on, 1)) {
        const lines = chargedOn(forecast, on);
        if (lines.some(({ text }) => text.startsWith('Разговоры'))) withCalls += 1;
        const told = lines.reduce((sum, { amount }) => sum + amount, 0);
        const charged =
          rows.find(({ account_id, day: at }) => account_id === forecast.accountId && at === on)?.amount ?? 0;
        if (told !== charged) differing.push({ kind: forecast.kind, today, on, told, charged });
      }
    }
    today = until;
  }
  expect(differing).toEqual([]);
  expect(withCalls).toBeGreaterThan(ROUNDS / 2);
});
