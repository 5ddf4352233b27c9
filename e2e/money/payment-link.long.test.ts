import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, passOf, visit, type Theme } from '../harness/browser.ts';
import { fits, sound } from '../harness/looks.ts';
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

/** The owner makes a link for these words. */
async function linkFor(page: Page, words: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Сделать ссылку' }).click();
  await dialog.getByLabel('За что').fill(words);
  await dialog.getByRole('button', { name: 'Сделать ссылку' }).click();
  const link = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  return link;
}

/** The bill as a relative sees it. */
async function opened(link: string, width: number, theme: Theme = 'light') {
  const payer = await visit(browser, { width, theme });
  await payer.page.goto(link);
  return payer;
}

test('a relative pays by a link without signing in; the owner is thanked, and the link is over', async () => {
  const owner = await visit(browser, { width: 1440, pass: await passOf(browser, server.url, 100_001) });
  await owner.page.goto(`${server.url}/lk/payment/i`);
  const dialog = owner.page.getByRole('dialog');
  await owner.page.getByRole('button', { name: 'Сделать ссылку' }).click();
  await dialog.getByRole('button', { name: 'Сделать ссылку' }).click();
  await dialog.getByText('Напишите, за что платить').waitFor();
  await sound(owner.page, 'ask-form');
  await dialog.getByLabel('За что').fill('За интернет мамы');
  await dialog.getByRole('button', { name: 'Сделать ссылку' }).click();
  const link = await dialog.locator('code').innerText();
  expect(link).toMatch(/\/lk\/support\/pay#[a-z2-9]{26}$/);
  await sound(owner.page, 'ask-made');
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await owner.page.getByText('Ждёт оплаты').waitFor();
  await sound(owner.page, 'ask-card');

  const payer = await opened(link, 360);
  await payer.page.getByRole('heading', { name: 'За интернет мамы' }).waitFor();
  // Neither a name, nor a number, nor an address, nor the balance.
  const shown = await payer.page.locator('body').innerText();
  for (const secret of ['100001', 'Кузнецов', 'Мария', 'Юбилейная', '1 234', '1 040 217']) {
    expect(shown.replaceAll(/[\u00a0\u202f]/g, ' ')).not.toContain(secret);
  }
  await sound(payer.page, 'bill');
  await payer.page.getByLabel('Почта для чека').fill('илья');
  await payer.page.getByRole('button', { name: /^Оплатить/ }).click();
  await payer.page.getByText(/Укажите адрес почты/).waitFor();
  await fits(payer.page, 'bill-wrong');
  await payer.page.getByLabel('Почта для чека').fill('ilya@mail.example');
  await payer.page.getByLabel('Пара слов от вас').fill('Это от Ильи');
  await payer.page.getByRole('button', { name: /^Оплатить/ }).click();
  const bank = payer.page.getByRole('link', { name: 'Открыть банк на этом устройстве' });
  await bank.waitFor();
  await sound(payer.page, 'bill-waits');
  const atBank = await payer.context.newPage();
  await atBank.goto((await bank.getAttribute('href'))!);
  await atBank
    .getByRole('button', { name: /^Оплатить/ })
    .first()
    .click();
  await payer.page.getByRole('heading', { name: 'Оплачено, спасибо' }).waitFor();
  await sound(payer.page, 'bill-paid');

  // The used link tells nothing, also to who has paid by it.
  await payer.page.reload();
  await payer.page.getByRole('heading', { name: 'Ссылка больше не действует' }).waitFor();
  await sound(payer.page, 'bill-over');

  await owner.page.reload();
  await owner.page.getByText('Оплачено, спасибо').waitFor();
  await owner.page.getByText('Написали вам: «Это от Ильи»').waitFor();
  await fits(owner.page, 'ask-paid');
  await owner.page.goto(`${server.url}/lk/`);
  await owner.page
    .getByText(/по\sвашей\sссылке/)
    .first()
    .waitFor();
  expect(owner.faults).toEqual([]);
  expect(payer.faults.filter((fault) => !/^(?:401|410|422) /.test(fault))).toEqual([]);
  await Promise.all([owner, payer].map(({ context }) => context.close()));
});

test('a link that the owner has closed is over for its visitor, whatever the width', async () => {
  const owner = await visit(browser, { width: 360, theme: 'dark', pass: await passOf(browser, server.url, 100_003) });
  await owner.page.goto(`${server.url}/lk/payment/i`);
  const link = await linkFor(owner.page, 'Дочке на интернет');
  await fits(owner.page, 'ask-phone');
  for (const [width, theme] of [
    [768, 'dark'],
    [1440, 'light'],
  ] as const) {
    const payer = await opened(link, width, theme);
    await payer.page.getByRole('heading', { name: 'Дочке на интернет' }).waitFor();
    await fits(payer.page, `bill-${width}`);
    await payer.context.close();
  }
  await owner.page.getByRole('button', { name: 'Закрыть: Дочке на интернет' }).click();
  await sound(owner.page, 'ask-end');
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Закрыть ссылку' }).click();
  await owner.page.getByText('Закрыта', { exact: true }).waitFor();
  const payer = await opened(link, 360);
  await payer.page.getByRole('heading', { name: 'Ссылка больше не действует' }).waitFor();
  await Promise.all([owner, payer].map(({ context }) => context.close()));
});
