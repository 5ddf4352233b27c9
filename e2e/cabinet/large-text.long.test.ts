import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOfLargeText } from '../harness/in-page/large-text-faults.ts';
import { openBrowser, overflow, passOf, settled, visitToStay, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

// Text of 200 % as a client sets it in the browser: sizes and breakpoints follow, and nothing is lost.

const NUMBER = '78482003107';
const TWICE = 32;

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100_001);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const SCREENS = ['', 'payment/i', 'payments-history/i', 'settings', `telephone/${NUMBER}`, 'support/orders'];

test.for([360, 1440])(
  'with twice the text, at %i px nothing is cut off, laid over another or broken',
  async (width) => {
    const { page, context } = await visitToStay({ width, pass, text: TWICE });
    for (const path of SCREENS) {
      await page.goto(`${server.url}/lk/${path}`);
      await settled(page);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${TWICE}px`);
      expect.soft(await overflow(page), path).toBe(0);
      expect.soft(await page.evaluate(faultsOfLargeText), path).toEqual([]);
    }
    await context.clearCookies();
    await page.goto(`${server.url}/lk/login`);
    await settled(page);
    expect.soft(await overflow(page), 'login').toBe(0);
    expect.soft(await page.evaluate(faultsOfLargeText), 'login').toEqual([]);
  },
);
