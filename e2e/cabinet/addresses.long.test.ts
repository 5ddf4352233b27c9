import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillIn, openBrowser, passOf, settled, textOf, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
/** The pass of 100001. */
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('shows a page with a link to home for an unknown address', async () => {
  const { page, context, faults } = await visit(browser, { pass });
  for (const path of ['/lk/nowhere', '/lk/payment/i/abc']) {
    await page.goto(server.url + path);
    await page.getByRole('heading', { level: 1, name: 'Такой страницы нет' }).waitFor();
    expect(await textOf(page, 'main')).toContain('404');
  }
  await settled(page);
  await page.getByRole('link', { name: 'На главную', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Мария Сергеевна/ }).waitFor();
  expect(faults.filter((fault) => !/^404 GET .*\/lk\/(?:nowhere|payment\/i\/abc)$/.test(fault))).toEqual([]);

  const guest = await visit(browser);
  const reply = await guest.page.goto(`${server.url}/lk/nowhere`);
  expect(reply?.status()).toBe(404);
  await guest.page.getByRole('heading', { level: 1, name: 'Такой страницы нет' }).waitFor();
  expect(new URL(guest.page.url()).pathname).toBe('/lk/nowhere');
  await guest.page.getByRole('link', { name: 'Войти в кабинет' }).click();
  await fillIn(guest.page, 100001);
  await guest.page.waitForURL(`${server.url}/lk/`);
  await Promise.all([context.close(), guest.context.close()]);
});

test('every page begins at its top, also by the browser’s Back and Forward', async () => {
  const { page, context } = await visit(browser, { pass, width: 360 });
  const down = async () => {
    await settled(page);
    await page.evaluate(() => window.scrollTo(0, 500));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  };
  const isAtTop = () => expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goto(`${server.url}/lk/`);
  await down();
  await page.getByRole('navigation', { name: 'Быстрые разделы' }).getByRole('link', { name: 'Оплата' }).click();
  await page.getByRole('heading', { level: 1, name: 'Пополнить счёт' }).waitFor();
  await isAtTop();
  await down();
  for (const step of [() => page.goBack(), () => page.goForward()]) {
    const before = page.url();
    await step();
    await page.waitForURL((url) => url.href !== before);
    await settled(page);
    // A browser that puts a page where it was left does so after it is drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
    await isAtTop();
    await down();
  }
  await context.close();
});
