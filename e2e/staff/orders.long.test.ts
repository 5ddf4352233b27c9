import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let olga: Pass;
let igor: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  olga = (await staffPerson(server, 'olga', 'support', 'Ольга Смирнова')).pass;
  igor = (await staffPerson(server, 'igor', 'engineer', 'Игорь Власов')).pass;
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** An order that a client has just filed by telephone; its number. */
async function filed(contract: number, text: string): Promise<number> {
  const typed = ['orders', 'file', String(contract), '1', text, '--name=Анна', '--phone=79270001122', '--json'];
  const { output } = await server.operator(...typed);
  return (JSON.parse(output) as { order_id: number }).order_id;
}

const shown = async (orderId: number): Promise<{ state: string; events: { text: string; author_name: string }[] }> =>
  JSON.parse((await server.operator('orders', 'show', String(orderId), '--json')).output) as never;

test('the next order is taken and answered by a template in three acts', async () => {
  const { page, faults } = await visit(browser, { pass: olga });
  await page.goto(`${server.url}/staff/orders`);
  await page.getByRole('heading', { level: 1, name: /Жд[её]т ответа|Ждут ответа|Опаздыва/ }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const acts = new Acts(page);
  await acts.press('t');
  await page.getByText('Отвечаете вы').waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await acts.click('button', 'Перезагрузить роутер');
  await acts.press('Control+Enter');
  await page.getByText('Спросили').waitFor();
  expect(acts.count).toBeLessThanOrEqual(3);
  const orderId = Number(/orders\/(\d+)/.exec(page.url())?.[1]);
  const { state, events } = await shown(orderId);
  expect(state).toBe('waiting_client');
  expect(events.at(-1)).toMatchObject({ author_name: 'Ольга Смирнова' });
  expect(faults).toEqual([]);
});

test('another sees who answers; what he has typed stays until he takes the order over', async () => {
  const orderId = await filed(100_005, 'Не работает интернет в офисе');
  const first = await visit(browser, { pass: olga });
  await first.page.goto(`${server.url}/staff/orders/${orderId}`);
  await first.page.getByLabel('Текст, его прочитает абонент').fill('Смотрим');
  await first.page.getByText('Отвечаете вы').waitFor();

  const second = await visit(browser, { pass: igor });
  await second.page.goto(`${server.url}/staff/orders/${orderId}`);
  await second.page.getByRole('status').getByText('Отвечает Ольга Смирнова.').waitFor();
  const text = second.page.getByLabel('Текст, его прочитает абонент');
  await text.fill('Мастер приедет завтра');
  await second.page
    .getByRole('alert')
    .getByText(/Ваш черновик сохранён/)
    .waitFor();
  await settled(second.page);
  for (const width of EXTREMES) expect(await violationsAt(second.page, width), `${width} px`).toEqual([]);
  await second.page.getByRole('button', { name: 'Забрать: ведёт Ольга Смирнова' }).click();
  await second.page.getByRole('button', { name: 'Ответить' }).click();
  await second.page.getByText('Ответили').waitFor();

  // She is told what he has written, once, also when it has come by itself since she typed; her words are still there.
  // In the queue and in the order.
  await first.page.getByText('Мастер приедет завтра').nth(1).waitFor();
  await first.page.getByRole('button', { name: 'Ответить' }).click();
  await first.page
    .getByRole('alert')
    .getByText(/Мастер приедет завтра/)
    .waitFor();
  expect(await first.page.getByLabel('Текст, его прочитает абонент').inputValue()).toBe('Смотрим');
  expect((await shown(orderId)).events.map((event) => event.text)).not.toContain('Смотрим');
});

test('an order is given a visit in three acts', async () => {
  const orderId = await filed(100_001, 'Роутер горит красным');
  const { page, faults } = await visit(browser, { pass: igor });
  await page.goto(`${server.url}/staff/orders/${orderId}`);
  await page.getByRole('heading', { name: new RegExp(`заявка ${orderId}`) }).waitFor();
  const acts = new Acts(page);
  await acts.press('v');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await acts.click('button', /^Назначить$/);
  await page.getByText('Назначили визит').waitFor();
  expect(acts.count).toBeLessThanOrEqual(3);
  expect((await shown(orderId)).events.at(-1)?.text).toMatch(/^Визит мастера: /);
  expect(faults).toEqual([]);
});

test('an order from a call, with the check and an honest promise: four acts, and the client sees it', async () => {
  const { page, faults } = await visit(browser, { pass: olga });
  await page.goto(`${server.url}/staff/contracts/100004`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  const acts = new Acts(page);
  await acts.press('Alt+z');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Скажите: ответим до/).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  acts.count += 1;
  await dialog.locator('textarea').fill('Звонила: с утра нет интернета');
  await acts.click('button', 'Создать заявку');
  await page.getByText(/Заявка \d+ создана/).waitFor();
  expect(acts.count).toBeLessThanOrEqual(4);
  await page.waitForURL(/\/staff\/orders\/\d+$/);
  const orderId = Number(/orders\/(\d+)/.exec(page.url())?.[1]);
  const { events } = await shown(orderId);
  expect(events[0]).toMatchObject({ author_name: 'Ольга Смирнова', text: 'Звонила: с утра нет интернета' });
  const { output } = await server.operator('audit', '--json');
  expect(output).toContain('orders file');
  expect(faults).toEqual([]);
});

test('a call that a client asks for is taken and finished on the first page', async () => {
  const { page, faults } = await visit(browser, { pass: olga });
  await page.goto(`${server.url}/staff/`);
  const calls = page.getByRole('region', { name: 'Просят позвонить' });
  await calls.getByRole('button', { name: 'Взять' }).first().waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await calls.getByRole('button', { name: 'Взять' }).first().click();
  await calls.getByText('Взял: Ольга Смирнова').waitFor();
  await calls.getByRole('button', { name: 'Чем закончилось' }).click();
  await page.getByLabel(/О чём договорились/).fill('Оплата дошла');
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Записать' }).click();
  await page.getByText('Записали').waitFor();
  await expect.poll(() => calls.getByText('Взял: Ольга Смирнова').count()).toBe(0);
  expect(faults).toEqual([]);
});
