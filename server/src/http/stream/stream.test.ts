import { describe, expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { credit } from '#domain/payments/payment/credit.ts';
import { listenTo } from '../../../test/listening-browser.ts';
import { testPortal, type TestPortal } from '../../../test/portal.ts';

const [MARIA, OTHER] = [100_001, 100_002];

const bearer = async (portal: TestPortal, who: number | 'guest' = MARIA) => ({
  authorization: `Bearer ${await portal.tokenOf(who)}`,
});

async function pay(portal: TestPortal, contractId: number, reference: string): Promise<void> {
  const { db, clock, provider } = portal.world;
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `select account_id from account where contract_id = $1 and kind = 'i'`,
    [contractId],
  );
  const incoming = {
    accountId: Number(rows[0]?.account_id),
    amount: kopecks(500_00),
    method: 'cash',
    reference,
    text: 'Касса',
  } as const;
  await db.write((tx) => credit(tx, incoming, { now: clock.now(), zone: provider.time_zone }));
}

describe('what a subscriber hears', () => {
  test('a payment: once, what grew old and the message that tells it, and no sum', async () => {
    const portal = await testPortal();
    const own = await listenTo(portal, await bearer(portal));
    const foreign = await listenTo(portal, await bearer(portal, OTHER));
    await Promise.all([own.next('hello'), foreign.next('hello')]);
    await pay(portal, MARIA, 'a');
    const { id, data } = await own.next('outdated');
    const { rows } = await portal.pool.query<{ message_id: number }>(
      'select message_id from message where contract_id = $1 order by message_id desc limit 1',
      [MARIA],
    );
    expect(data).toEqual({
      at: portal.clock.now().toISOString(),
      kinds: expect.arrayContaining(['money', 'message']) as unknown,
      messages: [Number(rows[0]?.message_id)],
    });
    expect(id).toMatch(/^\d+$/);
    await pay(portal, OTHER, 'b');
    await foreign.next('outdated');
    expect(own.heard.filter(({ event }) => event === 'outdated')).toHaveLength(1);
    expect(foreign.heard.filter(({ event }) => event === 'outdated')).toHaveLength(1);
  });
});
