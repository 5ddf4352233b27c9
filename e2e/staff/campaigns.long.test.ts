import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  ({ pass } = await staffPerson(server, 'anna', 'accountant', 'Анна Седова'));
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a message to many: who gets it is told first, then it is sent once to each', async () => {
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/campaigns`);
  await page.getByText('Рассылок ещё не было').waitFor();
  await page.getByLabel('Заголовок').waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `form, ${width} px`).toEqual([]);

  const acts = new Acts(page);
  await acts.fill('Заголовок', 'Работы на линии');
  await acts.fill('Текст, как его прочитает абонент', 'В ночь на пятницу на час пропадёт интернет.');
  await acts.click('button', 'Только в кабинет');
  await acts.click('button', /^Кто получит/);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('В кабинет', { exact: true }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `preview, ${width} px`).toEqual([]);
  await acts.click('button', /^Отправить: /);
  expect(acts.count).toBe(5);
  await page.getByText('Отправлена').first().waitFor();
  await page.getByRole('heading', { level: 1, name: /^Последнюю рассылку получили/ }).waitFor();
  expect(faults).toEqual([]);
});
