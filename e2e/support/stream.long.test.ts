import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { contract } from '@kabinet/contract';
import { Client, SANDBOX_SECRET, tellOfPayment } from '../harness/api.ts';
import { openBrowser, passOf, settled, textOf, told, tokenOf, visit, withoutStream } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000', SANDBOX_SECRET }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${server.url}/lk${path}`);
  await settled(page);
};

/** Milliseconds. Normally it takes a tenth of a second; the least interval of any polling is longer than this. */
const SOONER_THAN_POLLING = 10_000;

// Polling is far: no payment is awaited, and nothing else asks by itself.
test('cash taken by a cashier is on both screens of the browser at once; without the stream the floor brings a payment', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page: home, context, faults } = await visit(browser, { pass });
  const streams: string[] = [];
  context.on('request', (request) => void (request.url().includes('/event/stream') && streams.push(request.url())));
  const begun = context.waitForEvent('response', (reply) => reply.url().includes('/event/stream'));
  await open(home, '/');
  const history = await context.newPage();
  await open(history, '/payments-history/i');
  await begun;

  const posted = await server.operator('payment', 'post', '1040217', '500', 'ПКО-1', 'Наличные в офисе');
  expect(posted).toMatchObject({ code: 0 });
  const began = performance.now();
  await Promise.all([
    told(home, /Получили 500 ₽/),
    home
      .getByRole('main')
      .getByText(/1\s734/)
      .first()
      .waitFor(),
    history
      .getByRole('banner')
      .getByText(/1\s734/)
      .first()
      .waitFor(),
  ]);
  expect(performance.now() - began).toBeLessThan(SOONER_THAN_POLLING);
  expect(streams).toHaveLength(1);

  await withoutStream({ context });
  await history.close();
  await home.goto(`${server.url}/lk/payment/i/300`);
  await home.getByRole('img', { name: /^QR-код для оплаты/ }).waitFor();
  const { qr_id: code } = await new Client(server.url, tokenOf(pass)).ask(contract.payment.sbp, {
    query: { p: 'i', amount: '300.00' },
  } as never);
  expect(await tellOfPayment(server.url, code, '300.00')).toBe(200);
  await told(home, /Деньги пришли: \+300/);
  expect(await textOf(home, 'header')).toContain('2 034,50 ₽');
  expect(faults.filter((fault) => !fault.includes('/event/stream'))).toEqual([]);
  await context.close();
});
