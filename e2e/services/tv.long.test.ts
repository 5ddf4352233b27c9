import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, overflow, passOf, settled, tokenOf, violations, visit } from '../harness/browser.ts';
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

test('on a phone: compares channels, changes the TV plan, which is applied, returns without loss, finds a channel', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const client = new Client(server.url, tokenOf(pass));
  const [tv] = await client.ask(contract.user.list, { query: { user_type: 'tv' } });
  const before = await client.balance();
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/tv/${tv?.user_id}`);
  await settled(page);
  await page.getByRole('button', { name: 'Сравнить тарифы' }).click();
  await page.getByText('Добавится 68 каналов').waitFor();
  await page.getByText('Уйдёт 4 канала').waitFor();
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
  await page.getByRole('button', { name: 'Выбрать: «Большой»' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Останется на счёте').waitFor();
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
  await dialog.getByRole('button', { name: /^Перейти (сейчас|за)/ }).click();
  await page.getByRole('region', { name: 'Тариф «Большой»' }).waitFor();
  // A platform that is quick enough is never seen at work: the page says «Применено» only after «Применяется…».
  const isApplied = async () => (await client.ask(contract.user.list, { query: { user_type: 'tv' } }))[0]?.is_applied;
  await expect.poll(isApplied).toBe(true);
  await page.getByRole('button', { name: 'Вернуть прежний тариф' }).click();
  await dialog.getByText('Останется на счёте').waitFor();
  await dialog.getByRole('button', { name: 'Вернуть прежний тариф' }).click();
  await page.getByRole('region', { name: 'Тариф «Домашний»' }).waitFor();
  // The plan may be drawn before its dialog has closed, and below an open dialog nothing takes text.
  await dialog.waitFor({ state: 'detached' });
  expect(await client.balance()).toBe(before);
  await page.getByRole('searchbox', { name: 'Найти канал' }).fill('премьера 1');
  await page.getByText('в пакете «Кино»').waitFor();
  expect(faults).toEqual([]);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await context.close();
});
