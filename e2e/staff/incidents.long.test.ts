import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let igor: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  igor = (await staffPerson(server, 'igor', 'engineer', 'Игорь Власов')).pass;
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const CAUSE = 'Повреждён кабель на Юбилейной';

test('an incident is published in six acts: places, whom it hits, what they read', async () => {
  const { page, faults } = await visit(browser, { pass: igor });
  await page.goto(`${server.url}/staff/incidents/new`);
  await page.getByRole('heading', { level: 1, name: 'Новая авария' }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const acts = new Acts(page);
  acts.count += 2;
  await page.getByLabel('Город', { exact: true }).selectOption('Тольятти');
  await page.getByLabel('Улица', { exact: true }).selectOption('Юбилейная');
  await acts.click('button', /^31: /);
  await acts.fill('Что случилось, увидит абонент', CAUSE);
  const send = page.getByRole('button', { name: /^Сообщить \d+ договор/ });
  await send.waitFor();
  await page.getByText(/Так это прочитают/).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await acts.click('button', /^Сообщить \d+ договор/);
  await page.getByRole('heading', { level: 1, name: CAUSE }).waitFor();
  expect(acts.count).toBeLessThanOrEqual(6);
  expect((await server.operator('incidents', 'list')).output).toContain(CAUSE);
  expect(faults).toEqual([]);
});

test('its end is planned, and it ends in three acts after the sum that comes back was shown', async () => {
  const { page, faults } = await visit(browser, { pass: igor });
  await page.goto(`${server.url}/staff/incidents`);
  await page.getByText(CAUSE).click();
  await page.getByRole('heading', { level: 1, name: CAUSE }).waitFor();
  await page.getByRole('button', { name: 'Назвать срок' }).click();
  await page.getByLabel('Починим до').fill('2099-12-31T17:00');
  await page.getByRole('button', { name: 'Назвать срок' }).last().click();
  await page.getByText('Срок назвали').waitFor();
  await page.getByText(/Починим 31 декабря 2099/).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const acts = new Acts(page);
  await acts.click('button', 'Починили');
  await page.getByRole('dialog').getByText('Вернём').waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await acts.click('button', /^Закрыть (?:аварию|и вернуть)/);
  await page.getByText('Авария закрыта').waitFor();
  expect(acts.count).toBeLessThanOrEqual(3);
  expect(faults).toEqual([]);
});
