import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { EXTREMES, openBrowser, passOf, settled, THEMES, tokenOf, unfold, visit } from '../harness/browser.ts';
import { fits, sound } from '../harness/looks.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  // The command refuses it where charging has begun, as it has in the demo.
  await server.query(`update charging_source set source = 'external'`);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** Answers the request of this kind that waits. */
async function answer(kind: string, ...words: string[]): Promise<void> {
  const { output } = await server.operator('billing', 'requests', '--json');
  const { requests } = JSON.parse(output) as { requests: { request_no: number; kind: string }[] };
  const found = requests.find((request) => request.kind === kind);
  expect(await server.operator('billing', 'answer', String(found?.request_no), ...words)).toMatchObject({ code: 0 });
}

test('on a phone: an option and a pause are handed over, wait, and show what the operator has answered', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const client = new Client(server.url, tokenOf(pass));
  const [service] = await client.ask(contract.user.list, { query: { user_type: 'internet' } });
  const address = `${server.url}/lk/internet/${String(service?.user_id)}`;
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await page.goto(address);
  await settled(page);
  const dialog = page.getByRole('dialog');
  await unfold(page, 'Опции тарифа');
  await page.getByRole('switch', { name: 'Второй роутер' }).click();
  await dialog.getByText('Решает оператор.').waitFor();
  await sound(page, 'another-billing-option');
  await dialog.getByRole('button', { name: 'Передать оператору' }).click();
  await page.getByText(/^Передали оператору в.\d\d:\d\d\. Ответ покажем здесь\.$/).waitFor();
  await unfold(page, 'Приостановить');
  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  await dialog.getByText('Решает оператор.').waitFor();
  await sound(page, 'another-billing-pause');
  await dialog.getByRole('button', { name: 'Передать оператору' }).click();
  await expect.poll(() => page.getByText(/^Передали оператору в.\d\d:\d\d\. Ответ/).count()).toBe(2);

  for (const width of EXTREMES)
    for (const theme of THEMES) {
      const look = await visit(browser, { width, theme, pass });
      await look.page.goto(address);
      await settled(look.page);
      await unfold(look.page, 'Опции тарифа');
      await look.page
        .getByText(/^Передали оператору/)
        .nth(1)
        .waitFor();
      await fits(look.page, `another-billing-waits-${String(width)}-${theme}`);
      expect(look.faults).toEqual([]);
      await look.context.close();
    }

  await answer('option', 'confirmed');
  await answer('pause', 'refused', '--reason=Паузы дают с первого числа.');
  await page.reload();
  await page.getByRole('switch', { name: 'Второй роутер', checked: true }).waitFor();
  await page.getByText(/^Оператор отказал: Паузы дают с.первого числа\.$/).waitFor();
  await sound(page, 'another-billing-answered');
  expect(faults).toEqual([]);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await context.close();
});

test('a debtor asks the operator for a promised payment, and is told no sum and no day', async () => {
  const pass = await passOf(browser, server.url, 100002);
  for (const width of EXTREMES)
    for (const theme of THEMES) {
      const look = await visit(browser, { width, theme, pass });
      await look.page.goto(`${server.url}/lk/payment/i`);
      const card = look.page.getByRole('region', { name: 'Обещанный платёж' });
      await card.getByRole('button', { name: 'Передать оператору' }).waitFor();
      expect(await card.textContent()).not.toContain('₽');
      await fits(look.page, `another-billing-promise-${String(width)}-${theme}`);
      await look.context.close();
    }
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  // The telephone's account is in debt, too: one sum and one request are for both.
  const due = page.getByRole('region', { name: 'К оплате' });
  await due.getByRole('link', { name: /^Заплатить 817/ }).waitFor();
  await due.getByRole('button', { name: 'Передать оператору' }).click();
  await page.getByText(/^Передали оператору в.\d\d:\d\d\. Ответ/).waitFor();
  await sound(page, 'another-billing-debtor');
  await answer('promise', 'confirmed');
  await answer('promise', 'confirmed');
  await page.reload();
  await page.getByText(/^Оператор согласился/).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
