import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client, eventually, SANDBOX_SECRET, tellOfPayment } from '../harness/api.ts';
import { Server } from '../harness/server.ts';

const SETTINGS = { SANDBOX_SECRET };
let server: Server;

beforeAll(async () => {
  server = await Server.startApart({ ...SETTINGS, KABINET_WORKER: 'off' });
});
afterAll(() => server.remove());

const order = async (client: Client, amount: string) =>
  client.ask(contract.payment.sbp, { query: { p: 'i', amount } } as never);

const roubles = (text: string) => Number(text) * 100;

test('credits a payment once when killed between the notification and the credit', async () => {
  const client = await new Client(server.url).signIn(100003);
  const before = roubles(await client.balance());
  const { qr_id, amount } = await order(client, '321.45');
  const operation = randomUUID();
  expect(await tellOfPayment(server.url, qr_id, amount, operation)).toBe(200);
  expect(roubles(await client.balance())).toBe(before);

  await server.end('SIGKILL');
  await server.resume(SETTINGS);
  expect(await tellOfPayment(server.url, qr_id, amount, operation)).toBe(200);
  expect(
    await eventually(
      () => client.balance(),
      (balance) => roubles(balance) > before,
    ),
  ).toBe(((before + 32_145) / 100).toFixed(2));
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
});

test('loses and doubles no payment when killed again and again', async () => {
  const client = await new Client(server.url).signIn(100001);
  const before = roubles(await client.balance());
  const sums = ['101.00', '102.00', '103.00'];
  const orders = await Promise.all(sums.map((amount) => order(client, amount)));
  for (const { qr_id, amount } of orders) {
    const operation = randomUUID();
    const told = tellOfPayment(server.url, qr_id, amount, operation);
    await pause(Math.random() * 40);
    await server.end('SIGKILL');
    await told;
    await server.resume(SETTINGS);
    // Like a bank: repeats notifications that were not accepted, and sometimes accepted ones.
    expect(await tellOfPayment(server.url, qr_id, amount, operation)).toBe(200);
  }
  const expected = before + 306_00;
  expect(
    roubles(
      await eventually(
        () => client.balance(),
        (balance) => roubles(balance) >= expected,
      ),
    ),
  ).toBe(expected);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
});
