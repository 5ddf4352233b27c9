import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('No Chromium: install it or set CHROMIUM_PATH');
  return chromium.launch({
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
  });
}

export const WIDTHS = [360, 768, 1440] as const;

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
  theme?: 'light' | 'dark';
}

export async function visit(browser: Browser, { width = 1440, theme = 'light' }: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 780 : 900 },
    colorScheme: theme,
    locale: 'ru-RU',
    timezoneId: 'Europe/Samara',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return { page, context, faults, requests };
}

export async function signIn(page: Page, url: string, login: number, password = 'demo-kabinet'): Promise<void> {
  await page.goto(`${url}/lk/login`);
  await page.getByLabel('Номер договора, телефон или почта').fill(String(login));
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/lk/login'));
}

/** The screen as it stays: splash gone, nothing loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[data-splash], [aria-busy="true"]') === null);
}

/** Violations of WCAG 2.2 A and AA, one line each. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return found.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Pixels by which the page is wider than the window: any is a fault. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
