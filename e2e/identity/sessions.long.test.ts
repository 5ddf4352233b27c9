import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import {
  openBrowser,
  passOf,
  saved,
  settled,
  sizeOf,
  tokenOf,
  violationsAt,
  visit,
  EXTREMES,
  type Pass,
} from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
let pass: Pass;
/** The first internet service. */
let internet: number;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
  const users = await new Client(server.url, tokenOf(pass)).ask(contract.user.list, {});
  internet = users.find(({ user_type }) => user_type === 'isg')?.user_id ?? 0;
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** Opens the months of the first internet service. */
async function toMonths(page: Page): Promise<void> {
  await page.goto(`${server.url}/lk/internet/${internet}/isg`);
  await settled(page);
}

/** Counts the roles in the table of sessions, by the browser's accessibility tree. */
async function tableRoles(page: Page): Promise<Record<string, number>> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
  const count = (wanted: string) => roles.filter((role) => role === wanted).length;
  return Object.fromEntries(['table', 'columnheader', 'row', 'rowheader', 'cell'].map((role) => [role, count(role)]));
}

test('ends a live session; filters a month by a day and saves it as CSV; a table for screen readers, without a fault at any width', async () => {
  const { page, context, faults } = await visit(browser, { pass });
  await toMonths(page);
  for (const width of EXTREMES) expect.soft(await violationsAt(page, width), `months at ${width} px`).toEqual([]);
  const live = page.getByRole('region', { name: 'Сейчас в сети' });
  await live.getByRole('button', { name: 'Завершить сеанс' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить сеанс' }).click();
  await live.waitFor({ state: 'detached' });

  await page.getByRole('region', { name: 'По месяцам' }).getByRole('link').first().click();
  await page.waitForURL(/\/isg\/\d{4}-\d{2}$/);
  for (const width of EXTREMES) {
    await page.setViewportSize(sizeOf(width));
    await settled(page);
    const { rowheader: sessions = 0, ...others } = await tableRoles(page);
    expect(sessions).toBeGreaterThan(1);
    expect(others).toEqual({ table: 1, columnheader: 4, row: sessions + 1, cell: sessions * 3 });
    expect.soft(await violationsAt(page, width), `month at ${width} px`).toEqual([]);
  }
  await page.getByLabel('День').selectOption({ index: 1 });
  await page.getByRole('slider', { name: /^Трафик по часам/ }).waitFor();
  const file = await saved(context, () => page.getByRole('button', { name: 'Скачать таблицу' }).click());
  expect(file.suggestedFilename()).toMatch(/^Сеансы \d+ \d{4}-\d{2}\.csv$/);
  expect(faults).toEqual([]);
  await context.close();
});
