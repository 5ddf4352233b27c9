import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from './api.ts';
import {
  openBrowser,
  overflow,
  passOf,
  settled,
  sizeOf,
  textOf,
  tokenOf,
  violations,
  visit,
  type Pass,
} from './browser.ts';
import { Server } from './server.ts';

// Two of the five jobs: «Сменить тариф» and «Заплатить», each one tap from home.

let server: Server;
let browser: Browser;
const CLIENTS = [100001, 100002, 100003, 100004, 100005] as const;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '2000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** A telephone in the hand: its taps are counted. */
async function phoneOf(pass: Pass): Promise<{ page: Page; context: BrowserContext; taps: () => number }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
    timezoneId: 'Europe/Samara',
    reducedMotion: 'reduce',
    storageState: pass,
  });
  const page = await context.newPage();
  let count = 0;
  await page.exposeFunction('tapped', () => (count += 1));
  await page.addInitScript(() => {
    const { tapped } = window as unknown as { tapped: () => void };
    document.addEventListener('touchstart', tapped, true);
  });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  return { page, context, taps: () => count };
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Heights of the mock `internet` at these widths; the page may be 1.3 times as high. */
const MOCK = { 360: 2795, 1440: 1628 } as const;

test.concurrent.for(CLIENTS)(
  '«Сменить тариф» and «Заплатить» of %i: one tap from home to the plan, and one to the sum with its button',
  async (who, { expect }) => {
    const { page, context, taps } = await phoneOf(await passOf(browser, server.url, who));
    await page
      .getByRole('navigation', { name: 'Частые дела' })
      .getByRole('link', { name: /тариф/ })
      .tap();
    await page.waitForURL(/\/internet\/\d+/);
    await page
      .getByRole('region', { name: 'Включено' })
      .getByText(/₽ в\s(месяц|день)/)
      .first()
      .waitFor();
    await settled(page);
    expect(taps()).toBe(1);
    const tree = await page.locator('main').ariaSnapshot();
    expect(tree).toMatch(/heading "Тариф «[^"]+" \[level=2\]/);
    expect(tree).toMatch(/button "(Сравнить|Свернуть) тарифы"/);
    expect(await overflow(page)).toBe(0);

    await page.goBack();
    await page.waitForURL(/\/lk\/$/);
    await page.getByRole('navigation', { name: 'Быстрые разделы' }).getByRole('link', { name: 'Оплата' }).tap();
    const sum = page.getByLabel('Сумма');
    await sum.waitFor();
    await settled(page);
    expect(taps()).toBe(2);
    const typed = (await sum.inputValue()).replace(/\s/g, ' ');
    await page.getByRole('button', { name: new RegExp(`^Заплатить ${typed}.₽$`.replaceAll(' ', '\\s')) }).waitFor();
    expect(await overflow(page)).toBe(0);
    await context.close();
  },
);

test('the page of internet is at most 1.3 times as high as its mock', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const users = await new Client(server.url, tokenOf(pass)).ask(contract.user.list, {});
  const internet = users.find(({ user_type }) => user_type === 'isg')?.user_id ?? 0;
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/internet/${internet}`);
  await page.getByRole('heading', { name: 'Можно подключить' }).waitFor();
  await page.getByRole('heading', { name: 'Приостановить' }).waitFor();
  for (const width of [360, 1440] as const) {
    await page.setViewportSize(sizeOf(width));
    await settled(page);
    expect((await heightOf(page)) / MOCK[width]).toBeLessThanOrEqual(1.3);
  }
  await context.close();
});

test('the ruler is pulled by the keyboard and by a finger, and the sum follows', async () => {
  const { page, context } = await phoneOf(await passOf(browser, server.url, 100001));
  await page.goto(`${server.url}/lk/payment/i`);
  const ruler = page.getByRole('slider', { name: 'До какого дня заплатить' });
  await ruler.waitFor();
  const sums = page.getByRole('group', { name: 'Готовые суммы' }).getByRole('button');
  const chosen = (index: number) => expect.poll(() => sums.nth(index).getAttribute('aria-pressed')).toBe('true');
  await chosen(0);
  await ruler.focus();
  await page.keyboard.press('ArrowRight');
  await chosen(1);
  expect(await ruler.getAttribute('aria-valuetext')).toMatch(/^до .+ \d{4}, .+₽$/);
  const box = (await ruler.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width - 14, box.y + box.height / 2);
  await chosen(2);
  expect(await violations(page)).toEqual([]);
  await context.close();
});

test('after a payment the title says what works again, the way has its times, what is off is named', async () => {
  const { page, context, taps } = await phoneOf(await passOf(browser, server.url, 100002));
  await page
    .getByRole('link', { name: /^Заплатить.629/ })
    .first()
    .tap();
  await page.waitForURL('**/payment/i/629');
  expect(taps()).toBe(1);
  const bankLink = page.getByRole('link', { name: 'Открыть приложение банка' });
  await bankLink.waitFor();
  const bank = await context.newPage();
  await bank.goto((await bankLink.getAttribute('href'))!);
  await bank.getByRole('button', { name: /^Оплатить 629/ }).tap();
  await bank.getByRole('status').waitFor();
  await bank.close();
  await page.getByRole('heading', { level: 1, name: /^4.услуги снова работают/ }).waitFor();
  const way = page.getByRole('list', { name: 'Как шёл платёж' });
  await way.getByText('Включили: Интернет').waitFor();
  expect((await way.getByRole('listitem').allInnerTexts()).join(' ').replace(/\s+/g, ' ')).toMatch(
    /Вы открыли оплату \d\d:\d\d Банк сообщил: оплачено \d\d:\d\d Деньги на счёте \d\d:\d\d Включили: Интернет \d\d:\d\d/,
  );
  await page.getByText(/Ещё отключено за.долг:/).waitFor();
  await page.getByRole('link', { name: /^Заплатить.188/ }).waitFor();
  await page.getByRole('button', { name: 'Настроить автоплатёж' }).waitFor();
  expect(await textOf(page, 'main')).toMatch(/Хватит до \d+ [а-я]+/);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await context.close();
});
