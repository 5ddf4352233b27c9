import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addDays, day } from '@kabinet/contract/kernel/day';
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
    suspension: () => client.ask(contract.suspension.get, { params }),
    service: () => client.ask(contract.user.get, { params }),
    balance: async () => (await client.balances())[0],
  };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('region', { name: /^Приостанов/ }).waitFor();
  await settled(page);
}

/** The balance after the change that a dialog shows, in wire format. */
async function leftTold(page: Page): Promise<string | undefined> {
  await page.getByRole('dialog').getByText('Останется на счёте').waitFor();
  const told = await textOf(page, 'dialog[open]');
  return /Останется на счёте ([\d ]+,\d\d)/.exec(told)?.[1]?.replaceAll(' ', '').replace(',', '.');
}

test('plans and cancels a suspension on a phone, then starts one and returns early, at the prices of the previews', async () => {
  const { pass, address, suspension, service, balance } = await signedIn(100001);
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await open(page, address);
  expect(await violations(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  const inAWeek = addDays(day((await suspension()).available_from ?? ''), 7);

  await unfold(page, 'Приостановить');
  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  await dialog.getByLabel('С какого дня', { exact: true }).fill(inAWeek);
  await dialog.getByRole('button', { name: 'Две недели' }).click();
  await dialog.getByText('Останется на счёте').waitFor();
  // The bar at the bottom would cover a part of what the page has been scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await dialog.getByRole('button', { name: /^Приостановить \d/ }).click();
  const planned = page.getByRole('region', { name: 'Пауза назначена' });
  await planned.waitFor();
  expect((await suspension()).current).toMatchObject({ state: 'planned', from: inAWeek, days: 14 });
  await planned.getByRole('button', { name: 'Отменить' }).click();
  await page.getByText('Пауза отменена').waitFor();
  expect((await suspension()).current).toBeNull();

  await unfold(page, 'Приостановить');
  await page.getByRole('button', { name: 'Выбрать дни' }).focus();
  await page.keyboard.press('Enter');
  const left = await leftTold(page);
  await dialog.getByRole('button', { name: 'Приостановить сейчас' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Возобновить' }).waitFor();
  await page.getByText('Услуга отключена').first().waitFor();
  expect([(await service()).state, await balance()]).toEqual(['paused', left]);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await page.getByRole('button', { name: 'Возобновить' }).click();
  const after = await leftTold(page);
  await dialog.getByRole('button', { name: /^Возобновить (сейчас|за)/ }).click();
  await page.getByText(/снова работает/).waitFor();
  expect([(await service()).state, await balance()]).toEqual(['active', after]);
  await page.getByText(/После прошлого раза должно пройти/).waitFor({ state: 'attached' });
  expect(faults).toEqual([]);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await context.close();
});

test('does not offer it in debt, and says why', async () => {
  const { pass, address } = await signedIn(100002);
  const { page, context } = await visit(browser, { pass });
  await open(page, address);
  const card = page.getByRole('region', { name: 'Приостановить' });
  await unfold(page, 'Приостановить');
  await card.getByText(/не\sхватает денег/).waitFor();
  expect(await card.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  await context.close();
});
