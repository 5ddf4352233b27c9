import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  ({ pass } = await staffPerson(server, 'vera', 'accountant', 'Вера Зимина'));
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('debtors stand by the age of their debt, and are reminded after a preview, once a day', async () => {
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/debtors`);
  await page.getByRole('heading', { level: 1, name: /должн|должен/ }).waitFor();
  await settled(page);
  expect(await textOf(page, 'main')).toContain('Самойлов Олег Викторович');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `list, ${width} px`).toEqual([]);

  const acts = new Acts(page);
  await page.getByRole('checkbox', { name: 'Отметить: Самойлов Олег Викторович' }).check();
  acts.count += 1;
  await acts.click('button', /^Напомнить: 1/);
  const dialog = page.getByRole('dialog', { name: /^Напомнить/ });
  await dialog.getByText('В кабинет').waitFor();
  expect(await textOf(page, 'dialog[open]')).toContain('Услуги отключены за долг');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `preview, ${width} px`).toEqual([]);
  await dialog.getByRole('button', { name: 'Напомнить: 1 договор' }).click();
  acts.count += 1;
  await page
    .getByText(/напомнили/)
    .first()
    .waitFor();
  expect(acts.count).toBe(3);

  await page.getByRole('checkbox', { name: 'Отметить: Самойлов Олег Викторович' }).check();
  await page.getByRole('button', { name: /^Напомнить: 1/ }).click();
  await dialog.getByText(/сегодня уже напомнили/).waitFor();
  expect(await dialog.getByRole('button', { name: /^Напомнить/ }).getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('button', { name: 'Не напоминать' }).click();

  // A band without anybody says so.
  await page.getByLabel('Долг от').fill('9000000');
  await page.getByText('Здесь никого нет').waitFor();
  expect(faults).toEqual([]);
});
