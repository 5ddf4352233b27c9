import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, overflow, passOf, settled, textOf, tokenOf, violations, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('opens the calendar from a service and cancels a change of plan and the start of a program, by keyboard', async () => {
  const pass = await passOf(browser, server.url, 100004);
  const client = new Client(server.url, tokenOf(pass));
  const planned = async () => {
    const { entries } = await client.ask(contract.calendar.get, {});
    return entries.filter(({ undo }) => undo !== null).map(({ kind }) => kind);
  };
  expect(await planned()).toEqual(['plan', 'program']);
  const [service] = await client.ask(contract.user.list, {});
  const { page, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/internet/${service?.user_id ?? ''}`);
  await settled(page);
  await page.getByRole('link', { name: 'Что впереди' }).click();
  await page.waitForURL('**/payment/i#ahead');

  const list = page.getByRole('list', { name: 'Запланировано по дням' });
  await list.waitFor();
  expect(await textOf(page)).toContain('Новый тариф «Волга 300»');
  // The header covers a part of whatever is under it just now. A key, as a client's: after a script's scrolling the anchor comes back into view.
  const top = async (): Promise<number> => {
    await page.keyboard.press('Home');
    return page.evaluate(() => window.scrollY);
  };
  await expect.poll(top, { timeout: 30_000 }).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await list.getByRole('button', { name: /^Отменить переход/ }).press('Enter');
  await page.getByText('Смена тарифа отменена').waitFor();
  await list.getByRole('heading', { name: /Новый тариф/ }).waitFor({ state: 'detached' });
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await planned()).toEqual(['program']);

  await list.getByRole('button', { name: /^Не включать/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Не включать/ });
  await dialog.getByText('Останется на счёте').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Не включать' }).press('Enter');
  await list.getByRole('heading', { name: /^Включится «Антивирус/ }).waitFor({ state: 'detached' });
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await planned()).toEqual([]);
  expect(faults).toEqual([]);
});

async function inView(page: Page): Promise<void> {
  const { y } = (await page.getByRole('heading', { name: 'Что впереди' }).boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(200);
}

test('the anchor of the calendar stays in view when what is above it loads late', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { width: 360, pass });
  await context.route(/promised-payment|autopayment|expected-price|sbp/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto(`${server.url}/lk/payment/i#ahead`);
  await settled(page);
  await page.waitForTimeout(500);
  await inView(page);
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await page.getByRole('link', { name: 'Что впереди' }).first().click();
  await page.waitForURL('**/payment/i#ahead');
  await settled(page);
  await page.waitForTimeout(500);
  await inView(page);
});
