// Makes the gallery of docs/gallery.md: every screen in its main states, at three widths, light and dark, one sheet a state.
//   npm run build && node e2e/gallery/gallery.ts            all of them
//   node e2e/gallery/gallery.ts home =internet-debt         those whose name begins so, or is exactly so
//   GALLERY=/tmp/gallery node e2e/gallery/gallery.ts tv     sheets and life-size views as PNG elsewhere, to look at while working
// Says what axe finds in each view, what is wider than the window, and the faults that the console shows; then it ends with 1.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Client } from '../harness/api.ts';
import {
  openBrowser,
  overflow,
  settled,
  THEMES,
  tokenOf,
  violations,
  visit,
  WIDTHS,
  type Pass,
  type Visit,
} from '../harness/browser.ts';
import { passesOf } from './passes.ts';
import type { State } from './state.ts';
import { STATES } from './states.ts';
import { Server } from '../harness/server.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const ELSEWHERE = process.env['GALLERY'];
const FOLDER = ELSEWHERE ?? `${DOCS}gallery`;
const HEIGHTS: Readonly<Record<number, number>> = { 360: 780, 768: 1024, 1440: 900 };
const heightFor = (width: number): number => HEIGHTS[width] ?? 900;
/** A view is cut below: the end of a long page looks like its middle. */
const MOST_HEIGHT = 2400;
/** How much smaller than life a sheet shows its views. */
const SCALE = 0.4;
const QUIET_MS = 600;
/** Long enough for the file of a screen to arrive. */
const REACHED_MS = 1500;

const API = /\/api\/(?!v2\/auth\/token)/;

interface View {
  width: number;
  theme: string;
  png: Buffer;
}

/** Lets nothing of the API through, or fails it. A guest still gets the token with which his page begins. */
async function spoil(context: BrowserContext, network: State['network']): Promise<void> {
  if (network === 'slow') await context.route(API, () => undefined);
  if (network === 'broken') await context.route(API, (route) => route.fulfill({ status: 503, body: '' }));
}

/** Follows a link within the cabinet, although no link leads there from here. */
const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/**
 * A network that fails at once shows the splash only. So a screen other than home is reached from home, which has loaded; that
 * of a guest stands alone.
 */
async function arrive(visited: Visit, address: string, state: State): Promise<void> {
  const { who, path, network, then } = state;
  const { page, context } = visited;
  if (who !== undefined && path !== '' && network !== undefined) await reachFromHome(visited, address, state);
  else {
    await spoil(context, network);
    await page.goto(address);
  }
  if (network !== 'slow') await settled(page);
  await then?.(page);
  if (network === 'lost') await context.setOffline(true);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function reachFromHome({ page, context }: Visit, address: string, { network }: State): Promise<void> {
  await page.goto(address.replace(/\/lk\/.*/, '/lk/'));
  await settled(page);
  await spoil(context, network);
  await follow(page, address);
  await page.waitForTimeout(REACHED_MS);
}

/** A lost network, a guest who is asked whether he has signed in, and a page that is not there. */
const isExpected = ({ network, who }: State, fault: string): boolean =>
  (network !== undefined && /^(?:failed|\d+) /.test(fault)) ||
  (who === undefined && /^401 .*\/lk\/auth$/.test(fault)) ||
  /^404 GET .*\/lk\/no-such-page$/.test(fault);

/** A state on the screen, before it is looked at. */
async function open(browser: Browser, url: string, state: State, pass: Pass | undefined) {
  const client = new Client(url, pass && tokenOf(pass));
  const path = typeof state.path === 'string' ? state.path : await state.path(client);
  const loadsItself = state.network === 'slow' || state.network === 'broken';
  const visited = await visit(browser, { ...(pass && { pass }), rendered: !loadsItself });
  await arrive(visited, `${url}/lk/${path}`, state);
  return visited;
}

/** The six views of a state, and what is wrong with them. */
async function look(browser: Browser, server: Server, state: State, pass: Pass | undefined) {
  await state.before?.(server);
  const { page, context, faults } = await open(browser, server.url, state, pass);
  const wrong: string[] = [];
  const views: View[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: heightFor(width) });
      await page.waitForTimeout(QUIET_MS);
      wrong.push(...(await wrongWith(page)).map((one) => `${width} ${theme}: ${one}`));
      views.push({ width, theme, png: await pictureOf(page, width) });
    }
  }
  wrong.push(...faults.filter((fault) => !isExpected(state, fault)));
  await context.close();
  return { views, wrong };
}

async function wrongWith(page: Page): Promise<string[]> {
  const wider = await overflow(page);
  return [...(await violations(page)), ...(wider > 0 ? [`wider than the window by ${wider} px`] : [])];
}

/** The page as far as it is shown; a dialog covers only the window. */
async function pictureOf(page: Page, width: number): Promise<Buffer> {
  const whole = await page.evaluate(() =>
    document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight,
  );
  const height = Math.min(Math.max(whole, heightFor(width)), MOST_HEIGHT);
  await page.setViewportSize({ width, height });
  const png = await page.screenshot({ caret: 'hide', animations: 'disabled' });
  await page.setViewportSize({ width, height: heightFor(width) });
  return png;
}

/** All views side by side. */
async function sheetOf(browser: Browser, views: readonly View[]): Promise<Buffer> {
  const gap = 16;
  const pictures = views
    .map(({ width, png }) => `<img width="${width * SCALE}" src="data:image/png;base64,${png.toString('base64')}">`)
    .join('');
  const page = await browser.newPage({ viewport: { width: 2 * 1100, height: 600 } });
  await page.setContent(
    `<body style="margin:0;padding:${gap}px;background:#8a93a3;width:max-content"><main style="display:flex;align-items:start;gap:${gap}px">${pictures}</main></body>`,
    { waitUntil: 'load' },
  );
  const { width, height } = (await page.locator('body').boundingBox())!;
  await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
  if (ELSEWHERE !== undefined) {
    const png = await page.screenshot();
    await page.close();
    return png;
  }
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  await page.close();
  return Buffer.from(data, 'base64');
}

/** A sheet for the papers; elsewhere also each view in its own size, to be read. */
async function keep(browser: Browser, name: string, views: readonly View[]): Promise<void> {
  if (views.length === 0) return;
  await writeFile(`${FOLDER}/${name}.${ELSEWHERE === undefined ? 'webp' : 'png'}`, await sheetOf(browser, views));
  if (ELSEWHERE === undefined) return;
  for (const { width, theme, png } of views) await writeFile(`${FOLDER}/${name}-${width}-${theme}.png`, png);
}

const index = (): string =>
  [
    '# Every screen',
    '',
    'Made by `node e2e/gallery/gallery.ts` from the demo: each state at 360, 768 and 1440 px, light and dark. A long page is cut below. axe finds',
    'nothing in any of these views, nothing is wider than the window, and the console is silent; the script fails otherwise.',
    '',
    ...STATES.flatMap(({ name, title }) => [`## ${title}`, '', `![${title}](gallery/${name}.webp)`, '']),
  ].join('\n');

async function make(): Promise<number> {
  await mkdir(FOLDER, { recursive: true });
  const words = process.argv.slice(2);
  const wanted = STATES.filter(
    ({ name }) =>
      words.length === 0 ||
      words.some((word) => (word.startsWith('=') ? name === word.slice(1) : name.startsWith(word))),
  );
  const server = await Server.first({ BURST: '1000' });
  const browser = await openBrowser();
  let faulty = 0;
  try {
    const passFor = passesOf(browser, server.url);
    for (const state of wanted) {
      const pass = state.who === undefined ? undefined : await passFor(state.who);
      const { views, wrong } = await look(browser, server, state, pass).catch((fault: unknown) => ({
        views: [],
        wrong: [String(fault)],
      }));
      await keep(browser, state.name, views);
      console.log([state.name, ...wrong.map((one) => `  ${one}`)].join('\n'));
      faulty += wrong.length > 0 ? 1 : 0;
    }
    if (ELSEWHERE === undefined) await writeFile(`${DOCS}gallery.md`, index());
  } finally {
    await browser.close();
    await server.remove();
  }
  return faulty;
}

process.exitCode = (await make()) > 0 ? 1 : 0;
