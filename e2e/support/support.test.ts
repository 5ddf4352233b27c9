import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, overflow, passOf, settled, told, violations, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** One white pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

const numberOf = (url: string): string => new URL(url).searchParams.get('id') ?? '';

test('an order with a photo goes from a phone to the operator and back, and its visit is moved', async () => {
  const pass = await passOf(browser, server.url, 100_001);
  const { page, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/support/new`);
  await settled(page);
  await page.getByRole('button', { name: 'Вызвать мастера' }).click();
  await page.getByLabel('Файлы').setInputFiles({ name: 'роутер.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('list', { name: 'Приложены' }).getByText('роутер').waitFor();
  await page.locator('textarea').fill('Переложить кабель в комнату');
  await page.getByLabel('Нужен визит мастера').check();
  // Not the first day: shortly before it begins, a visit can be moved no more.
  await page.getByRole('group', { name: 'День визита' }).getByRole('button').nth(1).click();
  const free = page.getByRole('group', { name: 'Время визита' }).locator('button:not([aria-disabled])');
  await free.first().click();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: /^Вызвать на/ }).click();
  await page.waitForURL(/support\/order\?id=/);
  await settled(page);
  await page.getByText('Переложить кабель в комнату').waitFor();
  await page.getByText(/роутер/).waitFor();
  const before = await page.getByRole('heading', { level: 1 }).innerText();
  const order = numberOf(page.url());

  const shown = await server.operator('orders', 'show', order);
  expect(shown.output).toContain('Переложить кабель в комнату');
  expect(shown.output).toMatch(/\[.*роутер.*\]/);
  const answered = await server.operator('orders', 'answer', order, 'Ольга, поддержка', 'Возьмём десять метров кабеля');
  expect(answered.code).toBe(0);
  await page.reload();
  await settled(page);
  // A toast may tell of the answer, too.
  const answer = page.getByRole('list', { name: 'Переписка' }).getByRole('listitem').last();
  await answer.getByText('Возьмём десять метров кабеля').waitFor();
  await answer.getByText('Ольга, поддержка').waitFor();

  await page.getByRole('button', { name: 'Перенести' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'День визита' }).getByRole('button').last().click();
  await dialog.getByRole('group', { name: 'Время визита' }).locator('button:not([aria-disabled])').last().click();
  await dialog.getByRole('button', { name: /Перенести/ }).click();
  await told(page, /Время визита изменено/);
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe(before);
  const moved = await server.operator('orders', 'show', order);
  expect(moved.output.match(/client: Визит мастера/g)).toHaveLength(2);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
