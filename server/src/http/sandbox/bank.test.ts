import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { builtInOutside } from '#server/integrations/outside.ts';
import type { BankAction } from '#server/integrations/acquirer/port.ts';
import { addClient, balanceOf } from '../../../test/portal/client.ts';
import { PUBLIC_URL, SANDBOX_SECRET, testPortal } from '../../../test/portal/portal.ts';
import { runDueJobs } from '../../worker.ts';

const WHO = 200_001;

async function opened() {
  const portal = await testPortal({ template: 'empty' });
  const { accountId } = await addClient(portal.world);
  const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '1234,50' } }, WHO);
  const url = new URL(body.payload).pathname;
  const read = async () => (await portal.inject({ method: 'GET', url })).body.replaceAll(/\u00a0|&nbsp;/g, ' ');
  const press = (action: BankAction, headers: Record<string, string> = { origin: PUBLIC_URL }) =>
    portal.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: `action=${action}`,
    });
  return { portal, accountId, url, read, press };
}

test('the page shows the payment and its recipient, and says that the money is not real', async () => {
  const { portal, read, url } = await opened();
  const page = await read();
  for (const text of ['1 234,50 ₽', 'Волга Телеком', 'Договор 200001, счёт «Интернет»', 'Это не настоящий банк']) {
    expect(page).toContain(text);
  }
  expect(page).toContain('20 ноября, 14:20');
  expect(page).not.toMatch(/<script|style=|<style|\son\w+=/);
  const { headers } = await portal.inject({ method: 'GET', url });
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  expect(headers['content-security-policy']).toContain("form-action 'self'");
  const style = await portal.inject({ method: 'GET', url: '/sandbox/bank.css' });
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
});

test.each([
  ['pay', 'Оплачено. Баланс обновится'],
  ['pay_twice', 'Оплачено дважды'],
  ['decline', 'Банк отказал'],
  ['expire', 'Время кода вышло'],
] as const)('«%s» is carried out and shown, and cannot be repeated', async (action, said) => {
  const { portal, press, read } = await opened();
  const reply = await press(action);
  expect(reply.statusCode).toBe(303);
  expect(await read()).toContain(said);
  await press(action);
  const { rowCount } = await portal.pool.query('select 1 from sandbox_bank.operation');
  expect(rowCount).toBe(action === 'pay_twice' ? 2 : 1);
});

test('after the QR expires only a late payment is possible', async () => {
  const { portal, press, read } = await opened();
  portal.clock.advance(15 * 60_000);
  expect(await read()).toContain('Оплатить с опозданием');
  await press('pay');
  expect(await read()).toContain('Время кода вышло');
  await press('pay_late');
  expect(await read()).toContain('Оплачено');
});

test('a foreign page cannot press the buttons', async () => {
  const { press, read } = await opened();
  const replies = await Promise.all([
    press('pay', { origin: 'https://evil.example' }),
    press('pay', { origin: 'null', 'sec-fetch-site': 'cross-site' }),
    press('pay', {}),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect(await read()).toContain('Оплатить 1 234,50 ₽');
});

test('an unknown QR gets a 404 page with an explanation', async () => {
  const { portal } = await opened();
  const reply = await portal.inject({ method: 'GET', url: '/sandbox/bank/AD00' });
  expect([reply.statusCode, reply.body.includes('Такого кода нет')]).toEqual([404, true]);
});

test('paid twice at the bank, four signed notifications over HTTP, some lost: the money is credited once', async () => {
  const { portal, press, accountId } = await opened();
  const statuses: number[] = [];
  // A proxy before the portal that loses the first notification.
  const line = createServer((request, response) => {
    void (async () => {
      const chunks = await request.toArray();
      if (statuses.push(0) === 1) return response.writeHead(502).end();
      const reply = await portal.inject({
        method: 'POST',
        url: request.url ?? '',
        headers: request.headers,
        payload: Buffer.concat(chunks as Buffer[]),
      });
      statuses[statuses.length - 1] = reply.statusCode;
      return response.writeHead(reply.statusCode).end(reply.body);
    })();
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  onTestFinished(() => void line.close());
  const publicUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  const { db } = portal.world;
  const world = {
    ...portal.world,
    outside: builtInOutside({
      isDemo: true,
      db,
      publicUrl,
      secret: SANDBOX_SECRET,
      serviceKey: '5e'.repeat(32),
      mailFolder: '/nowhere',
    }),
  };
  await press('pay_twice');
  await runDueJobs(world);
  expect(statuses).toHaveLength(4);
  expect(await balanceOf(world, accountId)).toBe(1234_50);
  const { rows } = await portal.pool.query('select outcome from payment_notification order by outcome');
  expect(rows).toEqual([{ outcome: 'credited' }, { outcome: 'surplus' }]);
  // The lost notification is retried later.
  const { rows: again } = await portal.pool.query(
    `select attempts from graphile_worker.jobs where task_identifier = 'notify_of_sandbox_payment'`,
  );
  expect(again).toEqual([{ attempts: 1 }]);
  expect(await db.read(verifyLedger)).toEqual([]);
});
