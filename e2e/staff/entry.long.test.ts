import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, settled, textOf, violationsAt, visit, EXTREMES } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { appCode, invited, STAFF_PASSWORD, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('until there is a person of the staff, there is no such page', async () => {
  expect((await fetch(`${server.url}/staff/`)).status).toBe(404);
});

test('an invitation leads to a password, an app and spare codes, once', async () => {
  const code = await invited(server, 'olga', 'support', 'Ольга Смирнова');
  const { page, faults, requests } = await visit(browser);
  await page.goto(`${server.url}/staff/invitation#${code}`);
  await settled(page);
  expect(page.url()).not.toContain(code);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const key = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await textOf(page))?.[0] ?? '';
  await page.getByLabel('Пароль', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByLabel(/^Код, который/).fill(appCode(key));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Сохраните запасные коды/ }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const [spare = ''] = await page.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'Открыть рабочее место' }).click();
  await page.getByRole('heading', { level: 1, name: /Ольга/ }).waitFor();
  // Nothing of a subscriber's pages was loaded, but the icon.
  expect(requests.filter((one) => one.includes('/lk/') && !one.endsWith('icon.svg'))).toEqual([]);

  await page.getByRole('button', { name: /^Ольга Смирнова/ }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await page.getByLabel('Логин').fill('olga');
  await page.getByLabel('Пароль', { exact: true }).fill('wrong but long enough');
  await page.getByLabel('Код', { exact: true }).fill(spare);
  await page.keyboard.press('Enter');
  await page.getByText(/Логин или пароль не подошли/).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByLabel('Пароль', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Ольга/ }).waitFor();
  expect(faults.filter((fault) => !fault.startsWith('401 '))).toEqual([]);

  await page.goto(`${server.url}/staff/invitation#${code}`);
  await page.getByText(/Приглашение использовано или устарело/).waitFor();
});

test('a session that ends in the middle of work asks to sign in, and nothing typed is lost', async () => {
  const { pass, key } = await staffPerson(server, 'nina', 'support,cashier', 'Нина Котова');
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await page.getByRole('heading', { level: 1, name: /Кузнецова/ }).waitFor();
  await page.getByRole('textbox', { name: 'С этого дня и раньше' }).fill('01.11.2026');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Деньги' }).click();
  await page.getByText(/Сеанс закончился/).waitFor();
  await page.getByLabel('Пароль', { exact: true }).fill(STAFF_PASSWORD);
  // The code of this half of a minute has been used.
  await page.getByLabel('Код', { exact: true }).fill(appCode(key, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Кузнецова/ }).waitFor();
  expect(await page.getByRole('textbox', { name: 'С этого дня и раньше' }).inputValue()).toBe('01.11.2026');
  expect(await page.getByRole('button', { name: 'Деньги' }).getAttribute('aria-pressed')).toBe('true');
});
