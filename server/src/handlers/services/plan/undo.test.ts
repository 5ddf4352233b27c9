import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { orderOneTimeCharge } from '#server/domain/billing/fee/one-time.queries.ts';
import { correct } from '#server/domain/billing/correction/correct.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient, type Client } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

/** Changes of plan taken back within ten minutes, after something else has happened meanwhile. */
const [DAILY, DEAR] = [19_00, 33_00];
const MINUTE = 60_000;
const AT = { zone: 'Europe/Samara' };

let portal: TestPortal;
let client: Client;
let plans: { own: number; dear: number; cheap: number };

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  client = await addClient(portal.world, { fee: DAILY, unit: 'day', balance: 1000_00 });
  const added = async (price: number, unit: string) =>
    (
      await portal.pool.query<{ id: number }>(
        `insert into plan (service_kind, name, summary, price_kopecks, unit) values ('internet', $1, '', $2, $3) returning plan_id::int as id`,
        [`${price}`, price, unit],
      )
    ).rows[0]!.id;
  const own = await valueOf('select plan_id as value from service_user');
  plans = { own, dear: await added(DEAR, 'day'), cheap: await added(1_00, 'day') };
});

async function valueOf(query: string): Promise<number> {
  const { rows } = await portal.pool.query<{ value: number }>(query);
  return Number(rows[0]?.value);
}
const balance = () => valueOf(`select balance_kopecks as value from account where account_id = ${client.accountId}`);
const change = (planId: number, when: 'now' | 'next_period' = 'now') =>
  portal.send(contract.plan.change, { body: { user_id: client.userId, plan_id: planId, when } }, client.contractId);
const preview = (plan_id: number) =>
  portal.send(contract.plan.preview, { body: { user_id: client.userId, plan_id, when: 'now' } }, client.contractId);
const undo = async () =>
  (await portal.send(contract.plan.options, { params: { id: client.userId } }, client.contractId)).body.undo;

test('a day that the run was late with is charged once, though the change of plan is taken back', async () => {
  await portal.pool.query(`update account set charged_through = '2026-11-19'`);
  await portal.pool.query(`update fee_charged set charged_until = '2026-11-20', charged_from = '2026-11-19'`);
  expect((await change(plans.dear)).status).toBe(200);
  expect(await balance()).toBe(1000_00 - DEAR);
  portal.clock.advance(MINUTE);
  expect((await change(plans.own)).status).toBe(200);
  expect(await balance()).toBe(1000_00 - DAILY);
  // A one-time charge of the day is not charged again by the next change.
  portal.clock.advance(MINUTE);
  await change(plans.dear);
  expect(await balance()).toBe(1000_00 - DEAR);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('other charges of the day stay', async () => {
  const visit = { accountNo: `${client.contractId}i`, what: 'document:1', text: 'Выезд', amount: kopecks(50_00) };
  await portal.world.db.write((tx) => orderOneTimeCharge(tx, { ...visit, day: '2026-11-20' as Day }));
  const before = await balance();
  const orders = () => valueOf(`select count(*) as value from outbox_effect where kind = 'service.provision'`);
  await change(plans.dear);
  const told = await orders();
  await change(plans.own);
  expect(await balance()).toBe(before - 50_00);
  // The network hears of it, too.
  expect(await orders()).toBe(told + 1);
});

test('what another service was charged meanwhile stays', async () => {
  const of = `account_id = ${client.accountId} and what = '999:plan'`;
  await portal.pool.query(`
    insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn)
    select account_id, '999:plan', sold_id, charged_from, charged_until, 5, transaction_id, turn
    from fee_charged where account_id = ${client.accountId} limit 1`);
  await change(plans.dear);
  await portal.pool.query(`update fee_charged set amount_kopecks = 7, turn = turn + 1 where ${of}`);
  const charged = async () => (await portal.pool.query<object>(`select * from fee_charged where ${of}`)).rows;
  const before = await charged();
  expect((await change(plans.own)).status).toBe(200);
  expect(await charged()).toEqual(before);
});

test('restores the change that was planned', async () => {
  await change(plans.cheap, 'next_period');
  await change(plans.dear);
  await change(plans.own);
  const { body } = await portal.send(contract.plan.options, { params: { id: client.userId } }, client.contractId);
  expect(body.planned).toMatchObject({ plan: { plan_id: plans.cheap }, from: '2026-12-01' });
});

test('a service that was free before is charged again by a later change, in its own line', async () => {
  await portal.pool.query('delete from fee_charged');
  await portal.pool.query(`update service_user set promo_kopecks = 0, promo_until = '2027-01-01'`);
  for (const planId of [plans.dear, plans.own, plans.dear]) expect((await change(planId)).status).toBe(200);
  expect(await balance()).toBe(1000_00 - DEAR);
});

test('cannot be taken back after the operator has returned its charge', async () => {
  await change(plans.dear);
  const charge = await valueOf(`select max(transaction_id) as value from ledger_transaction where kind = 'charge'`);
  expect(await undo()).not.toBeNull();
  await portal.world.db.write((tx) => correct(tx, charge, 'Ошибка', { ...AT, now: portal.clock.now() }));
  expect(await undo()).toBeNull();
  expect((await change(plans.own)).body.code).toBe('change_not_allowed');
});

test('is not offered in debt, because no money is charged then', async () => {
  await change(plans.cheap);
  expect(await undo()).not.toBeNull();
  await portal.pool.query(`update account set debt_since = now() where account_id = ${client.accountId}`);
  expect(await undo()).toBeNull();
});

test('money that was given back and spent is missing: the preview says so, and nothing changes', async () => {
  portal.clock.advance(24 * 60 * MINUTE);
  await chargeUpTo(portal.world);
  await change(plans.cheap);
  // All but a kopeck of it is there; nobody pays less than ten roubles.
  await spend((await balance()) - 17_99);
  const refused = await change(plans.own);
  expect(refused.body).toMatchObject({ status: 409, code: 'not_enough_money' });
  expect(refused.body.message).toContain('Не хватает 10\u00a0₽');
  expect(await valueOf('select plan_id as value from service_user')).toBe(plans.cheap);
  expect(await balance()).toBe(17_99);
});

test('money that was given back may be spent except what taking back costs', async () => {
  portal.clock.advance(24 * 60 * MINUTE);
  await chargeUpTo(portal.world);
  await change(plans.cheap);
  await spend((await balance()) - (DAILY - 1_00));
  expect((await change(plans.own)).status).toBe(200);
  expect(await balance()).toBe(0);
});

const spend = (amount: number) =>
  portal.world.db.write(async (tx) => {
    const revenue = await providerAccount(tx, 'revenue');
    const [taken, given] = [kopecks(0 - amount), kopecks(amount)];
    await post(tx, {
      kind: 'charge',
      reference: 'charge:document:1',
      day: '2026-11-21' as Day,
      happenedAt: portal.clock.now(),
      entries: [
        { accountId: client.accountId, amount: taken, text: 'Справка' },
        { accountId: revenue, amount: given, text: 'Справка' },
      ],
    });
  });

test('is offered until midnight and not longer, because the next day has its own charge', async () => {
  portal.clock.set(new Date('2026-11-20T23:58:00+04:00'));
  const before = await balance();
  await change(plans.dear);
  expect((await undo())?.until).toBe('2026-11-20T20:00:00.000Z');
  portal.clock.set(new Date('2026-11-20T23:59:59+04:00'));
  const told = await preview(plans.own);
  expect((await change(plans.own)).status).toBe(200);
  expect([told.body.charge_now, await balance()]).toEqual(['-33.00', before]);
});

test.each(['before the run', 'after the run', 'of an account that no run has charged yet'])(
  'is neither offered nor possible after midnight, %s',
  async (when) => {
    if (when.startsWith('of')) await portal.pool.query('update account set charged_through = null');
    portal.clock.set(new Date('2026-11-20T23:58:00+04:00'));
    await change(plans.dear);
    portal.clock.set(new Date('2026-11-21T00:03:00+04:00'));
    if (when.startsWith('after')) await chargeUpTo(portal.world);
    const was = await balance();
    expect(await undo()).toBeNull();
    for (const ask of [preview, change]) {
      const { body } = await ask(plans.own);
      expect(body).toMatchObject({
        code: 'change_not_allowed',
        message: expect.stringContaining('Снова можно') as string,
      });
    }
    expect(await balance()).toBe(was);
  },
);
