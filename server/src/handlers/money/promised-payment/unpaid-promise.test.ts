import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { endPromisesNow } from '#server/jobs/money/promised-payment.ts';
import { addClient, type ClientShape } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

// What the message about a promise that has ended asks for brings the services back, to the rouble.

const WHO = 200_001;
const ZONE = 'Europe/Samara';
const DEBTOR: ClientShape = { balance: -628_50, creditLimit: 628_50, blocked: true };

/** The sum of «Заплатите 659 ₽, и включим их сразу» in the message of today. */
async function askedFor({ pool }: TestPortal): Promise<Kopecks> {
  const { rows } = await pool.query<{ body: string }>(
    `select body from message where title = 'Обещанный платёж закончился'`,
  );
  const sum = /Заплатите\s(\d+)\s₽/.exec(rows[0]!.body)![1]!;
  return kopecks(Number(sum) * 100);
}

test.each([
  ['by the month', DEBTOR, 0, 659_00],
  [
    'by the day: that of the first day without the promise is due, too',
    { ...DEBTOR, fee: 20_00, unit: 'day' },
    0,
    739_00,
  ],
  ['with a limit of the account’s own, which stays', DEBTOR, 500_00, 159_00],
] as const)('%s', async (_, shape, ownLimit, asked) => {
  const portal = await testPortal({ template: 'empty' });
  const { accountId } = await addClient(portal.world, shape);
  const { status } = await portal.send(contract.promisedPayment.take, { body: { p: 'i' } }, WHO);
  expect(status).toBe(200);
  await portal.pool.query('update account set credit_limit_kopecks = credit_limit_kopecks + $1 where account_id = $2', [
    ownLimit,
    accountId,
  ]);
  portal.clock.set(new Date('2026-11-23T10:00:00Z'));
  await chargeUpTo(portal.world);
  portal.clock.set(new Date('2026-11-23T20:00:00Z'));
  await endPromisesNow(portal.world);
  const amount = await askedFor(portal);
  const paid = { accountId, amount, method: 'cash', reference: 'desk:1', text: 'Касса' } as const;
  await portal.world.db.write((tx) => credit(tx, paid, { now: portal.clock.now(), zone: ZONE }));
  const { rows } = await portal.pool.query<{ state: string }>('select state from service_user');
  expect([amount, rows]).toEqual([asked, [{ state: 'active' }]]);
});
