import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson, type StaffPerson, typedDayIn } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let anna: StaffPerson;
let oleg: StaffPerson;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  anna = await staffPerson(server, 'anna', 'accountant', 'Анна Седова');
  oleg = await staffPerson(server, 'oleg', 'support', 'Олег Котов');
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('first line explains a charge as its subscriber reads it, and asks to give it back', async () => {
  const { page, faults } = await visit(browser, { pass: oleg.pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  const acts = new Acts(page);
  await acts.click('button', 'Деньги');
  const charge = page.getByRole('button', { name: /^Интернет «/ }).first();
  await charge.click();
  acts.count += 1;
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Сколько дней').waitFor();
  expect(acts.count).toBe(2);
  const told = await textOf(page, 'dialog[open]');
  for (const part of ['За дни', 'Цена', 'в месяц', 'Номер операции']) expect(told).toContain(part);
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `formula, ${width} px`).toEqual([]);

  await dialog.getByRole('button', { name: 'Вернуть списанное…' }).click();
  await dialog.getByText('Вы можете попросить.').waitFor();
  await dialog.getByLabel('Почему').fill('Три дня без связи');
  await dialog.getByRole('button', { name: 'Попросить второго человека' }).click();
  await page.getByText('Попросили').first().waitFor();
  expect(faults).toEqual([]);
});

test('an accountant gives a charge back after its rehearsal, and charges once; above the threshold somebody agrees', async () => {
  const { page, faults } = await visit(browser, { pass: anna.pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  const acts = new Acts(page);
  await acts.click('button', 'Деньги');
  await page
    .getByRole('button', { name: /^Интернет «/ })
    .first()
    .click();
  acts.count += 1;
  await acts.click('button', 'Вернуть списанное…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Вернём на счёт').waitFor();
  await acts.fill('Почему', 'Линия не работала');
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `correction, ${width} px`).toEqual([]);
  await acts.click('button', 'Вернуть списанное');
  await page.getByText('Вернули на счёт').first().waitFor();
  expect(acts.count).toBe(5);

  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Разовое списание' }).click();
  await dialog.getByLabel('Сколько').fill('1500');
  await dialog.getByLabel('За что').fill('Замена роутера');
  await dialog.getByLabel('Номер документа').fill('А-17');
  await dialog.getByRole('button', { name: /^Списать 1.500/ }).click();
  await dialog.getByText('Нужен второй человек.').waitFor();
  await dialog.getByRole('button', { name: 'Попросить второго человека' }).click();
  await page.getByText('Попросили').first().waitFor();

  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Разовое списание' }).click();
  await dialog.getByLabel('Сколько').fill('300');
  await dialog.getByLabel('За что').fill('Обжать кабель');
  await dialog.getByLabel('Номер документа').fill('А-18');
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `charge, ${width} px`).toEqual([]);
  await dialog.getByRole('button', { name: /^Списать 300/ }).click();
  await page.getByText('Спишется с ближайшим днём списаний').first().waitFor();
  // The one refusal above is what asks for a second person.
  expect(faults.map((fault) => fault.replace(/ http\S+?\/api/, ' /api'))).toEqual([
    '403 POST /api/staff/v1/charging/once',
  ]);
});

test('an accountant gives a discount: what it costs until when and afterwards is told before, and the timeline keeps it', async () => {
  const { page, faults } = await visit(browser, { pass: anna.pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await page
    .getByRole('button', { name: /^Скидка: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Сколько процентов').fill('10');
  await dialog.getByRole('textbox', { name: 'По какой день' }).fill(typedDayIn(92));
  await dialog.getByText('Обычная цена').waitFor();
  await dialog.getByLabel('Почему').fill('За долгий ремонт');
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `discount, ${width} px`).toEqual([]);
  await dialog.getByRole('button', { name: 'Дать скидку' }).click();
  await page.getByText('Абоненту написали об этом').first().waitFor();
  await page
    .getByRole('region', { name: 'Лента' })
    .getByText(/скидка\s10\s%/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});
