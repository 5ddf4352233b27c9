import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, settled, textOf, violationsAt, visit, EXTREMES, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { staffPerson } from '../harness/staff.ts';

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

test('the card of a day is read, and another day is chosen; a day that has not come is told', async () => {
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await page.getByRole('link', { name: 'Как было раньше' }).click();
  await page.getByText(/^Карточка на/).waitFor();
  await settled(page);
  const shown = await textOf(page, 'main');
  expect(shown).toMatch(/Изменить здесь ничего нельзя.*Счёт «Интернет».*«Волга 300»/);
  expect(await page.getByRole('button', { name: /Заявка|Заметка|Обещанный/ }).count()).toBe(0);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const far = await page.evaluate(() => new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10));
  await page.getByLabel('Другой день', { exact: true }).fill(far.split('-').toReversed().join('.'));
  await page.waitForURL(new RegExp(`on=${far}$`));
  await page.getByRole('region', { name: 'Счета' }).getByText('₽').first().waitFor();
  await page.getByRole('link', { name: 'Вернуться к сегодняшней' }).click();
  await page.getByRole('region', { name: 'Лента' }).waitFor();
  await page.goto(`${server.url}/staff/contracts/100001?on=2099-01-01`);
  await page.getByText('Этот день ещё не наступил').waitFor();
  await page.goto(`${server.url}/staff/contracts/100001?on=1995-01-01`);
  await page.getByText(/Договора ещё не было: его открыли/).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  expect(faults.filter((fault) => !fault.startsWith('422 GET'))).toEqual([]);
});

test('an owner sees people masked until she says why she must see more; the client reads who looked', async () => {
  const owner = await staffPerson(server, 'boris', 'owner', 'Борис Громов');
  const { page, faults } = await visit(browser, { pass: owner.pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await page.getByRole('heading', { level: 1, name: 'Кузнецова М.' }).waitFor();
  await settled(page);
  expect(await textOf(page, 'main')).not.toMatch(/927 000-01-84|кв\. 84/);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Показать' }).first().click();
  await page.getByLabel('Зачем').fill('Звонок по аварии');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Показать' }).click();
  await page.getByText('+7 927 000-01-84').waitFor();
  expect(faults).toEqual([]);
});

test('a technician opens only whom he visits today; a contract that is not there is told', async () => {
  const technician = await staffPerson(server, 'gleb', 'technician', 'Глеб Мастеров');
  const { page } = await visit(browser, { pass: technician.pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await page.getByRole('heading', { name: 'Эту карточку вам не открыть' }).waitFor();
  const other = await visit(browser, { pass });
  await other.page.goto(`${server.url}/staff/contracts/999999`);
  await other.page.getByRole('heading', { name: 'Договора 999999 нет' }).waitFor();
});

test('of a company with 160 services the card lists a dozen, finds any, and checks the one that is chosen', async () => {
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100005`);
  const services = page.getByRole('region', { name: 'Услуги' });
  await services.getByLabel('Найти услугу').waitFor();
  await settled(page);
  expect(await services.getByRole('listitem').count()).toBe(12);
  await services.getByLabel('Найти услугу').fill('жукова');
  await services.getByText('Резервный канал, Жукова, 59').waitFor();
  await expect.poll(() => services.getByRole('listitem').count()).toBeLessThan(12);
  await page.getByLabel('Какую услугу проверить').selectOption('Резервный канал, Жукова, 59');
  await page.getByRole('heading', { level: 3, name: /ремонт/i }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await services.getByLabel('Найти услугу').fill('нет такой');
  await services.getByText('Такой услуги нет').waitFor();
  expect(faults).toEqual([]);
});
