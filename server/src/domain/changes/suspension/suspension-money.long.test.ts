import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, toWireMoney } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { chargedOn } from '#server/domain/billing/forecast/forecast.rules.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient, type Client } from '../../../../test/portal/client.ts';
import { START } from '../../../../test/portal/start.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const ZONE = 'Europe/Samara';
const TODAY = dayIn(ZONE, START);

/** One client, and the client's actions with a service; days are counted from the first. */
const life = fc.record({
  billing_day: fc.integer({ min: 1, max: 31 }),
  fee: fc.integer({ min: 1, max: 999_99 }),
  unit: fc.constantFrom('month' as const, 'day' as const),
  option: fc.integer({ min: 0, max: 300_00 }),
  promo: fc.option(fc.record({ price: fc.integer({ min: 0, max: 100_00 }), days: fc.integer({ min: 1, max: 60 }) })),
  nextPlan: fc.option(fc.record({ price: fc.integer({ min: 1, max: 999_99 }), days: fc.integer({ min: 1, max: 50 }) })),
  asked: fc.integer({ min: 1, max: 20 }),
  ahead: fc.integer({ min: 0, max: 20 }),
  days: fc.integer({ min: 1, max: 30 }),
  early: fc.option(fc.integer({ min: 0, max: 29 })),
});
type Life = typeof life extends fc.Arbitrary<infer One> ? One : never;
interface Living extends Life, Client {
  readonly at: Record<'asked' | 'from' | 'until', Day>;
  readonly back: Day | null;
  /** The preview that the client agreed to. */
  told?: Wire<typeof contract.suspension.start>;
}

async function born(portal: TestPortal, one: Life, number: number): Promise<Living> {
  const client = await addClient(portal.world, { ...one, contractId: 200_001 + number, balance: 100_000_00 });
  const { pool } = portal;
  await pool.query('update contract set billing_day = $1 where contract_id = $2', [one.billing_day, client.contractId]);
  const ofUser = [client.userId];
  await pool.query(
    `with sold as (insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
       select plan_id, 'Роутер', '', '', ${one.option} from service_user where user_id = $1 returning option_id)
     insert into user_option (user_id, option_id, status) select $1, option_id, 'on' from sold`,
    ofUser,
  );
  if (one.promo) {
    const until = addDays(TODAY, one.promo.days);
    await pool.query(
      `update service_user set promo_kopecks = ${one.promo.price}, promo_until = '${until}' where user_id = $1`,
      ofUser,
    );
  }
  if (one.nextPlan) {
    await pool.query(
      `with next as (insert into plan (service_kind, name, summary, price_kopecks) values ('internet', 'Следующий', '', ${one.nextPlan.price}) returning plan_id)
       insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
       select $1, plan_id, '${addDays(TODAY, one.nextPlan.days)}', 'planned', 'client', now() from next`,
      ofUser,
    );
  }
  const asked = addDays(TODAY, one.asked);
  const from = addDays(asked, one.ahead);
  const until = addDays(from, one.days);
  const back = one.early === null || one.early >= one.days ? null : addDays(from, one.early);
  return { ...one, ...client, at: { asked, from, until }, back };
}

/** Money moved on the account, or by one of its services, on a day: charges are positive, as in a forecast. */
async function moved(portal: TestPortal, { accountId }: Living, day: Day): Promise<number> {
  const { rows } = await portal.pool.query<{ sum: string }>(
    `select coalesce(-sum(amount_kopecks), 0) as sum from ledger_entry where account_id = $1 and day = $2`,
    [accountId, day],
  );
  return Number(rows[0]?.sum);
}

const foretold = (portal: TestPortal, { accountId }: Living, today: Day, on: Day): Promise<number> =>
  portal.world.db.read(async (tx) =>
    chargedOn(await accountForecast(tx, accountId, today), on).reduce((sum, { amount }) => sum + amount, 0),
  );

/** Makes a change and checks that its result and its charge equal the preview. */
async function decide(portal: TestPortal, one: Living, today: Day): Promise<void> {
  const { contractId, userId: user_id, at } = one;
  const { suspension } = contract;
  const before = await moved(portal, one, today);
  const dates = { body: { user_id, from: at.from, until: at.until } };
  const own = { body: { user_id } };
  const [told, done] =
    today === at.asked
      ? [
          await portal.send(suspension.preview, dates, contractId),
          await portal.send(suspension.start, dates, contractId),
        ]
      : [
          await portal.send(suspension.returnPreview, own, contractId),
          await portal.send(suspension.return, own, contractId),
        ];
  expect(done.status).toBe(200);
  expect(done.body).toEqual(told.body);
  const cost = (await moved(portal, one, today)) - before;
  expect(done.body.charge_now).toBe(toWireMoney(kopecks(cost)));
  if (today === at.asked) one.told = done.body as NonNullable<Living['told']>;
}

const moneyTerms = fc.record({
  free_days_a_year: fc.integer({ min: 0, max: 20 }),
  day_price: fc.integer({ min: 0, max: 9_99 }),
  start_price: fc.integer({ min: 0, max: 99_99 }),
});

/** The night to the next day: each account is charged as its evening forecast says, and its suspension as agreed. */
async function night(portal: TestPortal, all: readonly Living[], today: Day): Promise<void> {
  const tomorrow = addDays(today, 1);
  const told = await Promise.all(all.map((one) => foretold(portal, one, today, tomorrow)));
  portal.clock.set(new Date(`${tomorrow}T00:05:00Z`));
  await chargeUpTo(portal.world);
  const charged = await Promise.all(all.map((one) => moved(portal, one, tomorrow)));
  expect([tomorrow, ...charged]).toEqual([tomorrow, ...told]);
  for (const [index, one] of all.entries()) {
    const agreed = agreedFor(one, tomorrow);
    if (agreed) expect(toWireMoney(kopecks(charged[index] ?? 0))).toBe(agreed.amount);
  }
}

function agreedFor({ at, back, told }: Living, day: Day) {
  if (day === at.from) return told?.on_start;
  return day === at.until && back === null ? told?.on_return : undefined;
}

test("charges for a suspension equal every evening's forecast and every preview, to the kopeck", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 8, maxLength: 8 }), moneyTerms, async (lives, prices) => {
      const portal = await testPortal({ template: 'empty' });
      const days = { shortest_days: 1, longest_days: 60, days_between: 0, days_ahead: 60 };
      Object.assign(portal.world.provider, { suspension: { ...prices, ...days, early_return: { price: 7_77 } } });
      const all: Living[] = [];
      for (const [number, one] of lives.entries()) all.push(await born(portal, one, number));
      for (let today = TODAY; today < addDays(TODAY, 75); today = addDays(today, 1)) {
        portal.clock.set(new Date(`${today}T10:05:00Z`));
        for (const one of all) if (today === one.at.asked || today === one.back) await decide(portal, one, today);
        await night(portal, all, today);
      }
      expect(await portal.world.db.read(verifyLedger)).toEqual([]);
    }),
    { numRuns: 2 },
  );
});
