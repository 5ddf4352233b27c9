import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, askAs, staffPerson, type StaffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let anna: StaffPerson;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  anna = await staffPerson(server, 'anna', 'accountant', 'Анна Седова');
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const row = { day: '2026-11-19', amount: '1240,00', payer: 'САМОЙЛОВА ЕЛЕНА' };

test('whose a transfer is: the guess with its reasons, or anybody found by search; two acts', async () => {
  const rows = [
    { ...row, line: 1, document: '774120', purpose: 'за интернет самойлов' },
    { ...row, line: 2, document: '774121', payer: 'ПАО Банк', purpose: 'оплата услуг' },
  ];
  expect(await askAs(server, anna, 'transfers/import', { rows })).toMatchObject({ unknown: 2 });

  const { page, faults } = await visit(browser, { pass: anna.pass });
  await page.goto(`${server.url}/staff/`);
  const acts = new Acts(page);
  await acts.click('link', /Переводы, чей счёт не удалось понять/);
  await page.getByRole('heading', { level: 1, name: /^Ждут человека/ }).waitFor();
  const guess = page.getByRole('radio', { name: /Самойлов/ });
  await guess.waitFor();
  expect(await guess.isChecked()).toBe(true);
  await page.getByText(/станет/).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `inbox, ${width} px`).toEqual([]);
  await acts.click('button', /^Зачислить 1.240/);
  expect(acts.count).toBe(2);
  await page.getByText('Зачислили').first().waitFor();

  await page.getByText('Ни имя, ни назначение ни на кого не похожи.').waitFor();
  await page.getByLabel('Найти договор').fill('100001');
  await page.getByRole('button', { name: /Интернет 1040217/ }).click();
  await page.getByText(/счёт 1040217: станет/).waitFor();
  await page.getByRole('button', { name: /^Зачислить/ }).click();
  await page.getByText(/Переводы, чей счёт/).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
