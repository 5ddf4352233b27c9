import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, settled, violationsAt, visit, EXTREMES } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { askAs, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('what is above the threshold waits for a second person, who sees it and agrees; the first one only waits', async () => {
  const anna = await staffPerson(server, 'anna', 'accountant', 'Анна Седова');
  const boris = await staffPerson(server, 'boris', 'owner', 'Борис Громов');
  const [account] = JSON.parse((await server.operator('contract', 'balance', '100001', '--json')).output) as {
    account_no: string;
  }[];
  const charge = {
    account_no: account?.account_no,
    amount: '1500',
    text: 'Замена роутера',
    document: 'А-17',
  };
  expect(await askAs(server, anna, 'charging/once', charge)).toMatchObject({ code: 'second_person_needed' });
  expect(
    await askAs(server, anna, 'approvals/ask', {
      call: 'charge once',
      input: charge,
      reason: 'Роутер абонента сгорел',
    }),
  ).toMatchObject({ approval_id: 1 });

  const own = await visit(browser, { pass: anna.pass });
  await own.page.goto(`${server.url}/staff/approvals`);
  await own.page.getByRole('button', { name: 'Отозвать' }).waitFor();
  expect(await own.page.getByRole('button', { name: /согласиться/ }).count()).toBe(0);

  const { page, faults } = await visit(browser, { pass: boris.pass });
  await page.goto(`${server.url}/staff/approvals`);
  await page.getByRole('heading', { level: 1, name: '1 просьба ждёт вашего согласия' }).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: /согласиться/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/сумма 1.500.₽/)
    .waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Согласиться', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Согласия не ждут' }).waitFor();
  await page.getByText('Сделано').first().waitFor();
  expect(faults).toEqual([]);
});
