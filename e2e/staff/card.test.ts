import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, settled, textOf, violationsAt, visit, EXTREMES, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  ({ pass } = await staffPerson(server, 'olga', 'support', 'Ольга Смирнова'));
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('how much and until when, and why the internet is off: found in two acts, no card opened', async () => {
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/`);
  await settled(page);
  // All keys, by a question mark.
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('dialog', { name: 'Клавиши' }).getByText('Взять следующую').waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `keys, ${width} px`).toEqual([]);
  await page.keyboard.press('Escape');
  const acts = new Acts(page);
  await acts.press('Control+k');
  await acts.type('самойлов рев');
  const preview = page.getByRole('complementary', { name: /Самойлов/ });
  await preview.getByText(/не хватает 628,50/).waitFor();
  // Whoever stays sees the cause, too.
  await preview.getByText('Отключено за долг').waitFor();
  expect(acts.count).toBe(2);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  expect(faults).toEqual([]);
});

test('the card tells the chain up to the broken link, and the timeline what happened', async () => {
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/?q=100002`);
  const acts = new Acts(page);
  await page.getByRole('option', { name: /Самойлов/ }).waitFor();
  await acts.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Самойлов/ }).waitFor();
  await settled(page);
  expect(await textOf(page, 'main')).toContain('Деньги : здесь причина отключено за долг, на счёте −628,50 ₽');
  expect(await textOf(page, 'main')).toContain('Дом : не проверено ждёт');
  expect(acts.count).toBe(1);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);

  const timeline = page.getByRole('region', { name: 'Лента' });
  await timeline.getByText('Интернет и ТВ отключены за долг').waitFor();
  await timeline.getByRole('button', { name: 'Деньги' }).click();
  await timeline.getByText('Интернет «Волга 100»').first().waitFor();
  await expect.poll(() => timeline.getByText('Интернет и ТВ отключены за долг').count()).toBe(0);
  // Her own look is there as the client will read it.
  await timeline.getByRole('button', { name: 'Взгляды' }).click();
  await timeline.getByText('Смотрели: карточка договора').first().waitFor();
  expect(faults).toEqual([]);
});
