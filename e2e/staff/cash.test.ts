import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let pass: Pass;
/** What the scanner types for a printed bill of a contract. */
let slip: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  const { code, output } = await server.operator('desks', 'add', 'Касса 1', 'Ленина, 40', '--register=АТОЛ 91Ф');
  if (code !== 0) throw new Error(output);
  const balance = await server.operator('contract', 'balance', '100001', '--json');
  const [account] = JSON.parse(balance.output) as { account_no: string }[];
  slip = `ST00012|Name=Волга Телеком|Sum=30000|PersAcc=${account?.account_no}|Purpose=Оплата услуг связи`;
  ({ pass } = await staffPerson(server, 'luda', 'cashier', 'Людмила Панова'));
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** The desk, with a printer that only counts. */
async function atDesk() {
  const visited = await visit(browser, { pass });
  await visited.page.addInitScript(() => Object.assign(window, { print: () => void (document.title = 'напечатано') }));
  await visited.page.goto(`${server.url}/staff/cash`);
  await visited.page.getByRole('heading', { level: 1 }).waitFor();
  await settled(visited.page);
  return visited;
}

const takenAt = (page: Page) => page.getByRole('region', { name: 'Принято' });
const paidRows = (page: Page) => page.getByRole('region', { name: 'Последние платежи' }).getByRole('listitem');

test('a shift is opened, and cash taken from the search to the printed copy', async () => {
  const { page, faults } = await atDesk();
  await page.getByRole('heading', { name: 'Смена не открыта' }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `opening, ${width} px`).toEqual([]);
  await page.getByLabel('Всего в ящике').fill('5000');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Кто платит' }).waitFor();

  const acts = new Acts(page);
  await acts.type('самойлов рев');
  await acts.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Самойлов Олег Викторович: не хватает 815,90 ₽' }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `payer, ${width} px`).toEqual([]);
  expect(await textOf(page, 'main')).toContain('Заработает сразу, хватит до');
  await page.getByLabel('Сумма', { exact: true }).focus();
  await acts.press('Tab');
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await acts.type('1000');
  await acts.press('Enter');
  await takenAt(page).getByRole('heading', { name: 'Сдача 300 ₽' }).waitFor();
  // Five of staff.md §1: the word, Enter, to what was given, the sum, Enter.
  expect(acts.count).toBe(5);
  await takenAt(page).getByText('пробит').waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `taken, ${width} px`).toEqual([]);
  expect(
    await page.getByRole('combobox', { name: 'Плательщик' }).evaluate((field) => field === document.activeElement),
  ).toBe(true);

  await acts.press('Alt+KeyP');
  await expect.poll(() => page.title()).toBe('напечатано');
  await page.emulateMedia({ media: 'print' });
  const paper = await page.locator('body').innerText();
  for (const words of ['Копия чека: приход', 'Итог', '700,00', 'Сдача', '300,00', 'Людмила Панова', 'ФД'])
    expect(paper).toContain(words);
  expect(paper).not.toContain('Последние платежи');
  expect(faults).toEqual([]);
});

test('F8: who has no cash pays by SBP; a code that nobody pays is taken back, and nothing is lost', async () => {
  const { page } = await atDesk();
  await page.keyboard.type('самойлов рев');
  await page.keyboard.press('Enter');
  await page.getByLabel('Сумма', { exact: true }).fill('150');
  await page.keyboard.press('F8');
  const panel = page.getByRole('region', { name: 'Оплата по СБП' });
  await panel.getByRole('button', { name: /Показать QR-код/ }).click();
  await panel.getByRole('img', { name: /QR-код для оплаты 150/ }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `code, ${width} px`).toEqual([]);
  await panel.getByRole('button', { name: 'Снять код' }).click();
  await panel.getByRole('button', { name: /Показать QR-код/ }).waitFor();
  expect(await page.getByLabel('Сумма', { exact: true }).inputValue()).toBe('150');
  await page.keyboard.press('F8');
  await page.getByRole('button', { name: /^Принять 150/ }).waitFor();
});

test('a scanned slip opens its payment, three acts in all', async () => {
  const { page, faults } = await atDesk();
  const acts = new Acts(page);
  await acts.type(slip);
  await acts.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Кузнецова/ }).waitFor();
  expect(await page.getByLabel('Сумма', { exact: true }).inputValue()).toBe('300');
  await acts.press('Enter');
  await takenAt(page).getByRole('heading', { name: '300 ₽ без сдачи' }).waitFor();
  expect(acts.count).toBe(3);
  expect(faults).toEqual([]);
});

test('a lost answer: the same key is asked again, and the money is taken once', async () => {
  const { page } = await atDesk();
  const keys: (string | undefined)[] = [];
  let lost = 1;
  await page.route('**/api/staff/v1/cash/take', async (route) => {
    const request = route.request();
    if (request.postData()?.includes('dry_run') === true) return route.continue();
    keys.push(request.headers()['idempotency-key']);
    if (lost === 0) return route.continue();
    lost -= 1;
    // The server does it, and the answer gets lost.
    await route.fetch();
    return route.abort();
  });
  const before = await paidRows(page).count();
  await page.keyboard.type('кузнецова');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Кузнецова/ }).waitFor();
  await page.getByLabel('Сумма', { exact: true }).fill('123');
  await page.keyboard.press('Enter');
  await page.getByText('Не знаем, прошёл ли платёж: спросим сами.').waitFor();
  await takenAt(page).getByRole('heading', { name: '123 ₽ без сдачи' }).waitFor();
  expect(keys).toEqual([keys[0], keys[0]]);
  await expect.poll(() => paidRows(page).count()).toBe(before + 1);
});

test('the same payment again is asked about, and the mistake taken back in three acts', async () => {
  const { page, faults } = await atDesk();
  const pay = async () => {
    await page.keyboard.type('кузнецова');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Кузнецова/ }).waitFor();
    await page.getByLabel('Сумма', { exact: true }).fill('55');
    // A hand that trembles: the second Enter is no second payment.
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  };
  const before = await paidRows(page).count();
  await pay();
  await takenAt(page).getByRole('heading', { name: '55 ₽ без сдачи' }).waitFor();
  await expect.poll(() => paidRows(page).count()).toBe(before + 1);
  await pay();
  await page.getByText(/Такой же платёж/).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `alike, ${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Принять ещё 55 ₽' }).click();
  await takenAt(page).getByRole('heading', { name: '55 ₽ без сдачи' }).waitFor();

  const acts = new Acts(page);
  await acts.click('button', /^Отменить платёж$/);
  const dialog = page.getByRole('dialog', { name: 'Вернуть 55 ₽?' });
  await dialog.getByText('На счёте останется').waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `undo, ${width} px`).toEqual([]);
  await expect.poll(() => dialog.getByLabel('Почему').evaluate((field) => field === document.activeElement)).toBe(true);
  await acts.type('Оплатила не тот договор');
  await acts.press('Enter');
  await page.getByText('отменён').first().waitFor();
  expect(acts.count).toBe(3);
  expect(faults).toEqual([]);
});

test('the shift is counted and closed with its difference; then no cash is taken', async () => {
  const { page, faults } = await atDesk();
  const dialog = page.getByRole('dialog', { name: /Закрыть смену/ });
  // Above the threshold a second person is asked, and the shift goes on until he agrees.
  await page.keyboard.press('Alt+Digit0');
  await dialog.getByLabel('Всего в ящике').fill('5000');
  await page.keyboard.press('Enter');
  await dialog.getByText('Смена не закрыта.').waitFor();
  await dialog.getByRole('button', { name: 'Попросить второго человека' }).click();
  await page.getByText('Попросили').first().waitFor();
  expect(faults.splice(0)).toEqual([expect.stringMatching(/^403 POST .*shifts\/close$/)]);

  const acts = new Acts(page);
  await acts.press('Alt+Digit0');
  await dialog.getByLabel('Всего в ящике').fill('6158');
  acts.count += 1;
  await dialog.getByText('Недостача', { exact: true }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `closing, ${width} px`).toEqual([]);
  await acts.press('Enter');
  const report = page.getByRole('dialog', { name: 'Смена закрыта' });
  await report.getByText('Недостача 20 ₽. Сверено с книгами.').waitFor();
  expect(await textOf(page, 'dialog[open]')).toContain('Z № 1');
  expect(acts.count).toBeLessThanOrEqual(9);
  await acts.click('button', 'Готово');
  await page.getByRole('heading', { name: 'Смена не открыта' }).waitFor();
  await page.getByText('Прошлая смена оставила 6 158 ₽').waitFor();
  expect(faults).toEqual([]);
  const { output } = await server.operator('ledger', 'verify');
  expect(output).toContain('Книги сходятся');
});
