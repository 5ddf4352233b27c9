import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test, type ExpectStatic } from 'vitest';
import { Client } from '../harness/api.ts';
import {
  EXTREMES,
  moneyText,
  openBrowser,
  overflow,
  passOf,
  settled,
  shifted,
  sizeOf,
  textOf,
  THEMES,
  tokenOf,
  violationsInThemes,
  visit,
  type Visit,
} from '../harness/browser.ts';
import { callsAfterChange, filesAtLeisure, noteChanges, without } from '../harness/heard-events.ts';
import { HOME_OF_MARIA } from '../harness/looks.ts';
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

const CONTRACTS = [
  { who: 100001, title: HOME_OF_MARIA, accounts: 2 },
  { who: 100002, title: 'За долг отключено 5 услуг', accounts: 2 },
  { who: 100003, title: /Диана Ринатовна, авария: починим (?:\d+ [а-я]+ )?к \d\d:\d\d/, accounts: 1 },
  { who: 100004, title: 'Интернет не работает', accounts: 2 },
  { who: 100005, title: 'Не работает 1 услуга из 160', accounts: 2, isOfMany: true },
] as const;

/** Requests besides the page's own files, which bring the data: session, notices. */
const MOST_CALLS = 2;
/** The home of many services has files of its own, and asks for the month. */
const OF_MANY = { calls: 1, requests: 7 };
/** The file of the home of many services, as the build names it. */
const MANY_FILE =
  (JSON.parse(readFileSync(new URL('../../web/dist/.vite/manifest.json', import.meta.url), 'utf8')) as Manifest)[
    'src/features/home/many/many-home.tsx'
  ]?.file ?? '?';
type Manifest = Readonly<Record<string, { readonly file: string }>>;
/** All requests: the page, its files, the font, the icon and the data; with a failure, also the button that cures it, with its data. */
const MOST_REQUESTS = 16;
const MOST_SHIFT = 0.02;

/** Requests to the API and for a new token. */
const callsOf = ({ requests }: Pick<Visit, 'requests'>): string[] =>
  requests.filter((request) => / \/(api|lk\/auth)/.test(request));

/** Opens home as the server renders it; a busy server sends its page without the data, which the page then asks for. */
const openRendered = (page: Page, expect: ExpectStatic): Promise<void> =>
  expect
    .poll(async () => {
      // What the page before still loads at leisure is not counted for the next one.
      await page.goto('about:blank');
      const reply = await page.goto(`${server.url}/lk/`);
      return await reply?.text();
    })
    .toContain('<main');

/** The colours of the page, as one string. */
const coloursOf = ({ page }: Pick<Visit, 'page'>): Promise<string> =>
  page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).color,
  );

/** Whether the themes differ: each has colours of its own. */
async function themesDiffer({ page }: Visit): Promise<boolean> {
  const colours = new Set<string>();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    colours.add(await coloursOf({ page }));
  }
  return colours.size === THEMES.length;
}

test.concurrent.for(CONTRACTS)(
  'home of $who: correct and fast at every width, without a fault at the extremes',
  async ({ who, title, accounts, ...more }, { expect }) => {
    const isOfMany = 'isOfMany' in more;
    const pass = await passOf(browser, server.url, who);
    const balances = await new Client(server.url, tokenOf(pass)).balances();
    expect(balances).toHaveLength(accounts);
    const home = await visit(browser, { width: 360, pass });
    await noteChanges(home.context);
    for (const width of EXTREMES) {
      await home.page.setViewportSize(sizeOf(width));
      await openRendered(home.page, expect);
      await settled(home.page);
      // The styles come inside, and not once more as files.
      expect.soft(await home.page.locator('head style').count()).toBe(1);
      const text = await textOf(home.page, 'main');
      const at = `${who} at ${width} px`;
      expect.soft(text, at).toMatch(title);
      for (const balance of balances) expect.soft(text, at).toContain(moneyText(balance));
      const sent = home.requests.slice(home.requests.lastIndexOf('GET /lk/'));
      // A change meanwhile, which the stream tells, rightly makes the page ask again.
      const requests = without(sent, [...(await callsAfterChange(home.page)), ...(await filesAtLeisure(home.page))]);
      expect.soft(requests.filter((request) => request.endsWith('.css'))).toEqual([]);
      const calls = callsOf({ requests });
      expect
        .soft(calls.length, `${at}: ${calls.join(', ')}`)
        .toBeLessThanOrEqual(MOST_CALLS + (isOfMany ? OF_MANY.calls : 0));
      expect
        .soft(requests.length, `${at}: ${requests.join(', ')}`)
        .toBeLessThanOrEqual(MOST_REQUESTS + (isOfMany ? OF_MANY.requests : 0));
      expect
        .soft(
          requests.some((one) => one.endsWith(MANY_FILE)),
          at,
        )
        .toBe(isOfMany);
      expect.soft(await shifted(home.page), at).toBeLessThanOrEqual(MOST_SHIFT);
      expect.soft(await overflow(home.page), at).toBe(0);
      // The layout follows the window by styles alone, and what only one width has is the same for all clients.
      if (width === 360 || who === 100001) expect.soft(await violationsInThemes(home.page), at).toEqual([]);
    }
    expect.soft(await themesDiffer(home)).toBe(true);
    await home.page.setViewportSize(sizeOf(768));
    expect.soft(await overflow(home.page), `${who} at 768 px`).toBe(0);
    expect.soft(home.faults).toEqual([]);
    await home.context.close();
  },
);

test('home is on the screen before any script has come, and without the page secret it loads its data itself', async ({
  expect,
}) => {
  const pass = await passOf(browser, server.url, 100001);
  const context = await browser.newContext({ storageState: pass, javaScriptEnabled: false });
  const page = await context.newPage();
  await openRendered(page, expect);
  const text = await textOf(page, 'main');
  expect(text).toMatch(HOME_OF_MARIA);
  for (const balance of await new Client(server.url, tokenOf(pass)).balances())
    expect(text).toContain(moneyText(balance));
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await page.waitForURL(/\/lk\/payment\/i\??$/);
  await context.close();

  const former = await visit(browser, { pass, rendered: false });
  await former.page.goto(`${server.url}/lk/`);
  await settled(former.page);
  expect(await textOf(former.page, 'main')).toMatch(HOME_OF_MARIA);
  expect(callsOf(former)).toContain('POST /api/v2/default/index');
  expect(former.faults).toEqual([]);
  await former.context.close();
});
