import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinBilling } from '../../server/src/domain/changes/outside/views/join-billing.ts';
import { billingViews } from '../../server/src/integrations/billing-views/by-address.ts';
import { startWorker } from '../../server/src/worker.ts';
import { Joined, MINUTE } from './joined.ts';
import { plus, type OtherBilling } from './other-billing.ts';

/**
 * What is expected beside any billing whose views the cabinet reads, joined by the file that a provider loads. One test after the other;
 * further ones of a file go on with what this returns.
 */
export function expectBeside(open: () => Promise<OtherBilling>): () => Joined {
  let joined: Joined;
  beforeAll(async () => {
    joined = await Joined.open(await open());
  });
  afterAll(() => joined.close());

  test('what is missing there is named', async () => {
    const { server } = joined.other;
    const views = billingViews(server.url);
    expect(await views.look()).toEqual([]);
    await server.withhold();
    expect(await views.look()).toEqual([
      'нет представления kabinet_charges или права select на него',
      'нет процедуры kabinet_book или права execute на неё',
    ]);
    await server.giveBack();
  });

  test('a balance, its lines and a service that change there show here', async () => {
    const { other, beside } = joined;
    expect(await joined.shown()).toEqual([10_000, 20_050, 30_000]);
    await other.charge(1, '20.123456', 'Сто');
    await other.deposit(2, '50', 'Касса');
    await other.turn(2, 'debt');
    await other.turn(3, 'operator');
    await joined.join();
    expect(await joined.shown()).toEqual([7988, 25_050, 30_000]);
    const lines =
      await beside.rows(`select e.text, e.amount_kopecks::int as kopecks from ledger_entry e join account a using (account_id)
      where a.account_no in ('1', '2') and e.text in ('Сто', 'Касса') and contract_id is not null order by kopecks`);
    expect(lines).toEqual([
      { text: 'Сто', kopecks: -2012 },
      { text: 'Касса', kopecks: 5000 },
    ]);
    expect(await joined.serviceOf('u2')).toMatchObject({ state: 'blocked', reason: 'debt' });
    expect(await joined.serviceOf('u3')).toMatchObject({ state: 'blocked', reason: 'operator' });
    await other.turn(2, 'active');
    await other.turn(3, 'active');
    await joined.join();
    expect(await joined.serviceOf('u2')).toMatchObject({ state: 'active' });
    await joined.expectOrder();
  });

  test('a payment arrives there once, and is shown all the while', async () => {
    const [before, corrections] = [await joined.shown(), await joined.corrections()];
    await joined.pay(1, '500.10', 'Д-1');
    const paid = plus(before, [50_010, 0, 0]);
    expect(await joined.shown()).toEqual(paid);
    await joined.join();
    expect(await joined.shown()).toEqual(paid);
    await joined.settle();
    await joined.settle();
    expect(await joined.other.booked()).toEqual([1]);
    expect(await joined.other.balances()).toEqual(paid);
    expect(await joined.shown()).toEqual(paid);
    expect(await joined.corrections()).toBe(corrections);
    await joined.expectOrder();
  });

  test('a server that is frozen, then away for an hour, loses nothing', async () => {
    const { other, beside } = joined;
    const before = await joined.shown();
    await other.server.freeze();
    await joined.pay(2, '30', 'Д-2');
    beside.portal.clock.advance(MINUTE);
    await joinBilling(beside.portal.world);
    await other.server.thaw();
    await other.server.kill();
    for (let minute = 0; minute < 60; minute += 10) {
      await joined.pay(3, '1', `Д-3-${minute}`);
      beside.portal.clock.advance(9 * MINUTE);
      await joined.join();
    }
    const [state] = await beside.rows('select failures, error, failing_since from billing_reading');
    expect(state).toMatchObject({ failures: 7, error: expect.stringContaining('ECONNREFUSED') as string });
    const paid = plus(before, [0, 3000, 600]);
    expect(await joined.shown()).toEqual(paid);
    await other.server.start();
    await joined.settle();
    expect(await joined.shown()).toEqual(paid);
    expect(await other.balances()).toEqual(paid);
  });

  test('the worker shows a change within a minute, and goes on by itself', async () => {
    const { beside, other } = joined;
    const { world, pool, clock } = beside.portal;
    const [from, began] = [clock.now().getTime() + MINUTE, Date.now()];
    const worker = await startWorker({ ...world, clock: { now: () => new Date(from + Date.now() - began) } });
    await pool.query(
      `select graphile_worker.add_job('join_billing', '{}', job_key => 'join_billing', queue_name => 'billing')`,
    );
    const readAt = async () => (await beside.rows('select read_at from billing_reading'))[0]?.['read_at'];
    const first = await readAt();
    await expect.poll(readAt).not.toEqual(first);
    const [balance] = await joined.shown();
    await other.charge(1, '1', 'Час');
    await other.turn(2, 'debt');
    const both = async () => [(await joined.shown())[0], (await joined.serviceOf('u2')).state];
    await expect.poll(both, { timeout: MINUTE }).toEqual([balance - 100, 'blocked']);
    await worker.stop();
    clock.advance(Date.now() - began + 2 * MINUTE);
    await other.turn(2, 'active');
    await joined.join();
  });

  return () => joined;
}
