import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, tokenOf, unfold, visit } from '../harness/browser.ts';
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

const back = (page: Page) => page.evaluate(() => window.history.back());

test('a decision is open again after a reload and after paying, asks before it loses what was typed, and Forward repeats nothing', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const client = new Client(server.url, tokenOf(pass));
  const [service] = await client.ask(contract.user.list, { query: { user_type: 'internet' } });
  const address = `${server.url}/lk/internet/${service?.user_id}`;
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await page.goto(address);
  await settled(page);
  await unfold(page, 'Приостановить');
  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  const dialog = page.getByRole('dialog', { name: /^Приостановить/ });
  await dialog.getByText('Останется на счёте').waitFor();
  await page.waitForURL(/\?pause=/);
  await page.reload();
  await dialog.getByText('Останется на счёте').waitFor();

  await dialog.getByLabel('Когда вернуть', { exact: true }).fill('31.12.2099');
  await back(page);
  const question = page.getByRole('dialog', { name: /^Закрыть без/ });
  await question.getByRole('button', { name: 'Вернуться' }).click();
  expect(await dialog.getByLabel('Когда вернуть', { exact: true }).inputValue()).toBe('31.12.2099');
  // The question takes its entry out of the history; a step meanwhile would be one with that.
  await page.waitForFunction(() => (window.history.state as { dialog?: number }).dialog === 1);
  await back(page);
  await question.getByRole('button', { name: 'Закрыть', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  await dialog.getByRole('button', { name: /^Приостановить/ }).click();
  await page.getByRole('button', { name: 'Возобновить' }).waitFor();
  await page.evaluate(() => window.history.forward());
  await page.waitForTimeout(300);
  await expect.poll(async () => [await page.getByRole('dialog').count(), page.url()]).toEqual([0, address]);
  await back(page);
  await page.waitForURL(`${server.url}/lk/`);
  expect(faults).toEqual([]);
  await context.close();
});

test('a preview that fails is told as a failure with «Повторить», not as a prohibition', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const client = new Client(server.url, tokenOf(pass));
  const [service] = await client.ask(contract.user.list, { query: { user_type: 'tv' } });
  const { page, context } = await visit(browser, { width: 360, pass });
  const broken = { status: 500, json: { status: 500, code: 'unexpected', message: 'Сломалось у нас' } };
  await context.route('**/suspension/preview', (route) => route.fulfill(broken));
  await page.goto(`${server.url}/lk/tv/${service?.user_id}`);
  await settled(page);
  await unfold(page, 'Приостановить');
  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Не удалось посчитать').waitFor();
  expect(await dialog.getByText('Сейчас нельзя').count()).toBe(0);
  await context.unroute('**/suspension/preview');
  await dialog.getByRole('button', { name: 'Повторить' }).click();
  await dialog.getByText('Останется на счёте').waitFor();
  await context.close();
});
