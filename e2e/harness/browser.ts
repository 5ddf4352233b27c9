import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Download, type Page, type Request } from 'playwright-core';
import { onTestFailed, onTestFinished, TestRunner } from 'vitest';
import { noteCalls } from './calls-seen.ts';
import { installedChromium } from '../../scripts/lib/chromium.mjs';

function browserOptions() {
  const executablePath = installedChromium();
  if (executablePath === undefined) throw new Error('No Chromium: install it or set CHROMIUM_PATH');
  return {
    // Without a locale Chromium gives no file a Cyrillic name; with another's clock (`scripts/e2e-on.ts`) it draws nothing.
    env: { ...process.env, LANG: 'C.UTF-8', LD_PRELOAD: '' },
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

/** Hours between the true time and the server's in a run on another day (`scripts/e2e-on.ts`); browsers bear no false clock but our own. */
const SERVER_AHEAD = Number(process.env['E2E_AHEAD'] ?? 0);

/** One Chromium for all files of a process: without a server of browsers between it and the tests, which costs a tenth of a journey. */
let shared: Promise<Browser> | undefined;

/** Opens separate windows. Closing it closes them; the journeys' browser ends with their process. */
export async function openBrowser(): Promise<Browser> {
  if (process.env['E2E_DATABASE'] === undefined) return chromium.launch(browserOptions());
  const browser = await (shared ??= chromium.launch(browserOptions()));
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

export const WIDTHS = [360, 768, 1440] as const;
/** The narrowest and the widest: journeys look at these, the gallery (`gallery.ts`) at all. */
export const EXTREMES = [360, 1440] as const;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The stored state of a sign-in: opens further visits without a new sign-in. */
export type Pass = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A visit of a page; records its faults and requests. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong, in our words: `said: …` by a script, `thrown: …`, `policy: …` refused, `401 POST https://…`, `failed GET https://…`. */
  readonly faults: string[];
  /** `GET /lk/assets/…`, `POST /api/v2/default/index`, in order. */
  readonly requests: string[];
}

interface VisitOptions {
  width?: number;
  theme?: Theme;
  pass?: Pass;
  /** `false`: the page loads its data itself, as it does when the server cannot render it; for tests of that. */
  rendered?: boolean;
  /** The service worker answers for the network; otherwise there is none, because tests could not intercept what it asks for. */
  worker?: boolean;
  /** Milliseconds for which the strip that the splash leaves is to stay. */
  strip?: number;
  /** A phone: fingers instead of a mouse. */
  touch?: boolean;
  /** High contrast: the system's colours instead of the page's. */
  forced?: boolean;
  /** Hours by which the clock of the device is wrong. */
  ahead?: number;
  /** The size of text that the client has set in the browser, in pixels; only of a browser of its own. */
  text?: number;
}

/** The pass of a session that began before there was a page secret. */
export const withoutPageSecret = ({ cookies, ...rest }: Pass): Pass => ({
  ...rest,
  cookies: cookies.map((cookie) => (cookie.name === '__Secure-signed-in' ? { ...cookie, value: '1' } : cookie)),
});

/** As long as the strip of the splash stays (`web/src/app/first-load.ts`). */
const STRIP_MS = 2000;

/** Runs in the page: the strip stays for another time than the application says. */
function keepStrip({ usual, wanted }: { usual: number; wanted: number }): void {
  const wait = window.setTimeout.bind(window);
  const begin = (work: () => void, delay?: number): number =>
    wait(work, delay === usual && document.querySelector('.splash-strip') ? wanted : delay);
  Object.assign(window, { setTimeout: begin });
}

/** Runs in the page: the clock of the device is wrong by so many hours. */
function shiftClock(ahead: number): void {
  const off = ahead * 3_600_000;
  const TrueDate = Date;
  const shifted = (): number => TrueDate.now() + off;
  window.Date = new Proxy(TrueDate, {
    construct: (made, given: unknown[], as) =>
      Reflect.construct(made, given.length === 0 ? [shifted()] : given, as) as Date,
    get: (made, name) => (name === 'now' ? shifted : (Reflect.get(made, name) as unknown)),
  });
}

/** Runs in the page: records the text of each toast. */
function recordToasts(): void {
  const pile = '[aria-label="Уведомления"]';
  const seen: string[] = [];
  Object.assign(window, { toasts: seen });
  const record = ({ target, addedNodes }: MutationRecord): void => {
    const isInPile = target instanceof Element && target.closest(pile) !== null;
    for (const node of addedNodes) {
      if (isInPile || (node instanceof Element && node.matches(pile))) seen.push(node.textContent ?? '');
    }
  };
  new MutationObserver((changes) => changes.forEach(record)).observe(document, { childList: true, subtree: true });
}

/** A window of this width. */
export const sizeOf = (width: number) => ({ width, height: width < 768 ? 780 : 900 });

const windowOf = ({ width = 1440, theme = 'light', pass, rendered, worker = false, touch, forced }: VisitOptions) => ({
  viewport: sizeOf(width),
  colorScheme: theme,
  locale: 'ru-RU',
  timezoneId: 'Europe/Samara',
  reducedMotion: 'reduce' as const,
  hasTouch: touch === true,
  forcedColors: forced ? ('active' as const) : ('none' as const),
  serviceWorkers: worker ? ('allow' as const) : ('block' as const),
  ...(pass && { storageState: rendered === false ? withoutPageSecret(pass) : pass }),
});

/** Runs in the page: what the content security policy refuses. A browser tells of it in words of its own. */
function tellRefused(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`policy: ${effectiveDirective} ${blockedURI}`),
  );
}

/** Runs in the page: sums up the shifts of its layout, until a change heard of (`noteChanges`) rightly alters it. */
function sumShifts(): void {
  const seen = window as { shifted?: number; changedAt?: number };
  seen.shifted = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      const isOwn = !shift.hadRecentInput && shift.startTime < (seen.changedAt ?? Infinity);
      if (isOwn) seen.shifted = (seen.shifted ?? 0) + shift.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The page has left, or has asked for nothing more. */
const isCutOff = (request: Request): boolean => request.failure()?.errorText.includes('ABORTED') === true;

/** Notes faults by what they are: the remarks that a browser adds by itself differ from version to version. */
function noteFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    // Words of a script have arguments, those of the browser none.
    if (message.type() !== 'error' || message.args().length === 0) return;
    const text = message.text();
    faults.push(text.startsWith('policy: ') ? text : `said: ${text}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('response', (reply) => {
    const what = `${reply.request().method()} ${reply.url()}`;
    if (reply.status() >= 400) faults.push(`${reply.status()} ${what}`);
    // A busy server may put a read off; that the page asks again, and gets its answer, is how it should be.
    else if (faults.includes(`503 ${what}`)) faults.splice(faults.indexOf(`503 ${what}`), 1);
  });
  page.on('requestfailed', (request) => {
    if (!isCutOff(request)) faults.push(`failed ${request.method()} ${request.url()}`);
  });
  return faults;
}

export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  return visitIn(await browser.newContext(windowOf(options)), options);
}

/**
 * A visit by a browser of its own whose profile lasts, as at a client's. The windows of the shared browser are private ones, in which
 * browsers install nothing.
 */
export async function visitToStay({ pass, text, ...options }: VisitOptions): Promise<Visit> {
  const profile = await mkdtemp(join(tmpdir(), 'kabinet-profile-'));
  const { args, ...launch } = browserOptions();
  // What «Размер шрифта» of the settings changes; Chromium without windows reads no preferences of a profile.
  const set = text === undefined ? [] : [`--blink-settings=defaultFontSize=${text}`];
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...args, ...set],
    ...windowOf(options),
  });
  onTestFinished(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });
  if (pass) await context.addCookies(pass.cookies);
  return visitIn(context, options);
}

async function visitIn(context: BrowserContext, { strip = 0, ahead = 0 }: VisitOptions): Promise<Visit> {
  noteCalls(context);
  await context.addInitScript(recordToasts);
  await context.addInitScript(keepStrip, { usual: STRIP_MS, wanted: strip });
  await context.addInitScript(tellRefused);
  if (ahead + SERVER_AHEAD !== 0) await context.addInitScript(shiftClock, ahead + SERVER_AHEAD);
  const page = await context.newPage();
  await page.addInitScript(sumShifts);
  const faults = noteFaults(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  tellIfFailed(page, faults);
  return { page, context, faults, requests };
}

/** Prints what stood on the page when its test failed: nobody sees the screen of another machine. */
function tellIfFailed(page: Page, faults: readonly string[]): void {
  // Unknown in scripts, and at times beside a test that ends at the same time.
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFailed(async () => {
    if (page.isClosed()) return;
    const body = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
    console.error([page.url(), ...faults, body].join('\n'));
  });
}

/** Cuts the stream of events: for what a page does while it has not heard of a change. */
export const withoutStream = ({ context }: Pick<Visit, 'context'>): Promise<unknown> =>
  context.route('**/api/v2/event/stream**', (route) => route.abort());

/** The layout shift of the page since it was opened, except shifts after user input or after a change heard of. */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { shifted?: number }).shifted ?? Number.NaN);

/** Checking at each frame would keep the browser painting. */
const LOOKING_MS = 50;

/** Waits until a toast with these words has been shown, even if it is gone: a busy machine may miss its five seconds. */
export const told = (page: Page, words: RegExp): Promise<unknown> =>
  page.waitForFunction(
    ({ source, flags }) =>
      (window as { toasts?: string[] }).toasts?.some((text) =>
        new RegExp(source, flags).test(text.replace(/\s+/g, ' ')),
      ),
    { source: words.source, flags: words.flags },
    { polling: LOOKING_MS },
  );

/** Fills in and submits the sign-in page that the browser shows. */
export async function fillIn(page: Page, login: number, password = 'demo-kabinet'): Promise<void> {
  await page.getByLabel('Номер договора, телефон или почта').fill(String(login));
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
}

/** Signs in like the sign-in page, but without the page. */
export async function passOf(browser: Browser, url: string, login: number): Promise<Pass> {
  const context = await browser.newContext();
  const reply = await context.request.post(`${url}/api/v2/auth/token`, {
    headers: { origin: url },
    data: { grant: 'password', login: String(login), password: 'demo-kabinet' },
  });
  if (!reply.ok()) throw new Error(`Signing in as ${login}: ${await reply.text()}`);
  const pass = await context.storageState();
  await context.close();
  return pass;
}

/** The access token of a pass. */
export const tokenOf = (pass: Pass): string => pass.cookies.find(({ name }) => name === 'ilkat')?.value ?? '';

/** Waits until the script has taken the page over: it then removes the notice for old browsers. */
const alive = (page: Page): Promise<unknown> => page.locator('#old-browser').waitFor({ state: 'detached' });

/** Waits until the screen is stable: no splash, nothing loading, except in collapsed parts. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await alive(page);
  await page.waitForFunction(
    () => [...document.querySelectorAll('.splash, [aria-busy="true"]')].every((element) => !element.checkVisibility()),
    undefined,
    { polling: LOOKING_MS },
  );
}

/** Opens a folded card or group by its heading. */
export const unfold = (page: Page, name: string): Promise<void> =>
  page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .click();

/** The file that a press saves by a tab of its own. Listens before the tab begins: a download may be as quick. */
export async function saved(context: BrowserContext, press: () => Promise<void>): Promise<Download> {
  const { promise, resolve } = Promise.withResolvers<Download>();
  context.once('page', (tab) => tab.once('download', resolve));
  await press();
  return promise;
}

/** The visible text of the page, with plain spaces only, and without the marks that keep a word on one line. */
export const textOf = async (page: Page, selector = 'body'): Promise<string> =>
  (await page.locator(selector).innerText()).replace(/\s+/g, ' ').replaceAll('\u2060', '');

/** «−1 234,50 ₽»: money of the wire as screens show it, with plain spaces. */
export const moneyText = (wire: string): string =>
  `${new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(Number(wire))} ₽`
    .replace('-', '−')
    .replace(/\s/g, ' ');

type Rules = NonNullable<RunOptions['runOnly']>;

/** WCAG 2.2 A and AA. */
const ALL_RULES: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those whose answer depends on colours. */
const COLOUR_RULES: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Half a megabyte: each document gets it once. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of the rules, one line each. */
export async function violations(page: Page, runOnly: Rules = ALL_RULES): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  }
  // No rule needs what axe would load beforehand: style sheets, for an experimental rule, and sounds.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: false };
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: RunOptions): Promise<AxeResults> } };
    const { violations: found } = await axe.run(document, options);
    return found.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, options);
}

/** Violations in either theme. The second one is searched for faults of colour only: a theme changes nothing else (`tokens.test.ts`). */
export async function violationsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === THEMES[0] ? ALL_RULES : COLOUR_RULES;
    found.push(...(await violations(page, rules)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** Violations in either theme at a width. The layout follows the window by styles alone, so one page serves for all widths. */
export async function violationsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize(sizeOf(width));
  return [...(await violationsInThemes(page)), ...((await overflow(page)) > 0 ? ['the page scrolls sideways'] : [])];
}

/** Pixels by which the page is wider than the window; must be 0. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
