import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { chargingOnly } from '../../../../test/portal/charging-only.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { PROGRAM, programActionsOf, userOf } from '../../../../test/portal/programs.ts';

const WHO = 100_001;
const cents = (text: string) => Math.round(Number(text) * 100);

test('the preview equals the result, to the kopeck', async () => {
  const portal = await testPortal();
  await chargingOnly(portal, WHO);
  const [id, tvId] = await Promise.all([userOf(portal, 'internet', WHO), userOf(portal, 'tv', WHO)]);
  const [internet, tv] = [programActionsOf(portal, id, WHO), programActionsOf(portal, tvId, WHO)];
  const balance = async () => (await portal.send(contract.internetAccount.get, {}, WHO)).body.balance;
  const nextCharge = async (of: number) =>
    (await portal.send(contract.user.get, { params: { id: of } }, WHO)).body.next_charge;
  await portal.pool.query(`update account set credit_limit_kopecks = 100000000 where contract_id = ${WHO}`);
  const programs = [
    ...[PROGRAM.static, PROGRAM.second, PROGRAM.antivirus, PROGRAM.cloud].map(
      (program) => [program, internet, id] as const,
    ),
    ...[PROGRAM.cinema, PROGRAM.cinema4k, PROGRAM.trial, PROGRAM.sport].map((program) => [program, tv, tvId] as const),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...programs),
      fc.constantFrom('on' as const, 'off' as const),
      fc.constantFrom(0, 1, 3, 25 * 60, 24 * 60 * 9, 24 * 60 * 31),
      async ([program, service, userId], status, minutes) => {
        portal.clock.advance(minutes * 60_000);
        await chargeUpTo(portal.world);
        const told = await service.preview(program, status);
        const before = await balance();
        const done = await service.change(program, status);
        expect(done.status).toBe(told.status);
        expect(done.body).toMatchObject(done.status === 200 ? told.body : { message: told.body.message });
        if (done.status !== 200) return;
        expect(cents(await balance())).toBe(cents(done.body.balance_after));
        expect(cents(before) - cents(await balance())).toBe(cents(done.body.charge_now));
        expect(done.body.charge_next).toEqual({ ...(await nextCharge(userId)), missing: '0.00' });
      },
    ),
    { numRuns: 40 },
  );
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});
