import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addDays, addMonths, dayIn } from '@kabinet/contract/kernel/day';
import { Client } from '../harness/api.ts';
import {
  moneyText,
  openBrowser,
  overflow,
  passOf,
  settled,
  textOf,
  told,
  tokenOf,
  violations,
  visit,
  type Pass,
} from '../harness/browser.ts';
import { atTheBank, codeOn } from '../harness/paying.ts';
import { qrReader } from '../harness/qr.ts';
import { Server } from '../harness/server.ts';

const dayMonth = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' });

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

const enter = async (who: number): Promise<{ pass: Pass; client: Client }> => {
  const pass = await passOf(browser, server.url, who);
  return { pass, client: new Client(server.url, tokenOf(pass)) };
};

/** How many notifications of the bank the portal has accepted. */
async function accepted(): Promise<number> {
  const metrics = await (await fetch(server.metricsUrl)).text();
  const count = /^kabinet_http_request_seconds_count\{method="POST",route="\/gateway\/sandbox",status="200"\} (\d+)$/m;
  return Number(count.exec(metrics)?.[1] ?? 0);
}
/** A job applies a notification at once; a second credit would exist by then. */
const SETTLING_MS = 1000;

/** Marks the page: a reload would remove the mark. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

test('in debt: shows the debt; a payment by one tap and a QR restores everything without a reload', async () => {
  const { pass, client } = await enter(100002);
  const visited = await visit(browser, { pass });
  const { page } = visited;
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await mark(page);
  expect(await textOf(page, 'main')).toMatch(
    /Чтобы всё заработало 817 ₽ Хватит до .* На счетах: интернет −628,50 ₽, телефон −187,40 ₽/,
  );
  await page.getByRole('link', { name: /^Заплатить 817.₽$/ }).click();
  await page.waitForURL('**/lk/payment/i/629?t=188');
  const code = codeOn(visited);
  await code.waitFor();
  const payload = await page.getByRole('link', { name: 'Оплатить с этого устройства' }).getAttribute('href');
  expect(payload).toMatch(new RegExp(`^${server.url}/sandbox/bank/`));
  await expect.poll(() => readQr(code)).toBe(payload);

  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener('accountChanged', (event) => heard.push((event as CustomEvent).detail));
  });
  const bank = await atTheBank(visited, /^Оплатить 817/);
  expect(await textOf(bank)).toContain('счета «Интернет» 629 ₽ и «Телефон» 188 ₽');
  expect(await textOf(bank)).toContain('Оплачено. Баланс обновится за минуту');
  await bank.close();

  await page.getByText('Оплата прошла').waitFor();
  await told(page, /Деньги пришли: \+817.*На оба счёта/);
  // Charges were due yesterday, so the next ones are due a month later.
  const last = dayMonth.format(Date.parse(addMonths(addDays(dayIn('Europe/Samara', new Date()), -1), 1)));
  // The calls of this month, if there were any, are charged on the first of the next one.
  const ofTelephone = `(?:${last}|1 [а-я]+)`;
  await expect
    .poll(() => textOf(page, 'h1'))
    .toMatch(new RegExp(`^5 услуг снова работают, денег хватит до ${ofTelephone}$`));
  await expect
    .poll(() => textOf(page, 'main'))
    .toMatch(
      new RegExp(`На счёте «Интернет» 0,50 ₽, хватит до ${last} На счёте «Телефон» 0,60 ₽, хватит до ${ofTelephone}`),
    );
  const way = page.getByRole('list', { name: 'Как шёл платёж' });
  for (const name of ['Интернет', 'ТВ', '+7 8482 00-34-12'])
    await way.getByText(`Включили: ${name}`, { exact: true }).waitFor();
  expect((await way.getByRole('listitem').allInnerTexts()).join(' ').replace(/\s+/g, ' ')).toMatch(
    /^Вы открыли оплату \d\d:\d\d Банк сообщил: оплачено \d\d:\d\d Деньги на обоих счетах \d\d:\d\d Включили: /,
  );
  expect(await violations(page)).toEqual([]);
  expect(await textOf(page, 'header')).toContain('0,50 ₽');
  expect(await page.evaluate(() => (window as { heard?: unknown }).heard)).toEqual([
    { account: 'i', before: '-628.50', balance: '0.50' },
    { account: 't', before: '-187.40', balance: '0.60' },
  ]);

  await page.getByRole('link', { name: 'На главную', exact: true }).click();
  // In the last days of a month home asks for the price of the month's calls instead.
  await page
    .getByRole('heading', { level: 1, name: /^Олег Викторович, (всё работает|пора пополнить телефон)$/ })
    .waitFor();
  expect(await isMarked(page)).toBe(true);
  expect(visited.faults).toEqual([]);
  expect(await client.balances()).toEqual(['0.50', '0.60']);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await visited.context.close();
});

test('uses the sum of the address for the code, and credits a double payment once', async () => {
  const { pass, client } = await enter(100003);
  const before = Number(await client.balance());
  const after = (before + 1500.5).toFixed(2);
  const visited = await visit(browser, { pass });
  const { page } = visited;
  await page.goto(`${server.url}/lk/payment/i/1500,50`);
  await codeOn(visited).waitFor();
  expect((await page.getByLabel('Сумма').inputValue()).replace(/\s/g, ' ')).toBe('1 500,50');

  const heard = await accepted();
  const bank = await atTheBank(visited, /^Оплатить дважды/);
  expect(await textOf(bank)).toContain('Кабинет зачислит деньги один раз');
  await page.getByText('Оплата прошла').waitFor();
  await expect.poll(() => textOf(page, 'main')).toContain(`Теперь на счёте ${moneyText(after)}`);
  // Two operations, each notified twice.
  await expect.poll(accepted).toBe(heard + 4);
  await pause(SETTLING_MS);
  expect(await client.balance()).toBe(after);
  const { items } = await client.ask(contract.internetAccount.statPayments, { query: { limit: 10 } });
  expect(items.filter(({ amount }) => amount === '1500.50')).toHaveLength(1);
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  expect(visited.faults).toEqual([]);
  await visited.context.close();
});

test('on a phone: one tap opens the bank, the page waits for it, and shows the result in place', async () => {
  const { pass } = await enter(100003);
  const { page, context, faults } = await visit(browser, { width: 360, touch: true, pass });
  await page.goto(`${server.url}/lk/payment/i`);
  await settled(page);
  await page.getByLabel('Сумма').fill('300');
  await page.getByRole('button', { name: /^Заплатить 300.₽$/ }).tap();
  await page.waitForURL('**/sandbox/bank/**');
  const bank = page.url();

  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Ждём банк' }).waitFor();
  expect(page.url()).toMatch(/\/payment\/i\/300$/);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  expect(await page.getByRole('link', { name: 'Открыть банк ещё раз' }).getAttribute('href')).toBe(bank);
  const elsewhere = await context.newPage();
  await elsewhere.goto(bank);
  await elsewhere.getByRole('button', { name: /^Оплатить 300/ }).click();
  await elsewhere.getByRole('status').waitFor();
  await elsewhere.close();

  await page.getByRole('heading', { level: 1, name: /^Оплачено 300/ }).waitFor();
  await page.getByText('Оплата прошла').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(faults).toEqual([]);
  await context.close();
});
