import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, dayIn } from '@kabinet/contract/kernel/day';
import { EXTREMES, openBrowser, settled, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson, type StaffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let folder: string;
let anna: StaffPerson;
let boris: StaffPerson;

/** The provider of the demo, which is small: any price of it needs a second person. */
async function carefulProvider(): Promise<string> {
  const file = join(folder, 'provider.json');
  const demo = JSON.parse(
    await readFile(new URL('../../server/seeds/provider.json', import.meta.url), 'utf8'),
  ) as object;
  await writeFile(file, JSON.stringify({ ...demo, second_person: { thresholds: { 'prices plan': '1.00' } } }));
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-catalogue-'));
  const started = Server.start({ BURST: '1000', KABINET_PROVIDER: await carefulProvider() });
  [server, browser] = await Promise.all([started, openBrowser()]);
  anna = await staffPerson(server, 'anna', 'accountant', 'Анна Седова');
  boris = await staffPerson(server, 'boris', 'owner', 'Борис Громов');
});
afterAll(async () => {
  await browser.close();
  await server.remove();
  await rm(folder, { recursive: true });
});

test('a price from a day: what would be, asked in eight acts; the second person agrees in two', async () => {
  const { page, faults } = await visit(browser, { pass: anna.pass });
  await page.goto(`${server.url}/staff/`);
  const acts = new Acts(page);
  await acts.click('link', 'Каталог');
  await page.getByRole('heading', { level: 1, name: /^Продаётся/ }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `catalogue, ${width} px`).toEqual([]);
  await acts.click('link', /^Волга 300/);
  await page.getByRole('heading', { level: 1, name: '«Волга 300»: 550 ₽ в месяц' }).waitFor();
  await acts.fill('Новая цена', '590');
  const [year, month, day] = addMonths(dayIn('Europe/Samara', new Date()), 2, 1).split('-');
  acts.count += 1;
  await page.getByRole('textbox', { name: 'С какого дня' }).fill(`${day}.${month}.${year}`);
  await acts.click('button', 'Что будет');
  await page.getByRole('heading', { name: /^Что будет: плюс/ }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `forecast, ${width} px`).toEqual([]);
  await acts.click('button', /^Назначить 590/);
  await acts.click('button', 'Попросить второго человека');
  await page.getByText('Попросили').waitFor();
  expect(acts.count).toBeLessThanOrEqual(8);

  const second = await visit(browser, { pass: boris.pass });
  await second.page.goto(`${server.url}/staff/approvals`);
  const agreeing = new Acts(second.page);
  await agreeing.click('button', /согласиться/);
  await second.page.getByRole('dialog').getByText('Договоров, которые увидят').waitFor();
  await agreeing.click('button', /^Согласиться$/);
  await second.page.getByText('Сделано').first().waitFor();
  expect(agreeing.count).toBe(2);

  await page.reload();
  await page.getByRole('heading', { level: 1, name: /^«Волга 300» с 1 .*: 590 ₽ вместо 550 ₽$/ }).waitFor();
  await page.getByRole('button', { name: 'Отозвать цену…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать и написать' }).click();
  await page.getByRole('heading', { level: 1, name: '«Волга 300»: 550 ₽ в месяц' }).waitFor();
  // The one refusal is what asks for a second person.
  expect([...faults, ...second.faults]).toEqual([expect.stringMatching(/^403 POST .*prices\/plan$/)]);
});

test('zones of calls and packages of minutes: codes, prices by day, minutes by month', async () => {
  const { page, faults } = await visit(browser, { pass: anna.pass });
  await page.goto(`${server.url}/staff/catalogue`);
  await page.getByRole('link', { name: 'Зоны звонков' }).click();
  await page.getByRole('heading', { level: 1, name: /звонков/ }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `zones, ${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Завести зону…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название', { exact: true }).fill('Крым');
  await dialog.getByLabel('Код зоны').fill('crimea');
  await dialog.getByLabel(/^Коды, с которых/).fill('7365, 7978');
  await dialog.getByRole('button', { name: 'Завести' }).click();
  await page.getByRole('heading', { level: 1, name: '«Крым»: цен нет, позвонить нельзя' }).waitFor();

  await page.getByRole('button', { name: 'Новая цена…' }).click();
  await dialog.getByLabel('За минуту').fill('3');
  const [year, month, day] = addMonths(dayIn('Europe/Samara', new Date()), 2, 1).split('-');
  await dialog.getByRole('textbox', { name: 'С какого дня' }).fill(`${day}.${month}.${year}`);
  await dialog.getByText(/3\s₽ за минуту.*Касается: /).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `new price, ${width} px`).toEqual([]);
  await dialog.getByRole('button', { name: 'Назначить' }).click();
  await page.getByRole('region', { name: 'Цены по тарифам' }).getByText('3 ₽ за минуту').waitFor();
  await page.getByRole('region', { name: 'Номера зоны' }).getByRole('button', { name: 'Изменить…' }).click();
  await dialog.getByLabel(/^Коды, с которых/).fill('7365, 7869');
  await dialog.getByText(/^Новые коды: 7869\. Больше не её: 7978/).waitFor();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('region', { name: 'Номера зоны' }).getByText('7365, 7869').waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `a zone, ${width} px`).toEqual([]);

  await page.getByRole('link', { name: 'Пакеты минут' }).click();
  await page.getByRole('button', { name: 'Новый пакет…' }).click();
  await dialog.getByLabel('Название', { exact: true }).fill('Сто в Крым');
  await dialog.getByLabel('Минут в месяц').fill('100');
  await dialog.getByRole('button', { name: 'Крым' }).click();
  await dialog.getByText(/^С 1\s.*касается: /).waitFor();
  await dialog.getByRole('button', { name: 'Включить в тариф' }).click();
  const added = page.getByRole('listitem').filter({ hasText: 'Сто в Крым' });
  await added.getByRole('button', { name: 'Закончить…' }).click();
  await dialog.getByText(/этих минут в\s+тарифе/).waitFor();
  await dialog.getByRole('button', { name: 'Закончить' }).click();
  await added.getByText(/до 1\s/).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `packages, ${width} px`).toEqual([]);
  expect(faults).toEqual([]);
});

test('a street gets another name in all its addresses', async () => {
  const { pass } = await staffPerson(server, 'dima', 'engineer', 'Дмитрий Орлов');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/places`);
  await page.getByLabel('Название, и прежнее тоже').fill('ворошил');
  await page.getByRole('link', { name: /^Ворошилова/ }).click();
  await page.getByRole('heading', { name: 'Тольятти, Ворошилова' }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `houses, ${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Улица…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название', { exact: true }).fill('Зелёная аллея');
  await dialog.getByText(/^Адрес сменится: /).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `dialog, ${width} px`).toEqual([]);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('heading', { name: 'Тольятти, Зелёная аллея' }).first().waitFor();
  await page.getByText('раньше «Ворошилова»').first().waitFor();
  expect(faults).toEqual([]);
});
