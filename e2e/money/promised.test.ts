import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import {
  openBrowser,
  overflow,
  passOf,
  settled,
  shifted,
  tokenOf,
  violations,
  visit,
  withoutStream,
} from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());
// There is one debtor, and each journey ends his debt.
beforeEach(async () => void (server = await Server.start({ BURST: '1000' })));
afterEach(() => server.remove());

const wholeRoubles = (money: string): string => money.replace(/\.00$/, '');
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

test('in debt: takes a promised payment, restores the services, shows its end, pays it off', async () => {
  const pass = await passOf(browser, server.url, 100002);
  const client = new Client(server.url, tokenOf(pass));
  const visited = await visit(browser, { width: 360, pass });
  const { page, context, faults } = visited;
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await mark(page);

  const trouble = page.getByRole('region', { name: 'Чтобы всё заработало' });
  // One sum on the whole screen, and one button that pays it.
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /^(Заплатить|Пополнить)/ })
      .allInnerTexts(),
  ).toEqual(['Заплатить 817\u00a0₽']);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2500);
  await trouble.getByRole('button', { name: /Включить на.3.дня/ }).click();
  const dialog = page.getByRole('dialog');
  // The calls of this month are charged on the first of the next one, which may be within the three days.
  const ofTelephone = wholeRoubles(
    (await client.ask(contract.promisedPayment.get, { query: { p: 't' } })).offer!.to_pay,
  );
  expect(Number(ofTelephone)).toBeGreaterThanOrEqual(188);
  expect(await dialog.innerText().then((text) => text.replace(/\s+/g, ' ').replaceAll('\u2060', ''))).toMatch(
    new RegExp(
      `Счёт «Интернет» Стоит 30 ₽ Действует до .*23:59 Заработают Интернет, ТВ, SIP-телефония, Почта Станет на счёте −658,50 ₽ Заплатить к концу срока 659 ₽ Счёт «Телефон» Стоит Бесплатно .* Заплатить к концу срока ${ofTelephone} ₽`,
    ),
  );
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /Взять до/ }).click();

  await page.getByText('Обещанный платёж включён').waitFor();
  await page.getByRole('heading', { level: 1, name: /всё работает/ }).waitFor();
  const strip = page.getByRole('region', { name: 'Обещанный платёж' });
  expect(await strip.innerText()).toMatch(/до.*23:59\s+Ещё 3.дня/);
  expect(await overflow(page)).toBe(0);
  const users = await client.ask(contract.user.list, {});
  expect(users.filter(({ reason }) => reason === 'debt')).toEqual([]);
  expect(await client.balances()).toEqual(['-658.50', '-187.40']);

  await strip.getByRole('link', { name: /Погасить 659/ }).click();
  await page.waitForURL('**/lk/payment/i/659');
  await page.getByRole('heading', { name: 'Что впереди' }).waitFor();
  await page.getByText('Закончится обещанный платёж').first().waitFor();
  // On a phone the button would leave this page and open the bank's application.
  const link = await page.getByRole('link', { name: /^Заплатить 659.₽$/ }).getAttribute('href');
  const bank = await context.newPage();
  await bank.goto(link ?? '');
  await bank.getByRole('button', { name: /^Оплатить 659/ }).click();
  await bank.getByRole('status').waitFor();
  await bank.close();

  await page.getByText('Оплата прошла').waitFor();
  expect(await isMarked(page)).toBe(true);
  expect(faults).toEqual([]);
  expect(await client.ask(contract.internetAccount.get, {})).toMatchObject({
    balance: '0.50',
    credit_limit: '0.00',
    blocked: false,
  });
  expect((await client.ask(contract.notice.getMessages, {})).map(({ title }) => title)).toContain(
    'Обещанный платёж погашен',
  );
  await page.getByText('Закончится обещанный платёж').nth(1).waitFor({ state: 'detached' });
  expect(await server.operator('ledger', 'verify')).toMatchObject({ code: 0 });
  await context.close();
});

test('only the telephone in debt, two tabs: home offers one, the second tab shows why not, and one is taken', async () => {
  const pass = await passOf(browser, server.url, 100002);
  const client = new Client(server.url, tokenOf(pass));
  await client.ask(contract.promisedPayment.take, { body: { p: 'i' } });
  const [one, other] = await Promise.all([visit(browser, { pass }), visit(browser, { pass })]);
  await withoutStream(other);
  const purse = one.page.getByRole('region', { name: /Счёт «Телефон»/ });
  for (const [{ page }, path, place] of [
    [one, '', purse],
    [other, 'payment/t', other.page.getByRole('main')],
  ] as const) {
    await page.goto(`${server.url}/lk/${path}`);
    await settled(page);
    await place.getByRole('button', { name: /Взять на 3 дня/ }).click();
  }
  expect(await shifted(one.page)).toBeLessThanOrEqual(0.02);
  expect(await violations(one.page)).toEqual([]);
  const [way] = await client.ask(contract.promisedPayment.inDebt, {});
  expect((await purse.innerText()).replace(/\s+/g, ' ')).toContain(
    `Телефон включится сразу, хватит до ${dayText(way!.after.lasts_until!)}. На счёте останется 0,60 ₽.`,
  );
  expect(await purse.getByRole('link', { name: /Заплатить 188/ }).getAttribute('href')).toBe('/lk/payment/t/188');
  await one.page.getByRole('button', { name: /Взять до/ }).click();
  await one.page.getByText('Обещанный платёж включён').waitFor();
  await one.page.getByRole('heading', { level: 1, name: /всё работает/ }).waitFor();
  expect((await purse.innerText()).replace(/\s+/g, ' ')).toMatch(/Обещанный платёж до .*23:59/);
  await purse.getByRole('link', { name: 'Погасить обещанный платёж' }).waitFor();
  await other.page.getByRole('button', { name: /Взять до/ }).click();
  await other.page.getByText('Обещанный платёж не включён').waitFor();
  await other.page.getByText('Обещанный платёж уже действует').waitFor();
  const { active } = await client.ask(contract.promisedPayment.get, { query: { p: 't' } });
  await other.page.getByRole('link', { name: new RegExp(`Погасить ${wholeRoubles(active!.to_pay)}`) }).waitFor();
  expect([...one.faults]).toEqual([]);
  await Promise.all([one.context.close(), other.context.close()]);
});

const dayText = (day: string): string =>
  new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(day));
