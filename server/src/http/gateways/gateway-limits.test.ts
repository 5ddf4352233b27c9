import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { handlerOf } from '#server/handlers/handler-of.ts';
import { addClient, balanceOf } from '../../../test/portal/client.ts';
import { holdAccounts, lockWaits } from '../../../test/database/locks.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { callGate, OPEN, TERMINAL, told } from '../../../test/portal/payment-agents.ts';
import { tell } from '../../../test/portal/bank.ts';
import { buildApp, type AppOptions } from '../app.ts';

/** One source may make as many calls in ten seconds as twelve clients. */
const MOST = 12;

async function opened(options: Partial<AppOptions> = {}) {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, { telephone: true });
  const app = await buildApp(
    { world: portal.world, handlerOf, identify, isConfirmed },
    { trustedProxies: [], burst: 1, agents: TERMINAL, ...options },
  );
  onTestFinished(() => app.close());
  const limited: TestPortal = { ...portal, app: () => Promise.resolve(app), inject: (request) => app.inject(request) };
  const check = (from: string) => callGate(limited, { command: 'check', txn_id: '7', account: '200001i' }, { from });
  return { portal, limited, app, client, check };
}

test('a terminal that calls too often from one address gets «repeat later»', async () => {
  const { check } = await opened();
  for (let call = 0; call < MOST; call += 1) expect(told((await check('127.0.0.1')).xml, 'result')).toBe('0');
  const { status, xml } = await check('127.0.0.1');
  expect({ status, result: told(xml, 'result'), number: told(xml, 'osmp_txn_id') }).toEqual({
    status: 200,
    result: '1',
    number: '7',
  });
});

test('a link in letters is limited by address, with room for a mail service that opens those of many clients', async () => {
  const { limited } = await opened();
  const press = () => limited.inject({ method: 'POST', url: `/lk/unsubscribe?t=a.${'b'.repeat(22)}`, payload: '' });
  for (let call = 0; call < MOST; call += 1) expect((await press()).statusCode).toBe(410);
  expect((await press()).statusCode).toBe(429);
});

test('a payment agent is limited by name from any address, separately from other agents', async () => {
  const { check, limited } = await opened({ agents: OPEN });
  for (let call = 0; call < MOST; call += 1) {
    expect(told((await check(`79.142.${16 + (call % 4)}.1`)).xml, 'result')).toBe('0');
  }
  expect(told((await check('79.142.20.1')).xml, 'result')).toBe('1');
  const other = await callGate(limited, { action: 'check', account: '200001i' }, { gate: 'sberbank' });
  expect(told(other.xml, 'CODE')).toBe('0');
});

test('accepts a batch of payments to one account, five at once', async () => {
  const { limited, client, portal } = await opened({ burst: 50 });
  const pay = (number: number) =>
    callGate(limited, { command: 'pay', txn_id: String(number), account: '200001i', sum: '10.00', txn_date: DATE });
  const letGo = await holdAccounts(portal, client.contractId);
  const batch = Array.from({ length: 100 }, (_, index) => pay(index + 1));
  await expect.poll(() => lockWaits(portal), { timeout: 8000 }).toBe(5);
  await letGo();
  const paid = await Promise.all(batch);
  expect(new Set(paid.map(({ xml }) => told(xml, 'result')))).toEqual(new Set(['0']));
  expect(await balanceOf(portal.world, client.accountId)).toBe(1000_00);
});

const DATE = '20261120140500';

test('an acquirer that notifies too often gets 429', async () => {
  const { app } = await opened();
  const notify = () => app.inject({ method: 'POST', url: '/gateway/sandbox', payload: 'nothing' });
  for (let call = 0; call < MOST; call += 1) expect((await notify()).statusCode).toBe(403);
  const refused = await notify();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
});

test('a bank is asked to repeat while a commit waits, and its notification is kept once', async () => {
  const { limited, portal } = await opened({ deadline: 300 });
  // As the commit of a primary that waits for its standby.
  await portal.pool.query(`
    create function wait_at_commit() returns trigger language plpgsql as 'begin perform pg_sleep(1); return null; end';
    create constraint trigger waits_at_commit after insert on payment_notification deferrable initially deferred
      for each row execute function wait_at_commit()`);
  const operationId = randomUUID();
  const notify = () => tell(limited, { qrId: 'AD1000670', amount: 100_00, operationId });
  expect(await notify()).toBe(503);
  await expect.poll(notify).toBe(200);
  const { rowCount } = await portal.pool.query('select from payment_notification');
  expect(rowCount).toBe(1);
});
