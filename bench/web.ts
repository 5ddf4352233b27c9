// What a phone sees: `node bench/web.ts [rounds] [url]` (needs `npm run build`, and Chromium as CHROMIUM_PATH or an installed one).
// Sign-in, home, payment, internet and history at 360 px with 1.6 Mbit/s, 150 ms of latency and a processor slowed four times: cold,
// warm with the files in its cache, and, for home, under the service worker. `blocked` does not depend on what else the machine does: it
// adds up the processor's time of each task, times four, in a further visit at full speed. `by scripts` is the page without its screen, as
// for a session that has no page secret. With a `url` it measures a running demo. Each visit is watched for six seconds, so a round takes
// ten minutes; `CONTRACTS=100001` halves it, `CONTRACTS=` opens sign-in only.
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Client } from '../e2e/harness/api.ts';
import { openBrowser, passOf, tokenOf, withoutPageSecret, type Pass } from '../e2e/harness/browser.ts';
import { startServer } from './parts/server.ts';
import { quantile } from './parts/processor.ts';

const PORT = 8181;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
const ROUNDS = 3;
const CONTRACTS = (process.env['CONTRACTS'] ?? '100001,100002').split(',').filter(Boolean).map(Number);
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;
/** Long enough for everything that the page does by itself. */
const WATCHED_MS = 6000;

interface Seen {
  /** Milliseconds from the navigation. */
  readonly fcp: number;
  readonly lcp: number;
  /** Total blocking time: milliseconds by which tasks of the main thread after the first paint are longer than 50 ms on the phone. */
  readonly blocked: number;
  readonly shift: number;
  /** What the page has loaded after six seconds, but for its icon and events: requests, and bytes as they came. */
  readonly requests: number;
  readonly bytes: number;
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
    const internet = await new Client(url, tokenOf(pass)).internetPage();
    for (const path of ['payment/i', internet, 'payments-history/i']) {
      ways.push({ name: `${path} of ${who}`, path, pass });
      ways.push({ name: `${path} of ${who} by scripts`, path, pass: withoutPageSecret(pass) });
    }
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
      console.error(`${Math.round(performance.now() / 1000)} s: round ${round + 1} of ${rounds}, ${way.name}`);
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
  const last = list.at(-1);
  const load = `${last?.requests} requests, ${((last?.bytes ?? 0) / 1024).toFixed(0)} KiB`;
  return [...times, load, `CLS ${Math.max(...list.map(({ shift }) => shift)).toFixed(3)} at most`].join(', ');
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
  const traced = await contextOf('block');
  const blocked = { cold: await blockedIn(traced, address), warm: await blockedIn(traced, address) };
  await traced.close();
  const whole = { cold: { ...seen.cold, blocked: blocked.cold }, warm: { ...seen.warm, blocked: blocked.warm } };
  if (!worker) return whole;
  const kept = await contextOf('allow');
  await kept.addInitScript(observe);
  const first = await kept.newPage();
  await first.goto(address);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await first.close();
  const withWorker = { ...(await open(kept, address)), blocked: await blockedIn(kept, address) };
  await kept.close();
  return { ...whole, 'with worker': withWorker };
}

async function open(context: BrowserContext, address: string): Promise<Omit<Seen, 'blocked'>> {
  const page = await context.newPage();
  await slowed(context, page, SLOWER);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForTimeout(WATCHED_MS);
  const seen = await readSeen(page);
  await page.close();
  return seen;
}

async function slowed(context: BrowserContext, page: Page, rate: number): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** An event of a trace, times in microseconds; `tdur` is the time of the processor. */
interface Traced {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

async function blockedIn(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await slowed(context, page, 1);
  const browser = context.browser();
  await browser?.startTracing(page, { categories: ['devtools.timeline', 'loading', 'toplevel', '__metadata'] });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForTimeout(WATCHED_MS);
  const trace = await browser?.stopTracing();
  await page.close();
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: Traced[] };
  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  const main = traceEvents.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === paint?.pid && args.name === 'CrRendererMain',
  );
  if (!paint || !main) throw new Error(`The trace of ${address} has no paint.`);
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts }) => name.endsWith('RunTask') && pid === main.pid && tid === main.tid && ts >= paint.ts,
  );
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * SLOWER - 50), 0);
}

const readSeen = (page: Page): Promise<Omit<Seen, 'blocked'>> =>
  page.evaluate(() => {
    const all = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const bytes = all.reduce((sum, { transferSize }) => sum + transferSize, 0);
    return { ...(window as unknown as { seen: Seen }).seen, requests: all.length, bytes };
  });

/** Runs in the page. */
function observe(): void {
  const seen = { fcp: NaN, lcp: NaN, shift: 0 };
  Object.assign(window, { seen });
  const watch = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  watch('layout-shift', ({ value = 0 }) => (seen.shift += value));
}

await main();
