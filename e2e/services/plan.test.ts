import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import {
  openBrowser,
  overflow,
  passOf,
  settled,
  textOf,
  tokenOf,
  violations,
  unfold,
  visit,
} from '../harness/browser.ts';
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

async function signedIn(who: number) {
  const pass = await passOf(browser, server.url, who);
  const client = new Client(server.url, tokenOf(pass));
  const [service] = await client.ask(contract.user.list, { query: { user_type: 'internet' } });
  if (!service) throw new Error(`${who} has no internet`);
  const params = { id: String(service.user_id) };
  return {
    pass,
    address: `${server.url}/lk/internet/${service.user_id}`,
    options: () => client.ask(contract.plan.options, { params }),
    balance: async () => (await client.balances())[0],
  };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Сравнить тарифы' }).click();
  await page.getByRole('button', { name: `Выбрать: «${name}»` }).click();
  await page.getByRole('dialog').getByText('Останется на счёте').waitFor();
}

test('changes a plan by keyboard with the result of the preview, and undoes it without loss', async () => {
  const { pass, address, options, balance } = await signedIn(100001);
  const { page, context, faults } = await visit(browser, { pass });
  const before = await balance();
  await open(page, address);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Сравнить тарифы' }).focus();
  await page.keyboard.press('Enter');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Выбрать: «Волга 500»' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Останется на счёте').waitFor();
  expect(await violations(page)).toEqual([]);
  const told = await textOf(page, 'dialog[open]');
  await dialog.getByRole('button', { name: /^Перейти за/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Теперь «Волга 500»').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Тариф «Волга 500»');
  expect((await options()).plan?.name).toBe('Волга 500');
  const left = /Останется на счёте ([\d ]+,\d\d)/.exec(told)?.[1]?.replaceAll(' ', '').replace(',', '.');
  expect(await balance()).toBe(left);
  await page.getByRole('region', { name: 'Тариф «Волга 500»' }).waitFor();

  await page.getByRole('button', { name: 'Вернуть прежний тариф' }).click();
  await dialog.getByText('Останется на счёте').waitFor();
  await dialog.getByRole('button', { name: 'Вернуть прежний тариф' }).click();
  await page.getByText('Вернули прежний тариф').waitFor();
  expect([(await options()).plan?.name, await balance()]).toEqual(['Волга 300', before]);
  await page.getByRole('region', { name: 'Тариф «Волга 300»' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('on a phone: plans and cancels a change, switches an option on, plans and cancels its end', async () => {
  const { pass, address, options } = await signedIn(100001);
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await open(page, address);
  await choose(page, 'Волга 100');
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: /^Перейти 1/ }).click();
  await page.getByText('Смена запланирована').waitFor();
  expect((await options()).planned?.plan.name).toBe('Волга 100');
  await page.getByRole('button', { name: 'Отменить переход' }).click();
  await page.getByText('Смена тарифа отменена').waitFor();
  expect((await options()).planned).toBeNull();

  const router = async () => (await options()).options.find(({ name }) => name === 'Второй роутер')?.control.status;
  const dialog = page.getByRole('dialog');
  await unfold(page, 'Опции тарифа');
  await page.getByRole('switch', { name: 'Второй роутер' }).click();
  await dialog.getByText(/^80.₽ в.месяц$/).waitFor();
  await dialog.getByRole('button', { name: /^Включить за/ }).click();
  await page.getByText('Включили «Второй роутер»').waitFor();
  expect(await router()).toBe('on');
  await page.getByRole('switch', { name: 'Второй роутер', checked: true }).click();
  await dialog.getByText(/Оплачена до.конца периода/).waitFor();
  await dialog.getByRole('button', { name: /^Отключить 1/ }).click();
  await page.getByRole('button', { name: 'Оставить «Второй роутер»' }).click();
  await dialog.getByText('Останется на счёте').waitFor();
  await dialog.getByRole('button', { name: 'Оставить' }).click();
  await page.getByText('Оставили «Второй роутер»').waitFor();
  expect(await router()).toBe('on');
  expect(await overflow(page)).toBe(0);
  expect(faults).toEqual([]);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await context.close();
});
