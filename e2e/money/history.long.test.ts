import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import {
  moneyText,
  openBrowser,
  overflow,
  passOf,
  settled,
  shifted,
  sizeOf,
  textOf,
  tokenOf,
  violationsInThemes,
  visit,
  EXTREMES,
  type Pass,
  type Visit,
} from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
let pass: Pass;
let client: Client;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
  client = new Client(server.url, tokenOf(pass));
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const MOST_SHIFT = 0.02;

const enter = async (path = 'i', width = 1440): Promise<Visit> => {
  const visited = await visit(browser, { width, pass });
  await visited.page.goto(`${server.url}/lk/payments-history/${path}`);
  await settled(visited.page);
  return visited;
};

/** The row of the last complete month: all its lines are known. */
const lastMonth = async (): Promise<{ period: string; name: string }> => {
  const { items } = await client.ask(contract.internetAccount.statTotal, { query: { limit: 2 } });
  const period = items[1]!.period;
  const name = new Intl.DateTimeFormat('ru', { month: 'long', timeZone: 'UTC' }).format(Date.parse(`${period}-01`));
  return { period, name: name.charAt(0).toUpperCase() + name.slice(1) };
};

const openMonth = async (page: Page): Promise<void> => {
  const { name } = await lastMonth();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('region', { name: 'Операции' }).waitFor();
  await settled(page);
};

interface Opened {
  readonly file: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The document that a press opens in a new tab, whether the browser shows it or saves it. */
async function opened({ context, page }: Visit, press: () => Promise<void>): Promise<Opened> {
  const { promise, resolve } = Promise.withResolvers<Opened>();
  await context.route('**/lk/document', async (route) => {
    const response = await route.fetch();
    resolve({ file: await response.body(), headers: response.headers() });
    // The tab does not navigate: the browser's PDF viewer is not under test.
    await route.fulfill({ status: 204 });
  });
  const [tab] = await Promise.all([context.waitForEvent('page'), press()]);
  const document = await promise;
  for (const one of [tab, page]) expect(one.url()).not.toContain('access-token');
  await tab.close();
  await context.unroute('**/lk/document');
  return document;
}

const nameOf = ({ headers }: Opened): string => decodeURIComponent(headers['content-disposition'] ?? '');

test('opens a month, filters it, and shows the explanation of a line; searches, and keeps the query in the address', async () => {
  const visited = await enter();
  const { page } = visited;
  const { period } = await lastMonth();
  await openMonth(page);
  expect(page.url()).toContain(`month=${period}`);
  const { items } = await client.ask(contract.internetAccount.statMovements, { query: { period, limit: 100 } });
  const lines = page.getByRole('region', { name: 'Операции' });
  expect(await lines.getByRole('listitem').count()).toBe(items.length);
  const { services } = await client.ask(contract.internetAccount.statServices, { query: { period } });
  const spent = (await page.getByRole('region', { name: 'На что ушло' }).innerText()).replace(/\s+/g, ' ');
  for (const { name, amount } of services.slice(0, 5)) {
    expect(spent).toContain(name);
    expect(spent).toContain(moneyText(amount));
  }

  await page.getByRole('button', { name: 'Списания' }).click();
  await settled(page);
  const charges = items.filter(({ amount }) => amount.startsWith('-'));
  await expect.poll(() => lines.getByRole('listitem').count()).toBe(charges.length);
  await page.reload();
  await settled(page);
  await expect.poll(() => lines.getByRole('listitem').count()).toBe(charges.length);

  await lines.getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const said = (await dialog.innerText()).replace(/\s+/g, ' ');
  expect(said).toContain(moneyText(charges[0]!.amount));
  expect(said).toContain(String(charges[0]!.entry_id));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.getByLabel('Найти операцию').fill('домашний');
  const found = page.getByRole('region', { name: 'Найденное' });
  await found.getByRole('listitem').first().waitFor();
  await settled(page);
  expect(decodeURIComponent(page.url())).toContain('q=домашний');
  const texts = await found.getByRole('listitem').allInnerTexts();
  expect(texts.every((text) => text.includes('Домашний'))).toBe(true);
  await page.getByLabel('Найти операцию').fill('такого не было');
  await page.getByText('Ничего не нашли').waitFor();
  expect(visited.faults).toEqual([]);
  await visited.context.close();
});

test('opens a receipt and a statement in both formats by links that leave no trace', async () => {
  const visited = await enter('i?show=in');
  const { page } = visited;
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  const receipt = await opened(visited, () => page.getByRole('button', { name: 'Квитанция, PDF' }).click());
  expect(receipt.file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(nameOf(receipt)).toMatch(/^inline;.*Квитанция .*\.pdf$/);
  await page.getByRole('button', { name: 'Закрыть' }).click();

  const ask = async (form: 'PDF' | 'CSV') => {
    await page.getByRole('button', { name: 'Выписка' }).click();
    await page.getByRole('button', { name: '3 месяца' }).click();
    await page.getByRole('radio', { name: form }).check();
    const got = await opened(visited, () => page.getByRole('button', { name: `Получить ${form}` }).click());
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    return got;
  };
  const sheet = await ask('PDF');
  expect(sheet.file.subarray(0, 5).toString()).toBe('%PDF-');
  const table = await ask('CSV');
  expect(nameOf(table)).toMatch(/^attachment;.*Выписка Интернет .*\.csv$/);
  expect([...table.file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const balance = (await client.balance()).replace('.', ',');
  expect(table.file.toString('utf8').trimEnd().split(';').at(-1)).toBe(balance);

  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(kept).not.toContain('access-token');
  await visited.context.close();
});

test.each(EXTREMES)('has no layout shift and no fault at %i px, in both themes, open and closed', async (width) => {
  const visited = await enter('i', width);
  const { page } = visited;
  expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
  await openMonth(page);
  expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
  expect.soft(await violationsInThemes(page)).toEqual([]);
  expect.soft(await overflow(page)).toBe(0);
  expect(await textOf(page, 'main')).toContain('На что ушло');
  expect(visited.faults).toEqual([]);
  await visited.context.close();
});

test('reserves the final height for a month that loads slowly', async () => {
  const visited = await visit(browser, { width: 360, pass: await passOf(browser, server.url, 100002) });
  const { page } = visited;
  await page.goto(`${server.url}/lk/payments-history/i`);
  await settled(page);
  const { name } = await lastMonth();
  const month = page.getByRole('button', { name: new RegExp(`^${name}`) });
  await month.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  // Later than the time in which browsers excuse a shift after a press.
  await page.route('**/api/v2/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    await route.continue();
  });
  await month.click();
  await page.getByRole('region', { name: 'На что ушло' }).getByText('Интернет').waitFor();
  await settled(page);
  expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
  await visited.context.close();
});

test('fits the figures of a company at every width', async () => {
  const { page, context } = await visit(browser, { pass: await passOf(browser, server.url, 100005) });
  await page.goto(`${server.url}/lk/payments-history/i`);
  for (const width of EXTREMES) {
    await page.setViewportSize(sizeOf(width));
    await settled(page);
    expect.soft(await overflow(page), `${width} px`).toBe(0);
  }
  await context.close();
});
