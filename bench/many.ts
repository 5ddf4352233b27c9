// What the home of a large company costs beside that of a household: `node bench/many.ts [services]` (needs `npm run build` and Chromium).
// One server, in turns: the batch of home for 7 services and for 2 000, over HTTP with one connection and gzip; the further calls of the
// large home; then the first paint of both pages on a phone. Only ratios within one run say something.
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { openBrowser, passOf, type Pass } from '../e2e/harness/browser.ts';
import type { Browser } from 'playwright-core';
import { tokenOf } from './parts/crowd.ts';
import { addLargeCompany, LARGE } from './parts/large-company.ts';
import { prepare } from './parts/portal.ts';
import { quantile } from './parts/processor.ts';
import { startServer } from './parts/server.ts';
import { viewer, type Look } from './parts/viewer.ts';

const PORT = 8185;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
const HOUSEHOLD = 100_001;
const WARM_UP = 300;
const ROUNDS = 20;
const VIEWS = 20;
const PAINTS = 7;

const FURTHER = [
  ['the month and the latest days', 'user/spending'],
  ['a page of places', 'user/places?cursor=8'],
  ['a search', 'user/find?q=%D0%BC%D0%B8%D1%80%D0%B0'],
  ['services of a place', 'user/find?address=%D0%9C%D0%B8%D1%80%D0%B0%2C%207'],
  ['the whole list, which home no longer asks for', 'user/list'],
] as const;

async function main(): Promise<void> {
  const services = Number(process.argv[2] ?? 2000);
  const dataDir = join('/var/tmp', `kabinet-bench-many-${services}`);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const db = openDatabase(embedded.url);
  await prepare(db, embedded.url);
  await addLargeCompany(db.pool, services, new Date());
  const more = { BURST: '1000000', KABINET_DEMO: 'on' };
  const server = await startServer({ dataDir, port: PORT, metricsPort: 9569, more });
  try {
    await batches(db);
    await furtherCalls(db);
    await paints();
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await db.close();
    await embedded.stop();
  }
}

const ms = (value: number): string => value.toFixed(2);

const medianOf = (values: readonly number[] = []): number => quantile(values, 0.5);

/** One line: a figure of both, and their ratio. */
const say = (name: string, few: number, many: number): void =>
  console.log(`${name}: ${ms(few)} and ${ms(many)}, ratio ${ms(many / few)}`);

async function timed(look: Look, views: number): Promise<number> {
  const times: number[] = [];
  for (let view = 0; view < views; view += 1) times.push((await look()).took);
  return medianOf(times);
}

/** The batch, in rounds of both. */
async function batches(db: Database): Promise<void> {
  const lookOf = async (who: number) => viewer({ port: PORT, token: await tokenOf(db, who), encoding: 'gzip' });
  const [few, many] = [await lookOf(HOUSEHOLD), await lookOf(LARGE)];
  for (const look of [few, many]) await timed(look, WARM_UP);
  const [ofFew, ofMany]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ofFew.push(await timed(few, VIEWS));
    ofMany.push(await timed(many, VIEWS));
  }
  say('batch of home, ms', medianOf(ofFew), medianOf(ofMany));
  say('its bytes with gzip', (await few()).bytes, (await many()).bytes);
}

async function furtherCalls(db: Database): Promise<void> {
  const authorization = `Bearer ${await tokenOf(db, LARGE)}`;
  for (const [name, path] of FURTHER) {
    const times: number[] = [];
    let bytes = 0;
    for (let done = 0; done < 30; done += 1) {
      const began = performance.now();
      const reply = await fetch(`${URL_OF_SERVER}/api/v2/${path}`, { headers: { authorization } });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${path}: ${text}`);
      bytes = Buffer.byteLength(text);
      if (done >= 10) times.push(performance.now() - began);
    }
    console.log(`${name}: ${ms(quantile(times, 0.5))} ms, ${bytes} bytes`);
  }
}

/** The first contentful paint of the page that the server renders, in turns. */
async function paints(): Promise<void> {
  const browser = await openBrowser();
  const passes = [
    await passOf(browser, URL_OF_SERVER, HOUSEHOLD),
    await passOf(browser, URL_OF_SERVER, LARGE),
  ] as const;
  const [few, many]: [Painted[], Painted[]] = [[], []];
  for (let round = 0; round < PAINTS; round += 1) {
    few.push(await painted(browser, passes[0]));
    many.push(await painted(browser, passes[1]));
  }
  await browser.close();
  for (const [name, key] of [
    ['first paint at 360 px, ms', 'paint'],
    ['bytes of the page, not compressed', 'bytes'],
  ] as const)
    say(name, medianOf(few.map((one) => one[key])), medianOf(many.map((one) => one[key])));
}

interface Painted {
  readonly paint: number;
  readonly bytes: number;
}

async function painted(browser: Browser, pass: Pass): Promise<Painted> {
  const context = await browser.newContext({
    storageState: pass,
    viewport: { width: 360, height: 780 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const reply = await page.goto(`${URL_OF_SERVER}/lk/`);
  const bytes = Buffer.byteLength((await reply?.text()) ?? '');
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const first = list.getEntries().find(({ name }) => name === 'first-contentful-paint');
          if (first) resolve(first.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return { paint, bytes };
}

await main();
