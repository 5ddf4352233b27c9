import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type BrowserServer, type Page } from 'playwright-core';
import { installedChromium } from '../scripts/lib/chromium.mjs';

function options() {
  const executablePath = installedChromium();
  if (executablePath === undefined) throw new Error('No Chromium: install it or set CHROMIUM_PATH');
  return {
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

/** One Chromium for all journeys, each of which has windows of its own in it. */
export const startBrowser = (): Promise<BrowserServer> => chromium.launchServer(options());

/** Windows of one's own: closing them leaves the browser to the others. */
export function openBrowser(): Promise<Browser> {
  const shared = process.env['E2E_BROWSER'];
  return shared === undefined ? chromium.launch(options()) : chromium.connect(shared);
}

export const WIDTHS = [360, 768, 1440] as const;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What a browser keeps of a sign-in: opens any number of further visits without signing in again. */
export type Pass = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A person at a screen: what went wrong in the page and what it asked for are kept. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught exceptions and violations of the content security policy. */
  readonly faults: string[];
  /** `GET /lk/assets/…`, `POST /api/v2/default/index`, in order. */
  readonly requests: string[];
}

interface VisitOptions {
  width?: number;
  theme?: Theme;
  pass?: Pass;
  /** Milliseconds for which the strip that the splash leaves is to stay. */
  strip?: number;
}

/** As long as the strip of the splash stays (`web/src/app/first-load.ts`). */
const STRIP_MS = 2000;

/** Runs in the page: the strip stays for another time than the application says. */
function keepStrip({ usual, wanted }: { usual: number; wanted: number }): void {
  const wait = window.setTimeout.bind(window);
  const begin = (work: () => void, delay?: number): number =>
    wait(work, delay === usual && document.querySelector('.splash-strip') ? wanted : delay);
  Object.assign(window, { setTimeout: begin });
}

/** Runs in the page: keeps what each notification said. */
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

export async function visit(
  browser: Browser,
  { width = 1440, theme = 'light', pass, strip = 0 }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 780 : 900 },
    colorScheme: theme,
    locale: 'ru-RU',
    timezoneId: 'Europe/Samara',
    reducedMotion: 'reduce',
    ...(pass && { storageState: pass }),
  });
  await context.addInitScript(recordToasts);
  await context.addInitScript(keepStrip, { usual: STRIP_MS, wanted: strip });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = window as { shifted?: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!shift.hadRecentInput) seen.shifted = (seen.shifted ?? 0) + shift.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return { page, context, faults, requests };
}

/** By how much the page has jumped since it was opened, without a person's doing (the browsers' layout shift). */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { shifted?: number }).shifted ?? Number.NaN);

/** Looked for at each frame, what has not come yet would keep the browser painting. */
const LOOKING_MS = 50;

/** Waits until a notification with these words has been shown: it stands for five seconds, which a busy machine may not see. */
export const told = (page: Page, words: RegExp): Promise<unknown> =>
  page.waitForFunction(
    ({ source, flags }) =>
      (window as { toasts?: string[] }).toasts?.some((text) =>
        new RegExp(source, flags).test(text.replace(/\s+/g, ' ')),
      ),
    { source: words.source, flags: words.flags },
    { polling: LOOKING_MS },
  );

/** Fills in the sign-in page, where the browser is already, and goes in. */
export async function fillIn(page: Page, login: number, password = 'demo-kabinet'): Promise<void> {
  await page.getByLabel('Номер договора, телефон или почта').fill(String(login));
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
}

/** Signs in as the sign-in page does, only without the page. */
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

/** The screen as it stays: splash gone, nothing loading; what is folded away may wait until it is opened. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(
    () => [...document.querySelectorAll('.splash, [aria-busy="true"]')].every((element) => !element.checkVisibility()),
    undefined,
    { polling: LOOKING_MS },
  );
}

/** The words of the page as they are read: every space is a plain one. */
export const textOf = async (page: Page, selector = 'body'): Promise<string> =>
  (await page.locator(selector).innerText()).replace(/\s+/g, ' ');

/** «−1 234,50 ₽»: money of the wire as the screens write it, spaces plain. */
export const moneyText = (wire: string): string =>
  `${new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(Number(wire))} ₽`
    .replace('-', '−')
    .replace(/\s/g, ' ');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 A and AA, one line each. */
export async function violations(page: Page): Promise<string[]> {
  // Without frames one page is enough; with them axe opens a second one each time, to put the frames together.
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ runOnly: WCAG, resultTypes: ['violations'] })
    .analyze();
  return found.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Pixels by which the page is wider than the window: any is a fault. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
