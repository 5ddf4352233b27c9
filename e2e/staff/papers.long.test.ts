import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

async function sound(page: Page): Promise<void> {
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
}

async function cardFor(login: string, role: string, name: string) {
  const { pass } = await staffPerson(server, login, role, name);
  const visited = await visit(browser, { pass });
  await visited.page.goto(`${server.url}/staff/contracts/100001`);
  await settled(visited.page);
  return { ...visited, part: visited.page.getByRole('region', { name: 'Документ', exact: true }) };
}

test('a cashier enters a passport that she does not see; support sees its end, an accountant all of it', async () => {
  const { page, part, faults } = await cardFor('luda', 'cashier', 'Людмила Панова');
  await part.getByText('Документа не внесли').waitFor();
  await part.getByRole('button', { name: 'Внести' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Серия').fill('36 04');
  await dialog.getByLabel('Номер').fill('57391');
  await dialog.getByLabel('Кем выдан').fill('ОВД Автозаводского района г. Тольятти');
  await dialog.getByLabel('Когда выдан', { exact: true }).fill('17.05.2004');
  await dialog.getByLabel('Дата рождения', { exact: true }).fill('12.04.1984');
  await dialog.getByRole('button', { name: 'Внести', exact: true }).click();
  // All that is wrong at once, and nothing that was typed is lost.
  await dialog.getByText('Здесь 6 цифр').waitFor();
  await dialog.getByText('Напишите адрес регистрации').waitFor();
  expect(await dialog.getByLabel('Когда выдан', { exact: true }).inputValue()).toBe('17.05.2004');
  await sound(page);
  await dialog.getByLabel('Номер').fill('573914');
  await dialog.getByLabel('Адрес регистрации').fill('г. Тольятти, ул. Укромная, д. 9');
  await dialog.getByRole('button', { name: 'Внести', exact: true }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await part.getByText('Внесён', { exact: true }).waitFor();
  expect(await textOf(page, 'main')).not.toContain('3914');
  expect(await part.getByRole('button', { name: 'Показать' }).count()).toBe(0);

  const support = await cardFor('olga', 'support', 'Ольга Смирнова');
  await support.part.getByText('Паспорт •••3914').waitFor();
  await support.part.getByRole('button', { name: 'Показать' }).click();
  const masked = support.page.getByRole('dialog');
  await masked.getByText('•••3914').waitFor();
  expect(await masked.textContent()).not.toContain('Укромная');
  await sound(support.page);
  await masked.getByLabel('Зачем нужен номер целиком').fill('Запрос из полиции');
  await masked.getByRole('button', { name: 'Показать номер' }).click();
  await masked.getByText('3604 573914').waitFor();

  const books = await cardFor('vera', 'accountant', 'Вера Зимина');
  await books.part.getByText('Паспорт 3604 573914').waitFor();
  await books.part.getByRole('button', { name: 'Показать' }).click();
  await books.page.getByRole('dialog').getByText('Укромная').waitFor();
  await sound(books.page);
  for (const each of [faults, support.faults, books.faults])
    expect(each.filter((one) => !one.includes('422'))).toEqual([]);
});

test('an accountant finds whose a document is by its whole number, which stands in no address', async () => {
  const { pass } = await staffPerson(server, 'raisa', 'accountant', 'Раиса Белова');
  const entered = ['contract', 'document', '100003', 'other', '--title=Вид на жительство', '--number=82 0471563'];
  const { code, output } = await server.operator(...entered, '--issued_on=2020-05-17', '--born_on=1984-04-12');
  expect(code, output).toBe(0);
  const { page, faults } = await visit(browser, { pass });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.url}/staff/`);
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'По номеру паспорта, ИНН или ОГРН' }).click();
  const field = page.getByLabel('Серия и номер, ИНН или ОГРН');
  await field.fill('820471');
  await page.keyboard.press('Enter');
  await page.getByText('Такого документа ни у кого нет').waitFor();
  await field.fill('820471563');
  await page.keyboard.press('Enter');
  const found = page.getByRole('button', { name: /100003/ });
  await found.waitFor();
  await sound(page);
  await found.click();
  await page.waitForURL(/contracts\/100003$/);
  expect(asked.filter((url) => url.includes('820471'))).toEqual([]);
  expect(faults).toEqual([]);
});
