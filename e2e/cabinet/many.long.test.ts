import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { Client } from '../harness/api.ts';
import {
  moneyText,
  openBrowser,
  overflow,
  passOf,
  settled,
  textOf,
  tokenOf,
  violations,
  visit,
  WIDTHS,
  sizeOf,
  type Pass,
} from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

// The home of a contract of many services: the company of the demo.

const COMPANY = 100_005;
/** The largest height of the page at 360 px. */
const MOST_HEIGHT = 2900;

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, COMPANY);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('before any script a company sees what does not work, its money and its places', async () => {
  const context = await browser.newContext({ storageState: pass, javaScriptEnabled: false });
  const page = await context.newPage();
  await expect.poll(async () => (await page.goto(`${server.url}/lk/`))?.text()).toContain('<main');
  const text = await textOf(page, 'main');
  const parts = [
    'Не работает 1 услуга из 160',
    'Жукова, 59: резервный канал',
    'На двух счетах',
    '29 мест, 160 услуг',
    'Ещё 22',
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  for (const balance of await new Client(server.url, tokenOf(pass)).balances())
    expect(text).toContain(moneyText(balance));
  // The styles of this home are in the page, too: the places stand one under another.
  const rows = page.getByRole('button', { expanded: false, name: /в\s*месяц/ });
  const [one, two] = [(await rows.nth(0).boundingBox())!, (await rows.nth(1).boundingBox())!];
  expect(two.y).toBeGreaterThanOrEqual(one.y + one.height);
  await context.close();
});

test('by keyboard a company opens a place, finds a service among all, and sees the month as its history has it', async () => {
  const { page, context, requests, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MOST_HEIGHT);

  const place = page.getByRole('button', { name: /^Жукова, 59/ });
  await place.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 4, name: /^Резервный канал/ }).waitFor();
  expect(await place.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Enter');

  await page.getByRole('searchbox').focus();
  await page.keyboard.type('гостевой жукова');
  await page.getByRole('status').getByText('Нашлась 1').waitFor();
  await page.getByRole('link', { name: 'Гостевой Wi-Fi, Жукова, 59', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('searchbox').fill('');

  await page.getByRole('button', { name: 'ТВ 4' }).press('Enter');
  await expect.poll(() => page.getByRole('button', { expanded: false, name: /в\s*месяц/ }).count()).toBe(4);
  await page.getByRole('button', { name: 'Все', exact: true }).press('Enter');
  await page.getByRole('button', { name: /^Ещё 27/ }).press('Enter');
  await page.getByRole('button', { name: 'Показать ещё' }).press('Enter');
  await expect.poll(() => page.getByRole('button', { expanded: false, name: /в\s*месяц/ }).count()).toBe(30);
  await page.locator('summary', { hasText: 'Списания и оплаты' }).press('Enter');
  await page
    .getByText(/Интернет\s«Офис\s100»\s×\s28/)
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);

  const client = new Client(server.url, tokenOf(pass));
  const month = page.getByRole('region', {
    name: /^(Январь|Февраль|Март|Апрель|Май|Июнь|Июль|Август|Сентябрь|Октябрь|Ноябрь|Декабрь)/,
  });
  const spent = await client.ask(contract.user.spending, {});
  const totals = await Promise.all([
    client.ask(contract.internetAccount.statTotal, { query: {} }),
    client.ask(contract.telephoneAccount.statTotal, { query: {} }),
  ]);
  const charged = totals.map(({ items }) => items.find(({ period }) => period === spent.period)?.charged ?? '0.00');
  expect(fromWireMoney(spent.charged)).toBe(charged.reduce((sum, one) => sum + fromWireMoney(one), 0));
  expect((await month.innerText()).replaceAll('\u00a0', ' ')).toContain(moneyText(spent.charged));

  for (const width of WIDTHS) {
    await page.setViewportSize(sizeOf(width));
    expect.soft(await overflow(page), `${width} px`).toBe(0);
  }
  expect(requests.filter((request) => /(?:user|telephone-number)\/list/.test(request))).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
