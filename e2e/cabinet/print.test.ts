import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, sizeOf, tokenOf, visit } from '../harness/browser.ts';
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

/** A folder for the pages as they are printed; none are written without it. */
const FOLDER = process.env['PICTURES'];

/** The width of A4 between its margins, in CSS pixels. */
const PAPER = { width: 688, height: 1000 };

/** Runs in the page: what must not be on paper and is. */
function faultsOnPaper(): string[] {
  const shown = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const pressed = shown(
    'nav, header button, select, dialog, [role="group"] > button, button[class*="button-"], a[class*="button-button"], a[href="#main"], [aria-label="Уведомления"], .splash',
  ).map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent.slice(0, 40)}`);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const brightness = (colour: string): number => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return 255 + (alpha / 255) * ((red + green + blue) / 3 - 255);
  };
  const dark = shown('html, body, main, main section, main article, main li').filter(
    (one) => brightness(getComputedStyle(one).backgroundColor) < 200,
  );
  const pale = shown('main h1, main h2, main h3, main p, main dt, main dd').filter(
    (one) => one.textContent !== '' && brightness(getComputedStyle(one).color) > 150,
  );
  return [
    ...pressed,
    ...dark.map((one) => `dark: ${one.tagName} ${one.className}`),
    ...pale.map((one) => `pale: ${one.textContent.slice(0, 40)}`),
    ...(document.documentElement.scrollWidth > window.innerWidth ? ['wider than the paper'] : []),
  ];
}

async function print(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  const faults = await page.evaluate(faultsOnPaper);
  if (FOLDER !== undefined) {
    await page.screenshot({ path: `${FOLDER}/print-${name}.png`, fullPage: true });
    await page.pdf({ path: `${FOLDER}/print-${name}.pdf`, preferCSSPageSize: true });
  }
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(sizeOf(1440));
  return faults.map((fault) => `${name}: ${fault}`);
}

test('history, statement, contacts, settings, an order and a payment are printed light, without what is pressed, also from a dark screen', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const [order] = (await new Client(server.url, tokenOf(pass)).ask(contract.support.getOrders, {})).items;
  const { page, context } = await visit(browser, { width: 1440, theme: 'dark', pass });
  // The theme that the client has chosen is stronger than that of his system, and no stronger than paper.
  await context.addCookies([{ name: 'theme', value: 'dark', url: `${server.url}/lk/` }]);
  const faults: string[] = [];
  const pages = {
    home: '',
    history: 'payments-history/i',
    settings: 'settings',
    contacts: 'support/contacts',
    orders: 'support/orders',
    order: `support/order?id=${order?.order_id}`,
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${server.url}/lk/${path}`);
    await settled(page);
    faults.push(...(await print(page, name)));
  }
  await page.goto(`${server.url}/lk/payment/i/629`);
  const code = page.getByRole('main').getByRole('img', { name: /QR-код для оплаты/ });
  await code.waitFor();
  await settled(page);
  faults.push(...(await print(page, 'payment')));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  expect(await code.evaluate((svg) => getComputedStyle(svg.parentElement!).backgroundColor)).toBe('rgb(255, 255, 255)');
  expect((await code.boundingBox())?.width).toBeGreaterThan(150);
  // Provider and contract stand on every sheet.
  expect(await page.getByText('Договор 100001').first().isVisible()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});
