// Measures the speed by the page, in Chromium, through a link that the kernel shapes: `node bench/shaped-speed.ts [Mbit/s …]`, as
// root, after `npm run build`. The portal and the browser are in one network namespace, the measuring server in another; between
// them lies a pair of virtual cards, each with a token bucket (`tc tbf`).
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openBrowser, passOf, visit } from '../e2e/harness/browser.ts';
import { Server } from '../e2e/harness/server.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [HOME, AWAY] = [`kabinet-home-${process.ppid}`, `kabinet-away-${process.ppid}`];
const [HOME_ADDRESS, AWAY_ADDRESS] = ['10.213.7.2', '10.213.7.1'];
const SPEED_PORT = 8081;
const SECRET = '5b'.repeat(32);
const DEFAULT_RATES = [10, 100, 500];
/** The largest allowed difference between a measurement and the shape, as a share. */
const MOST_OFF = 0.05;
const WHO = 100_001;
const LONGEST_MS = 180_000;

const run = (...words: readonly string[]): string =>
  execFileSync(words[0] ?? '', words.slice(1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const within = (space: string, ...words: readonly string[]): string => run('ip', 'netns', 'exec', space, ...words);

/** Both namespaces and the link between them. */
function layLink(home: string, away: string): void {
  run('ip', 'netns', 'add', home);
  run('ip', 'netns', 'add', away);
  run('ip', 'link', 'add', 'link0', 'netns', home, 'type', 'veth', 'peer', 'name', 'link0', 'netns', away);
  for (const [space, address] of [
    [home, HOME_ADDRESS],
    [away, AWAY_ADDRESS],
  ] as const) {
    within(space, 'ip', 'address', 'add', `${address}/24`, 'dev', 'link0');
    within(space, 'ip', 'link', 'set', 'lo', 'up');
    within(space, 'ip', 'link', 'set', 'link0', 'up');
  }
}

/** Limits both directions to `mbit`, counted in IP packets: without the 14 bytes of the Ethernet header. */
function shape(mbit: number): void {
  const burst = `${Math.max(16, Math.ceil(mbit / 2))}kb`;
  const bucket = ['tbf', 'rate', `${mbit}mbit`, 'burst', burst, 'latency', '50ms'];
  for (const space of [HOME, AWAY]) {
    within(space, 'tc', 'qdisc', 'replace', 'dev', 'link0', 'root', 'stab', 'overhead', '-14', ...bucket);
  }
}

/** The provider of the demo, with the server behind the link. */
async function providerFile(folder: string): Promise<string> {
  const provider = JSON.parse(await readFile(join(ROOT, 'server/seeds/provider.json'), 'utf8')) as object;
  const server = { id: 'far', name: 'За линией', url: `http://${AWAY_ADDRESS}:${SPEED_PORT}`, inside: true };
  const file = join(folder, 'provider.json');
  await writeFile(file, JSON.stringify({ ...provider, speed_servers: [{ ...server, most_mbit: 1000 }] }));
  return file;
}

function startSpeedServer(publicUrl: string): ChildProcess {
  const environment = { SPEED_HOST: AWAY_ADDRESS, SPEED_PORT: String(SPEED_PORT), SPEED_SECRET: SECRET };
  const words = ['netns', 'exec', AWAY, process.execPath, join(ROOT, 'server/src/speed/main.ts')];
  return spawn('ip', words, {
    env: { ...process.env, ...environment, PUBLIC_URL: publicUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function becomesReady(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const reply = await fetch(`http://${AWAY_ADDRESS}:${SPEED_PORT}/healthz`).catch(() => undefined);
    if (reply?.ok) return;
    await pause(100);
  }
  throw new Error('The measuring server does not answer');
}

interface Found {
  readonly down_kbit: number;
  readonly up_kbit: number;
}

/** Presses the button of the page, and returns what the page sends to the portal. */
async function measure(server: Server, browser: Awaited<ReturnType<typeof openBrowser>>): Promise<Found> {
  const pass = await passOf(browser, server.url, WHO);
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/speed-test`);
  const kept = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/speed-test'), {
    timeout: LONGEST_MS,
  });
  await page.getByRole('button', { name: 'Измерить скорость' }).click();
  const found = (await kept).postDataJSON() as Found;
  await context.close();
  return found;
}

const MBIT = 1000;
const offText = (kbit: number, mbit: number): string => `${((kbit / MBIT / mbit - 1) * 100).toFixed(1)} %`;

/** Runs within the namespace of the browser. */
async function measureAll(rates: readonly number[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-shaped-'));
  const server = await Server.first({
    BURST: '1000',
    SPEED_SECRET: SECRET,
    KABINET_PROVIDER: await providerFile(folder),
  });
  const speed = startSpeedServer(server.url);
  const browser = await openBrowser();
  let isClose = true;
  try {
    await becomesReady();
    console.log('| shape, Mbit/s | download | off | upload | off |\n| - | - | - | - | - |');
    for (const mbit of rates) {
      shape(mbit);
      const { down_kbit: down, up_kbit: up } = await measure(server, browser);
      const cells = [mbit, down / MBIT, offText(down, mbit), up / MBIT, offText(up, mbit)];
      console.log(`| ${cells.join(' | ')} |`);
      isClose &&= [down, up].every((kbit) => Math.abs(kbit / MBIT / mbit - 1) <= MOST_OFF);
    }
  } finally {
    await browser.close();
    speed.kill();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
  return isClose;
}

/** Creates the link, then runs the measurements in the namespace of the browser. */
async function measureBehindLink(rates: readonly number[]): Promise<number> {
  const [home, away] = [`kabinet-home-${process.pid}`, `kabinet-away-${process.pid}`];
  try {
    layLink(home, away);
    const script = fileURLToPath(import.meta.url);
    const words = ['netns', 'exec', home, process.execPath, script, 'inside', ...rates.map(String)];
    const child = spawn('ip', words, { stdio: 'inherit' });
    return await new Promise((resolve) => void child.on('exit', (code) => resolve(code ?? 1)));
  } finally {
    for (const space of [home, away]) run('ip', 'netns', 'del', space);
  }
}

const words = process.argv.slice(2);
const asked = words.filter((word) => word !== 'inside').map(Number);
const rates = asked.length > 0 ? asked : DEFAULT_RATES;
if (words[0] === 'inside') process.exitCode = (await measureAll(rates)) ? 0 : 1;
else process.exitCode = await measureBehindLink(rates);
