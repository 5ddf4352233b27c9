import type { Browser, BrowserContext, Page } from 'playwright-core';
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
import { faultsOfLayout } from '../harness/in-page/layout-faults.ts';
import { faultsOnPaper } from '../harness/in-page/paper-faults.ts';
import { pressAll } from '../harness/in-page/press-all.ts';
import { Server } from '../harness/server.ts';
import { walkTo } from '../harness/walk.ts';

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '100000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** What a page is searched for besides its layout. */
interface Look {
  readonly path: string;
  /** Its dialogs are opened, and closed by Back. */
  readonly dialogs?: boolean;
  /** Its name among the printed ones. */
  readonly paper?: string;
}

const FOLDER = { isg: 'internet', tv: 'tv', sip: 'sip', mail: 'mail' } as const;

/** The pages of the client's services, one of a kind: that of the internet first. */
async function servicesOf(): Promise<string[]> {
  const users = await new Client(server.url, tokenOf(pass)).ask(contract.user.list, {});
  return Object.entries(FOLDER).flatMap(([type, folder]) => {
    const found = users.find(({ user_type }) => user_type === type);
    return found ? [`${folder}/${found.user_id}`] : [];
  });
}

/** Each page of the client, one of a kind. */
async function pagesOf(): Promise<Look[]> {
  const client = new Client(server.url, tokenOf(pass));
  const services = await servicesOf();
  const [number] = await client.ask(contract.telephoneNumber.list, {});
  const [order] = (await client.ask(contract.support.getOrders, {})).items;
  return [
    { path: '', dialogs: true, paper: 'home' },
    ...services.map((path) => ({ path, dialogs: true })),
    { path: `${services[0]}/isg`, dialogs: true },
    { path: `${services[0]}/isg/${new Date().toISOString().slice(0, 7)}` },
    { path: `telephone/${number?.phone_number}` },
    { path: `telephone/calls/${number?.phone_number}` },
    { path: 'payment/i', dialogs: true },
    { path: 'payments-history/i', dialogs: true, paper: 'history' },
    { path: 'settings', paper: 'settings' },
    { path: 'settings/notices', dialogs: true },
    ...['security', 'access', 'family', 'consents', 'data'].map((part) => ({
      path: `settings/${part}`,
      dialogs: true,
    })),
    { path: 'speed-test' },
    { path: 'volga-online' },
    { path: 'support/contacts', paper: 'contacts' },
    { path: 'support/orders', paper: 'orders' },
    { path: `support/order?id=${order?.order_id}`, dialogs: true, paper: 'order' },
    { path: 'no/such/page' },
  ];
}

/** What reads although it is a POST. */
const READS = /preview|default\/index|asked-call/;

/** Nothing that is pressed may change anything: the next button must find the same page. */
const withoutChanges = (context: BrowserContext) =>
  context.route(
    (url) => url.pathname.startsWith('/api/'),
    (route) => {
      const request = route.request();
      return request.method() === 'GET' || READS.test(request.url()) ? route.continue() : route.abort();
    },
  );

const NARROWEST = 320;
/** Where the menu becomes wider, or a second column begins: the text has least room there. */
const BOUNDARIES = [768, 1024, 1200];

async function faultsOfFit(page: Page): Promise<string[]> {
  const found = await page.evaluate(faultsOfLayout);
  for (const width of [NARROWEST, ...BOUNDARIES]) {
    await page.setViewportSize(sizeOf(width));
    const wider = await overflow(page);
    if (wider > 0) found.push(`${wider} px wider than ${width}`);
  }
  return found;
}

/** A folder for the pages as they are printed; none are written without it. */
const PICTURES = process.env['PICTURES'];

/** The width of A4 between its margins, in CSS pixels. */
const PAPER = { width: 688, height: 1000 };

async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
}

async function print(page: Page, name: string): Promise<string[]> {
  await toPaper(page);
  const faults = await page.evaluate(faultsOnPaper);
  if (PICTURES !== undefined) {
    await page.screenshot({ path: `${PICTURES}/print-${name}.png`, fullPage: true });
    await page.pdf({ path: `${PICTURES}/print-${name}.pdf`, preferCSSPageSize: true });
  }
  await page.emulateMedia({ media: 'screen' });
  return faults.map((fault) => `on paper: ${fault}`);
}

/** A dark screen that the client has chosen himself, which is stronger than the theme of his system, and no stronger than paper. */
async function darkVisit(width: number, looks: Record<string, string> = {}) {
  const opened = await visit(browser, { width, theme: 'dark', pass });
  const chosen = { ...looks, theme: 'dark' };
  await opened.context.addCookies(
    Object.entries(chosen).map(([name, value]) => ({ name, value, url: `${server.url}/lk/` })),
  );
  return opened;
}

/** Dialogs that the demo opens; each stands for a way in which dialogs are opened: at once, by a file, by a switch, over the page. */
const EXPECTED = [/^Сообщения$/, /^Услуги$/, /^Кабинет$/, /^Логин и/, /^Приостановить/, /^Отвязать/];

test('every page fits 320, 768, 1024 and 1200 pixels with the largest text, with one heading and targets of 24 pixels; Back closes its dialogs without leaving it; it is printed light, without what is pressed', async () => {
  const { page, context } = await darkVisit(NARROWEST, { text: 'huge' });
  await withoutChanges(context);
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  const opened: string[] = [];
  const faults: string[] = [];
  for (const { path, dialogs, paper } of await pagesOf()) {
    if (path !== '') await walkTo(page, `/lk/${path}`);
    const found = [...(await faultsOfFit(page)), ...(paper === undefined ? [] : await print(page, paper))];
    await page.setViewportSize(sizeOf(NARROWEST));
    if (dialogs === true) {
      const seen = await page.evaluate(pressAll, path === '');
      opened.push(...seen.opened);
      found.push(...seen.faults);
    }
    faults.push(...found.map((fault) => `${path || 'home'}: ${fault}`));
  }
  expect(faults).toEqual([]);
  for (const title of EXPECTED) expect(opened).toContainEqual(expect.stringMatching(title));
  expect(new Set(opened).size).toBeGreaterThan(30);
  await context.close();
});

test('a payment is printed with its code, large on white, and with provider and contract', async () => {
  const { page, context } = await darkVisit(1440);
  await page.goto(`${server.url}/lk/payment/i/629`);
  const code = page.getByRole('main').getByRole('img', { name: /QR-код для оплаты/ });
  await code.waitFor();
  await settled(page);
  expect(await print(page, 'payment')).toEqual([]);
  await toPaper(page);
  expect(await code.evaluate((svg) => getComputedStyle(svg.parentElement!).backgroundColor)).toBe('rgb(255, 255, 255)');
  expect((await code.boundingBox())?.width).toBeGreaterThan(150);
  // They stand on every sheet.
  expect(await page.getByText('Договор 100001').first().isVisible()).toBe(true);
  await context.close();
});

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Heights of the mock `internet` at these widths; the page may be 1.3 times as high. */
const MOCK = { 360: 2795, 1440: 1628 } as const;

test('a page keeps to the middle of a window of 1920 pixels, and its columns on payment do not wait for each other; the page of internet is at most 1.3 times as high as its mock', async () => {
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

  const [internet] = await servicesOf();
  await walkTo(page, `/lk/${internet}`);
  await page.getByRole('heading', { name: 'Можно подключить' }).waitFor();
  await page.getByRole('heading', { name: 'Приостановить' }).waitFor();
  for (const width of EXTREMES) {
    await page.setViewportSize(sizeOf(width));
    await settled(page);
    expect((await heightOf(page)) / MOCK[width]).toBeLessThanOrEqual(1.3);
  }
  await context.close();
});
