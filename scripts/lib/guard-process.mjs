// The guard of a run (`guard.mjs`): its standard input ends when the run does.
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [, , folder = ''] = process.argv;
const run = basename(folder);

/** Milliseconds for a process to end when it is asked. */
const PATIENCE_MS = 3000;
const LOOKING_MS = 50;

/** @typedef {{ pid: number; isPostgres: boolean }} Found */

/** What a file below /proc says; nothing of a process that has gone. @type {(read: () => string) => string} */
const said = (read) => {
  try {
    return read();
  } catch {
    return '';
  }
};

/**
 * PostgreSQL has an environment of its own (`server/src/db/embedded/cluster.ts`); it is known by its folders.
 * @type {(pid: number) => Found | undefined}
 */
function ofRun(pid) {
  const at = `/proc/${pid}`;
  const isPostgres = said(() => readFileSync(`${at}/comm`, 'utf8')) === 'postgres\n';
  const words = isPostgres
    ? said(() => readlinkSync(`${at}/cwd`)) + said(() => readFileSync(`${at}/cmdline`, 'utf8'))
    : said(() => readFileSync(`${at}/environ`, 'utf8'));
  return words.includes(run) ? { pid, isPostgres } : undefined;
}

/** The living processes of the run; its owner is not one, because he has been named after his start. @returns {Found[]} */
function processes() {
  const entries = said(() => readdirSync('/proc').join(' ')).split(' ');
  return entries
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => ofRun(Number(name)) ?? []);
}

/** @type {(found: Found, signal: NodeJS.Signals) => void} */
function end({ pid }, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Ends these processes: asks, waits, and ends those that do not listen.
 * @type {(choose: (found: Found) => boolean, asking: NodeJS.Signals) => Promise<void>}
 */
async function endAll(choose, asking) {
  const asked = new Set();
  const from = performance.now();
  for (let left = processes().filter(choose); left.length > 0; left = processes().filter(choose)) {
    for (const found of left) {
      if (performance.now() - from > PATIENCE_MS) end(found, 'SIGKILL');
      else if (!asked.has(found.pid)) end(found, asking);
      asked.add(found.pid);
    }
    await pause(LOOKING_MS);
  }
}

// Signals that end the run must not end its guard.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => undefined);
process.stdin.resume();
await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
// A living portal would start its PostgreSQL again.
await endAll(({ isPostgres }) => !isPostgres, 'SIGTERM');
// At once, but in order: killed, it would leave its shared memory.
await endAll(({ isPostgres }) => isPostgres, 'SIGQUIT');
for (const left of [folder, join('/dev/shm', run)]) rmSync(left, { recursive: true, force: true, maxRetries: 5 });
