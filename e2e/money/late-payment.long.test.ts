import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { Client, eventually } from '../harness/api.ts';
import {
  moneyText,
  openBrowser,
  passOf,
  settled,
  textOf,
  told,
  tokenOf,
  visit,
  type Pass,
} from '../harness/browser.ts';
import { atTheBank, codeOn, stateOn } from '../harness/paying.ts';
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

const enter = async (who: number): Promise<{ pass: Pass; client: Client }> => {
  const pass = await passOf(browser, server.url, who);
  return { pass, client: new Client(server.url, tokenOf(pass)) };
};

test.concurrent('shows on the next visit a payment made while the cabinet was closed', async ({ expect }) => {
  const { pass } = await enter(100005);
  const visited = await visit(browser, { pass });
  const { context, page } = visited;
  await page.goto(`${server.url}/lk/payment/i/410`);
  await codeOn(visited).waitFor();
  const payload = await page.getByRole('link', { name: 'Оплатить с этого устройства' }).getAttribute('href');
  await page.close();

  const bank = await context.newPage();
  await bank.goto(payload ?? '');
  await bank.getByRole('button', { name: /^Оплатить 410/ }).click();
  await bank.getByRole('status').waitFor();
  await bank.close();

  const again = await context.newPage();
  await again.goto(`${server.url}/lk/settings`);
  await told(again, /Деньги пришли: \+410/);
  await again.reload();
  await settled(again);
  expect(await again.getByText(/Деньги пришли/).count()).toBe(0);
  await context.close();
});

test.concurrent('refused, then expired: says so, offers a new code, and credits a late payment', async ({ expect }) => {
  const { pass, client } = await enter(100004);
  const before = await client.balance();
  const after = (Number(before) + 250).toFixed(2);
  const visited = await visit(browser, { pass });
  const { page } = visited;
  await page.goto(`${server.url}/lk/payment/i/250`);
  await codeOn(visited).waitFor();
  const link = page.getByRole('link', { name: 'Оплатить с этого устройства' });
  const first = await link.getAttribute('href');
  await (await atTheBank(visited, /^Отказать/)).close();
  await page.getByRole('alert').getByText('Банк отклонил оплату').waitFor();
  expect(await stateOn(visited)).toBe('Банк отклонил');
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await codeOn(visited).waitFor();
  const second = await link.getAttribute('href');
  expect(second).toContain('/sandbox/bank/');
  expect(second).not.toBe(first);
  expect(await client.balance()).toBe(before);

  const bank = await atTheBank(visited, /^Дать истечь/);
  await page.getByText('Время кода вышло').waitFor();
  expect(await stateOn(visited)).toBe('Время вышло');
  expect(await page.getByRole('button', { name: 'Сделать новый код' }).count()).toBeGreaterThan(0);

  await bank.getByRole('button', { name: 'Оплатить с опозданием' }).click();
  expect(
    await eventually(
      () => client.balance(),
      (balance) => balance === after,
    ),
  ).toBe(after);
  await page.getByText('Оплата прошла').waitFor();
  expect(await textOf(page, 'main')).toContain(`Теперь на счёте ${moneyText(after)}`);
  await visited.context.close();
});
