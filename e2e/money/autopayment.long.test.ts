import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { Client, eventually } from '../harness/api.ts';
import { openBrowser, overflow, passOf, settled, textOf, tokenOf, violations, visit } from '../harness/browser.ts';
import { qrReader } from '../harness/qr.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
let readQr: ReturnType<typeof qrReader>;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  readQr = qrReader(browser);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('binds an account at the bank, charges it a day after the notice, unbinds it in one tap', async () => {
  const pass = await passOf(browser, server.url, 100002);
  const client = new Client(server.url, tokenOf(pass));
  const before = await client.balance();
  const visited = await visit(browser, { pass });
  const { page, context } = visited;
  const card = page.getByRole('region', { name: 'Автоплатёж' });
  const state = () => client.ask(contract.autopayment.get, { query: { p: 'i' } });

  await page.goto(`${server.url}/lk/payment/i`);
  await settled(page);
  await card.getByRole('button', { name: 'Настроить автоплатёж' }).click();
  const dialog = page.getByRole('dialog', { name: 'Подключить автоплатёж?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const opener = card.getByRole('button', { name: 'Настроить автоплатёж' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await opener.click();
  await dialog.getByRole('button', { name: /^7.дней/ }).click();
  await dialog.getByLabel('Другой предел').fill('5000');
  await dialog.getByText(/меньше чем на.7.дней.*не.больше.5.000/).waitFor();
  expect(await violations(page)).toEqual([]);
  // In debt: the page shows the first charge before the client agrees.
  const { next: told } = (await state()).offer.chosen;
  expect((await dialog.innerText()).replace(/\s+/g, ' ').replaceAll('\u2060', '')).toContain(
    'Из них за долг 628,50 ₽ Заработают Интернет, ТВ, SIP-телефония, Почта После него на счёте 0,50 ₽',
  );
  await dialog.getByRole('button', { name: 'Согласиться и подключить' }).click();

  const code = card.getByRole('img', { name: /подключения автоплатежа/ });
  await code.waitFor();
  const link = card.getByRole('link', { name: 'Подключить с этого устройства' });
  const payload = await link.getAttribute('href');
  // The sheet may still slide over the code.
  await expect.poll(() => readQr(code)).toBe(payload);
  const opened = context.waitForEvent('page');
  await link.click();
  const bank = await opened;
  await bank.getByRole('button', { name: 'Подключить' }).click();
  await bank.getByText('Счёт привязан').waitFor();
  await card.getByText('Работает').waitFor();

  const { next } = await state();
  expect(await server.operator('autopayment', 'run')).toMatchObject({ code: 0 });
  expect(JSON.stringify(await client.ask(contract.notice.getMessages, {})).replaceAll('\u00a0', ' ')).toContain(
    'по автоплатежу',
  );
  expect(await client.balance()).toBe(before);
  expect(await server.operator('autopayment', 'run', addDays(next!.day as Day, 1))).toMatchObject({ code: 0 });
  const paid = await eventually(state, ({ attempts }) => attempts[0]?.state === 'paid');
  expect(paid.attempts).toMatchObject([{ amount: next!.amount, try: 1, state: 'paid' }]);
  expect(paid.attempts[0]!.amount).toBe(told!.amount);
  expect(await client.ask(contract.internetAccount.get, {})).toMatchObject({
    balance: told!.balance_after,
    lasts_until: told!.lasts_until,
    blocked: false,
  });
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  expect(await server.operator('receipts', 'failed')).toMatchObject({ code: 0, output: 'Все чеки пробиты\n' });

  await page.reload();
  await settled(page);
  await card.getByText('Попытки списания').click();
  await card.getByText('Деньги пришли на счёт').waitFor();
  expect(await overflow(page)).toBe(0);
  await card.getByRole('button', { name: 'Отключить' }).click();
  await card.getByText('Автоплатёж отключён, ничего не спишем.').waitFor();
  await eventually(
    async () => {
      await bank.reload();
      return textOf(bank);
    },
    (words) => words.includes('Счёт отвязан'),
  );
  expect(await textOf(bank)).toContain('Счёт отвязан');
  expect(visited.faults).toEqual([]);
  await context.close();
});

test('the QR of a bank transfer contains the details that the page shows', async () => {
  const pass = await passOf(browser, server.url, 100003);
  const client = new Client(server.url, tokenOf(pass));
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/payment/i`);
  await settled(page);
  const sum = (await page.getByLabel('Сумма').inputValue()).replace(/\s/g, '').replace(',', '.');
  const card = page.getByRole('region', { name: 'Банковский перевод' });
  await card.getByText('QR-код и реквизиты').click();
  const { transfer } = await client.ask(contract.payment.options, { query: { p: 'i', amount: sum } });
  const code = card.getByRole('img', { name: 'Код с реквизитами для перевода' });
  await code.scrollIntoViewIfNeeded();
  await expect.poll(() => readQr(code)).toBe(transfer!.qr);
  expect(transfer!.qr).toContain(`|Sum=${Math.round(Number(sum) * 100)}|`);
  expect(await textOf(page, 'main')).toContain(transfer!.account);
  await context.close();
});
