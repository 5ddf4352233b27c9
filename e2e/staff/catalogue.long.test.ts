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
  await page.getByRole('heading', { name: 'Тольятти, Зелёная аллея' }).waitFor();
  await page.getByText('раньше «Ворошилова»').first().waitFor();
  expect(faults).toEqual([]);
});
