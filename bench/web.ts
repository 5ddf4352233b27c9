// What a phone sees: `node bench/web.ts [rounds] [url]` (needs `npm run build`, and Chromium as CHROMIUM_PATH or an installed one).
// Pages at 360 px with 1.6 Mbit/s, 150 ms of latency and a processor slowed four times: cold, warm with the files in its cache, and, for
// home, under the service worker. Each round opens every page. `by scripts` is home as a browser gets it whose session began before
// there was a page secret. With a `url` it measures a running demo.
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, passOf, withoutPageSecret, type Pass } from '../e2e/browser.ts';
import { startServer } from './server.ts';
import { quantile } from './processor.ts';

const PORT = 8181;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
const ROUNDS = 7;
const CONTRACTS = (process.env['CONTRACTS'] ?? '100001,100002').split(',').filter(Boolean).map(Number);
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;
/** Long enough for everything that the page does by itself. */
const WATCHED_MS = 6000;

interface Seen {
  /** Milliseconds from the navigation. */
  readonly fcp: number;
  readonly lcp: number;
  /** Total blocking time: milliseconds by which tasks of the main thread after the first paint were longer than 50 ms. */
  readonly blocked: number;
  readonly shift: number;
}

interface Way {
  readonly name: string;
  readonly path: string;
  readonly pass?: Pass;
  /** Once more after the service worker has taken over. */
  readonly worker?: boolean;
}

async function main(): Promise<void> {
  const [rounds = ROUNDS, url = URL_OF_SERVER] = process.argv.slice(2);
  const server = url === URL_OF_SERVER ? await demo() : undefined;
  const browser = await openBrowser();
  try {
    await compare(browser, url, await waysOf(browser, url), Number(rounds));
  } finally {
    await browser.close();
    server?.kill('SIGTERM');
    if (server) await once(server, 'exit');
  }
}

const demo = () =>
  startServer({
    dataDir: join('/var/tmp', 'kabinet-bench-web'),
    port: PORT,
    metricsPort: 9565,
    more: { KABINET_DEMO: 'on', BURST: '1000' },
  });

async function waysOf(browser: Browser, url: string): Promise<Way[]> {
  const ways: Way[] = [
    { name: 'login', path: 'login' },
    // With a query the form is not rendered.
    { name: 'login by scripts', path: 'login?by=scripts' },
  ];
  for (const who of CONTRACTS) {
    const pass = await passOf(browser, url, who);
    ways.push({ name: `home of ${who}`, path: '', pass, worker: true });
    ways.push({ name: `home of ${who} by scripts`, path: '', pass: withoutPageSecret(pass) });
  }
  return ways;
}

async function compare(browser: Browser, url: string, ways: readonly Way[], rounds: number): Promise<void> {
  const found = new Map<string, Seen[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      for (const [state, seen] of Object.entries(await look(browser, url, way))) {
        const key = `${way.name}, ${state}`;
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

/** One visit with an empty cache, the same again with a full one, and again under the service worker. */
async function look(browser: Browser, url: string, { path, pass, worker = false }: Way): Promise<Record<string, Seen>> {
  const address = `${url}/lk/${path}`;
  const contextOf = (serviceWorkers: 'allow' | 'block') =>
    browser.newContext({
      ...(pass && { storageState: pass }),
      viewport: { width: 360, height: 780 },
      deviceScaleFactor: 2,
      locale: 'ru-RU',
      serviceWorkers,
    });
  const plain = await contextOf('block');
  await plain.addInitScript(observe);
  const seen = { cold: await open(plain, address), warm: await open(plain, address) };
  await plain.close();
  if (!worker) return seen;
  const kept = await contextOf('allow');
  await kept.addInitScript(observe);
  const first = await kept.newPage();
  await first.goto(address);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await first.close();
  const withWorker = await open(kept, address);
  await kept.close();
  return { ...seen, 'with worker': withWorker };
}

async function open(context: BrowserContext, address: string): Promise<Seen> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(address, { waitUntil: 'commit' });
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
    const from = Math.max(startTime, seen.fcp || Infinity);
    seen.blocked += Math.max(0, startTime + duration - from - 50);
  });
  watch('layout-shift', ({ value = 0 }) => (seen.shift += value));
}

await main();
