import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { sound } from '../harness/looks.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let owner: Pass;
let engineer: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  ({ pass: owner } = await staffPerson(server, 'vera', 'owner', 'Вера Зимина'));
  ({ pass: engineer } = await staffPerson(server, 'igor', 'engineer', 'Игорь Белов'));
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('an owner sees first how the month goes, and opens what a figure sums up', async () => {
  const { page, faults } = await visit(browser, { pass: owner });
  await page.goto(`${server.url}/staff/`);
  const heading = page.getByRole('heading', { level: 1, name: /Ноябрь|Декабрь|начислили/ });
  await heading.waitFor();
  await settled(page);
  expect(await textOf(page, 'main')).toContain('Пришло денег');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `day, ${width} px`).toEqual([]);

  const acts = new Acts(page);
  await page.getByRole('main').getByRole('link', { name: 'Отчёты' }).click();
  acts.count += 1;
  await page.getByRole('link', { name: /Выручка: все строки/ }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `overview, ${width} px`).toEqual([]);
  await acts.click('link', /Услуги и тарифы: все строки/);
  const row = page.getByRole('button', { name: /Офис 100/ });
  await row.click();
  acts.count += 1;
  await page
    .getByRole('link', { name: /договор 100005/ })
    .first()
    .waitFor();
  expect(acts.count).toBe(3);
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `report, ${width} px`).toEqual([]);

  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать таблицу' }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/^services-.*\.csv$/);

  await page.getByLabel('Месяц').selectOption({ index: 2 });
  await page.waitForURL(/\/staff\/reports\/services\?month=\d{4}-\d\d$/);
  expect(faults).toEqual([]);
});

test('a failure of all reports is told once, and one press brings them all', async () => {
  const { page } = await visit(browser, { pass: owner });
  const reports = '**/api/staff/v1/reports/**';
  await page.route(reports, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${server.url}/staff/reports`);
  await page.getByText('Отчёты не загрузились').waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
  await sound(page, 'reports-failed');
  await page.unroute(reports);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('link', { name: /Выручка: все строки/ }).waitFor();
  expect(await page.getByText('Отчёты не загрузились').count()).toBe(0);
});

test('a day that does not load tells its cause once, and one press brings it', async () => {
  const { page } = await visit(browser, { pass: engineer });
  const calls = /\/api\/staff\/v1\/(?!me(?:\?|$))/;
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${server.url}/staff/`);
  const again = page.getByRole('button', { name: 'Повторить всё' });
  await again.waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
  await page.unroute(calls);
  await again.click();
  await page.getByText('Вся очередь').waitFor();
  await expect.poll(() => again.count()).toBe(0);
});

test('an engineer sees contracts come and go, and no money', async () => {
  const { page } = await visit(browser, { pass: engineer });
  await page.goto(`${server.url}/staff/reports`);
  await page.getByRole('link', { name: /Договоры: все строки/ }).click();
  await page.getByRole('table', { name: 'По месяцам' }).waitFor();
  await page.goto(`${server.url}/staff/reports/revenue`);
  await page.getByText('Вашей роли этот отчёт не открыт').waitFor();
  await page.goto(`${server.url}/staff/reports/income`);
  await page.getByText('Такого отчёта нет').waitFor();
});
