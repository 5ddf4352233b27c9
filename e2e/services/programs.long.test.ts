import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, overflow, passOf, settled, tokenOf, violations, unfold, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { walkTo } from '../harness/walk.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}/lk/${path}`);
  await settled(page);
}

async function signedIn(who: number) {
  const pass = await passOf(browser, server.url, who);
  const client = new Client(server.url, tokenOf(pass));
  const users = (user_type: 'internet' | 'tv') => client.ask(contract.user.list, { query: { user_type } });
  return { pass, client, users };
}

test('switches a program on by keyboard with its terms, shows it in the history, and undoes it completely', async () => {
  const { pass, client, users } = await signedIn(100001);
  const [service] = await users('internet');
  const { page, context, faults } = await visit(browser, { pass });
  const before = await client.balance();
  await open(page, `internet/${service?.user_id}`);
  const antivirus = page.getByRole('switch', { name: 'Антивирус на 3 устройства' });
  await unfold(page, 'Безопасность');
  await antivirus.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Останется на счёте').waitFor();
  await dialog.getByText('Условия', { exact: true }).click();
  await dialog.getByText('Ключ на три устройства').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Включить за/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Включили «Антивирус на 3 устройства»').waitFor();
  await page.getByText(/^Передумаете до.\d\d:\d\d/).waitFor();
  expect(Number(await client.balance())).toBeLessThan(Number(before));
  await page.getByText('Применяется…').first().waitFor({ state: 'hidden' });

  await walkTo(page, '/lk/payments-history/i');
  // The newest month is open by itself.
  await page.getByRole('region', { name: 'Операции' }).getByText('Антивирус на 3 устройства').first().waitFor();

  await walkTo(page, `/lk/internet/${service?.user_id}`);
  await antivirus.click();
  await dialog.getByText('Включили только что: вернём всё, что списали.').waitFor();
  await dialog.getByRole('button', { name: 'Отключить' }).click();
  await page.getByText('Отключили «Антивирус на 3 устройства»').waitFor();
  expect(await client.balance()).toBe(before);
  await page.getByRole('switch', { name: 'Антивирус на 3 устройства', checked: false }).waitFor();
  expect(faults).toEqual([]);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await context.close();
});

test('on a phone: orders TV from the menu, adds a package, and ends it', async () => {
  const { pass, users } = await signedIn(100004);
  expect(await users('tv')).toEqual([]);
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await open(page, '');
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Подключить ТВ' }).click();
  await page.waitForURL('**/lk/tv/create');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('radio', { name: /ТВ без приставки/ }).check();
  await page.getByRole('button', { name: 'Подключить «ТВ без приставки»' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Спишем за услугу').waitFor();
  await dialog.getByRole('button', { name: /^Подключить за/ }).click();
  await page.waitForURL(/\/lk\/tv\/\d+$/);
  await settled(page);
  const [tv] = await users('tv');
  expect(tv).toMatchObject({ state: 'active', plan: { name: 'Домашний' } });
  expect(page.url()).toContain(`/tv/${tv?.user_id}`);

  await page.locator('summary', { hasText: 'Детский' }).click();
  await page.getByRole('switch', { name: 'Детский' }).click();
  await dialog.getByText('Вся услуга за месяц').waitFor();
  expect(await overflow(page)).toBe(0);
  await dialog.getByRole('button', { name: /^Включить за/ }).click();
  await page.getByText('Включили «Детский»').waitFor();

  await page.getByRole('switch', { name: 'ТВ без приставки', checked: true }).click();
  await dialog.getByText('Отключим:').waitFor();
  await dialog.getByRole('button', { name: 'Отключить' }).click();
  await page.waitForURL('**/lk/tv/create');
  expect(await users('tv')).toEqual([]);
  expect(faults).toEqual([]);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await context.close();
});

test('two tabs: one change succeeds, the other tab shows the reason', async () => {
  const { pass, users } = await signedIn(100001);
  const [service] = await users('internet');
  const [one, other] = await Promise.all([visit(browser, { pass }), visit(browser, { pass })]);
  for (const { page } of [one, other]) await open(page, `internet/${service?.user_id}`);
  const ask = async (page: Page, name: string, group: string) => {
    await unfold(page, group);
    await page.getByRole('switch', { name }).click();
    await page.getByRole('dialog').getByText('Останется на счёте').waitFor();
  };
  await ask(one.page, 'Второй статический адрес', 'Адрес в сети');
  await ask(other.page, 'Антивирус на 3 устройства', 'Безопасность');
  await one.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Включить за/ })
    .click();
  await one.page.getByText('Включили «Второй статический адрес»').waitFor();
  await other.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Включить за/ })
    .click();
  await other.page.getByText(/изменили в другом окне/).waitFor();
  await other.page.getByRole('switch', { name: 'Второй статический адрес', checked: true }).waitFor();
  await Promise.all([one.context.close(), other.context.close()]);
});
