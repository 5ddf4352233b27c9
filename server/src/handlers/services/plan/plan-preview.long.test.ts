import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { chargingOnly } from '../../../../test/portal/charging-only.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

const WHO = 100_001;
const cents = (text: string) => Math.round(Number(text) * 100);

test('the preview equals the result, to the kopeck', async () => {
  const portal = await testPortal();
  await chargingOnly(portal, WHO);
  const { user_id: id } = (await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO)).body[0]!;
  const { plans } = (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
  const balance = async () => (await portal.send(contract.internetAccount.get, {}, WHO)).body.balance;
  await portal.pool.query(`update account set credit_limit_kopecks = 100000000 where contract_id = ${WHO}`);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...plans.map(({ plan_id }) => plan_id)),
      fc.constantFrom('now' as const, 'next_period' as const),
      fc.integer({ min: 0, max: 40 }),
      async (plan_id, when, days) => {
        portal.clock.advance(days * 86_400_000);
        await chargeUpTo(portal.world);
        const body = { user_id: id, plan_id, when };
        const told = await portal.send(contract.plan.preview, { body }, WHO);
        const before = await balance();
        const done = await portal.send(contract.plan.change, { body }, WHO);
        expect(done.status).toBe(told.status);
        if (done.status !== 200) return;
        expect(done.body).toEqual(told.body);
        expect(cents(await balance())).toBe(cents(done.body.balance_after));
        expect(cents(before) - cents(await balance())).toBe(cents(done.body.charge_now));
      },
    ),
    { numRuns: 12 },
  );
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});
