import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import {
  EXTREMES,
  openBrowser,
  overflow,
  passOf,
  settled,
  sizeOf,
  tokenOf,
  visit,
  type Pass,
} from '../harness/browser.ts';
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

const FOLDER = { isg: 'internet', tv: 'tv', sip: 'sip', mail: 'mail' } as const;

/** Each page of the client, one of a kind. */
async function pagesOf(pass: Pass): Promise<string[]> {
  const client = new Client(server.url, tokenOf(pass));
  const users = await client.ask(contract.user.list, {});
  const [number] = await client.ask(contract.telephoneNumber.list, {});
  const services = Object.entries(FOLDER).flatMap(([type, folder]) => {
    const found = users.find(({ user_type }) => user_type === type);
    return found ? [`${folder}/${found.user_id}`] : [];
  });
  const internet = services.find((one) => one.startsWith('internet')) ?? '';
  return [
    '',
    ...services,
    `${internet}/isg`,
    `${internet}/isg/${new Date().toISOString().slice(0, 7)}`,
    ...(number ? [`telephone/${number.phone_number}`, `telephone/calls/${number.phone_number}`] : []),
    'payment/i',
    'payments-history/i',
    'settings',
    'settings/notices',
    'settings/security',
    'speed-test',
    'volga-online',
    'support/orders',
    'no/such/page',
  ];
}

/** Runs in the page: controls below 24 × 24 pixels that have no room around them (WCAG 2.2, 2.5.8), and headings too many. */
function faultsOfLayout(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role="slider"]'),
  ];
  const seen = all.filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).clipPath === 'none',
  );
  const boxes = seen.map((one) => (one.closest('label') ?? one).getBoundingClientRect());
  const isTight = (index: number): boolean => {
    const { x, y, width, height } = boxes[index]!;
    const [midX, midY] = [x + width / 2, y + height / 2];
    return boxes.some((other, at) => {
      if (at === index || seen[at]!.contains(seen[index]!) || seen[index]!.contains(seen[at]!)) return false;
      const away = Math.hypot(
        Math.max(other.left - midX, 0, midX - other.right),
        Math.max(other.top - midY, 0, midY - other.bottom),
      );
      return away < 12;
    });
  };
  const small = seen.filter((one, index) => {
    const { width, height } = boxes[index]!;
    const isInSentence =
      getComputedStyle(one).display === 'inline' && one.closest('p, li, dd, td, figcaption') !== null;
    return width > 0 && Math.min(width, height) < 23.9 && !isInSentence && isTight(index);
  });
  const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length;
  return [
    ...small.map((one) => `too small: ${one.getAttribute('aria-label') ?? one.textContent}`),
    ...(headings === 1 ? [] : [`${headings} headings of the page`]),
  ];
}

async function faultsAt(page: Page, path: string): Promise<string[]> {
  await page.goto(`${server.url}/lk/${path}`);
  await settled(page);
  const found = await page.evaluate(faultsOfLayout);
  for (const width of [NARROWEST, ...BOUNDARIES]) {
    await page.setViewportSize(sizeOf(width));
    const wider = await overflow(page);
    if (wider > 0) found.push(`${wider} px wider than ${width}`);
  }
  await page.setViewportSize(sizeOf(NARROWEST));
  return found.map((fault) => `${path || 'home'}: ${fault}`);
}

const NARROWEST = 320;
/** Where the menu becomes wider: the text has least room there. */
const BOUNDARIES = [768, 1200];

test('all pages fit 320, 768 and 1200 pixels with the largest text, with one heading and targets of 24 pixels', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { width: NARROWEST, pass });
  await context.addCookies([{ name: 'text', value: 'huge', url: `${server.url}/lk/` }]);
  const faults: string[] = [];
  for (const path of await pagesOf(pass)) faults.push(...(await faultsAt(page, path)));
  expect(faults).toEqual([]);
  await context.close();
});

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Heights of the mock `internet` at these widths; the page may be 1.3 times as high. */
const MOCK = { 360: 2795, 1440: 1628 } as const;

test('a page keeps to the middle of a window of 1920 pixels, and its columns on payment do not wait for each other; the page of internet is at most 1.3 times as high as its mock', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { width: 1920, pass });
  await page.goto(`${server.url}/lk/payment/i`);
  await settled(page);
  const { left, right } = await page.locator('main').evaluate((main) => {
    const box = main.getBoundingClientRect();
    const menu = document.querySelector('nav')!.getBoundingClientRect();
    return { left: box.left - menu.right, right: document.documentElement.clientWidth - box.right };
  });
  expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
  const gap = await page.getByRole('region', { name: 'Автоплатёж' }).evaluate((card) => {
    const before = card.previousElementSibling?.previousElementSibling ?? card;
    return card.getBoundingClientRect().top - before.getBoundingClientRect().bottom;
  });
  expect(gap).toBeLessThanOrEqual(24);

  const internet = (await pagesOf(pass)).find((path) => path.startsWith('internet')) ?? '';
  await page.goto(`${server.url}/lk/${internet}`);
  await page.getByRole('heading', { name: 'Можно подключить' }).waitFor();
  await page.getByRole('heading', { name: 'Приостановить' }).waitFor();
  for (const width of EXTREMES) {
    await page.setViewportSize(sizeOf(width));
    await settled(page);
    expect((await heightOf(page)) / MOCK[width]).toBeLessThanOrEqual(1.3);
  }
  await context.close();
});
