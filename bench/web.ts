// What a phone sees: `node bench/web.ts [rounds]` (needs `npm run build`, and Chromium as CHROMIUM_PATH or an installed one).
// Home at 360 px with 1.6 Mbit/s, 150 ms of latency and a processor slowed four times: cold, and warm with the files in its cache. Each
// round opens it as the server renders it, and without that, as a browser does whose session began before there was a page secret.
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, passOf, withoutPageSecret, type Pass } from '../e2e/browser.ts';
import { startServer } from './server.ts';
import { quantile } from './processor.ts';

const PORT = 8181;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
const ROUNDS = 7;
const CONTRACTS = [100001, 100002];
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;
/** Long enough for everything that the page does by itself. */
const WATCHED_MS = 6000;

interface Seen {
  /** Milliseconds from the navigation. */
  readonly fcp: number;
  readonly lcp: number;
  /** Milliseconds by which tasks of the main thread were longer than 50 ms. */
  readonly blocked: number;
  readonly shift: number;
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? ROUNDS);
  const server = await startServer({
    dataDir: join('/var/tmp', 'kabinet-bench-web'),
    port: PORT,
    metricsPort: 9565,
    more: { KABINET_DEMO: 'on', BURST: '1000' },
  });
  const browser = await openBrowser();
  try {
    for (const who of CONTRACTS) await compare(browser, who, rounds);
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

async function compare(browser: Browser, who: number, rounds: number): Promise<void> {
  const rendered = await passOf(browser, URL_OF_SERVER, who);
  const passes = { rendered, 'without rendering': withoutPageSecret(rendered) };
  const found = new Map<string, Seen[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, pass] of Object.entries(passes)) {
      for (const [state, seen] of Object.entries(await look(browser, pass))) {
        const key = `${who}, ${name}, ${state}`;
        found.set(key, [...(found.get(key) ?? []), seen]);
      }
    }
  }
  for (const [key, list] of found) console.log(`${key}: ${summary(list)}`);
}

const MEASURES = { FCP: 'fcp', LCP: 'lcp', blocked: 'blocked' } as const;

const summary = (list: readonly Seen[]): string => {
  const times = Object.entries(MEASURES).map(([name, key]) => {
    const values = list.map((seen) => seen[key]).sort((a, b) => a - b);
    return `${name} ${Math.round(quantile(values, 0.5))} (${Math.round(values[0] ?? 0)}–${Math.round(values.at(-1) ?? 0)})`;
  });
  return [...times, `CLS ${Math.max(...list.map(({ shift }) => shift)).toFixed(3)} at most`].join(', ');
};

/** One visit with an empty cache, and the same again with a full one. */
async function look(browser: Browser, pass: Pass): Promise<{ cold: Seen; warm: Seen }> {
  const context = await browser.newContext({
    storageState: pass,
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
    locale: 'ru-RU',
  });
  await context.addInitScript(observe);
  const cold = await open(context);
  const warm = await open(context);
  await context.close();
  return { cold, warm };
}

async function open(context: BrowserContext): Promise<Seen> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(`${URL_OF_SERVER}/lk/`, { waitUntil: 'commit' });
  await page.waitForTimeout(WATCHED_MS);
  const seen = await readSeen(page);
  await page.close();
  return seen;
}

const readSeen = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** Runs in the page. */
function observe(): void {
  const seen = { fcp: NaN, lcp: NaN, blocked: 0, shift: 0 };
  Object.assign(window, { seen });
  const watch = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  watch('longtask', ({ duration, startTime }) => {
    if (startTime >= seen.fcp) seen.blocked += Math.max(0, duration - 50);
  });
  watch('layout-shift', ({ value = 0 }) => (seen.shift += value));
}

await main();
