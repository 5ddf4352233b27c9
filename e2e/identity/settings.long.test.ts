import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, tokenOf, visit, violationsInThemes, type Pass } from '../harness/browser.ts';
import { sound } from '../harness/looks.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** The name of a part in the overview, and its address. */
const PARTS = [
  ['Уведомления', 'notices'],
  ['Телефон и почта', 'mobile'],
  ['Безопасность', 'security'],
  ['Семья и доступ', 'family'],
  ['Согласия', 'consents'],
  ['Ваши данные', 'data'],
  ['Вид', 'view'],
] as const;

/** A page of the settings on a phone is at most so high. */
const MOST_HEIGHT = 1200;

const list = (page: Page) => page.getByRole('region', { name: 'Как всё настроено' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const isFocused = (page: Page) => heading(page).evaluate((element) => element === document.activeElement);

test('the overview answers on one page; each part opens by its row, its address and Back, with a title and a focus of its own', async () => {
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/settings`);
  await list(page).waitFor();
  await sound(page, 'settings');
  expect(await violationsInThemes(page)).toEqual([]);
  const title = await heading(page).innerText();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MOST_HEIGHT);
  expect(await list(page).getByRole('link').count()).toBe(PARTS.length);

  for (const [name, part] of PARTS) {
    await list(page)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
    await page.waitForURL(`**/lk/settings/${part}`);
    await page.waitForFunction((start) => document.title.startsWith(start), `${name} — `);
    await settled(page);
    expect(await isFocused(page), part).toBe(true);
    // The heading is the answer: not the name, which the tab has.
    expect(await heading(page).innerText(), part).not.toBe(name);
    await page.goBack();
    await list(page).waitFor();
    expect(await heading(page).innerText(), part).toBe(title);
    expect(await isFocused(page), part).toBe(true);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('a part that is opened by its address stands beside the list on a wide screen, and another one is a tap away', async () => {
  const { page, context, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/settings/access`);
  const parts = page.getByRole('navigation', { name: 'Части настроек' });
  await parts.getByRole('link', { name: /^Безопасность/ }).waitFor();
  expect(await parts.locator('[aria-current]').getAttribute('href')).toBe('/lk/settings/security');
  await sound(page, 'settings-beside');
  await parts.getByRole('link', { name: /^Вид/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Тема как на устройстве/ }).waitFor();
  await page.getByRole('radio', { name: /^Тёмная/ }).check();
  // The list tells it at once, and a reload keeps it.
  await parts.getByRole('link', { name: /Тёмная тема/ }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /^Тёмная тема/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Кто ещё может войти' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('a number that waits for its code titles the settings; the one main button leads to its field', async () => {
  const { page, context, faults } = await visit(browser, {
    width: 360,
    pass: await passOf(browser, server.url, 100004),
  });
  const client = new Client(server.url, tokenOf(await context.storageState()));
  await client.ask(contract.auth.confirm, { body: { password: 'demo-kabinet' } });
  const body = { kind: 'phone', address: '+7 927 000-02-92', role: 'payer', name: 'Сергей' } as const;
  await client.ask(contract.notice.addContact, { body });
  await page.goto(`${server.url}/lk/settings`);
  await page.getByRole('heading', { level: 1, name: /номер ждёт код$/ }).waitFor();
  await sound(page, 'settings-waiting');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MOST_HEIGHT);
  await page.getByRole('link', { name: 'Ввести код' }).click();
  await page.waitForURL('**/lk/settings/mobile');
  await page.getByLabel('Код из СМС').waitFor();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await page.getByLabel('Код из СМС').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Настройки', exact: true }).first().click();
  await list(page).waitFor();
  expect(await heading(page).innerText()).not.toMatch(/ждёт код/);
  expect(faults).toEqual([]);
  await context.close();
});
