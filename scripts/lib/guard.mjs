// What a run of tests starts and stores carries its name: processes in their environment, folders in their path. A guard, a process of
// its own, waits until the run has ended, even by `kill -9`, and then ends and removes what bears the name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The variable with the name of the run that a process belongs to. */
const RUN = 'TEST_RUN';
const MEMORY = '/dev/shm';

/** The folder in memory of the run that this process belongs to; undefined where there is none.
 * @type {() => string | undefined} */
export function folderInMemory() {
  const run = process.env[RUN];
  return run !== undefined && existsSync(join(MEMORY, run)) ? join(MEMORY, run) : undefined;
}

/** Others may pass through it: root's PostgreSQL runs under another account. @param {string} folder */
const open = (folder) => chmodSync(folder, 0o711);

/**
 * Puts this process, and all that it starts from now on, under a guard, unless a guard watches it already. `end` returns when
 * nothing of the run is left; without it the guard ends the run once this process is gone.
 * @returns {{ end: () => Promise<void> }}
 */
export function guardRun() {
  if (process.env[RUN] !== undefined) return { end: () => Promise.resolve() };
  const folder = mkdtempSync(join(tmpdir(), 'kabinet-run-'));
  const run = basename(folder);
  open(folder);
  const guard = spawn(process.execPath, [fileURLToPath(new URL('guard-process.mjs', import.meta.url)), folder], {
    // Of its own, so that what ends the group of this process does not end the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  guard.unref();
  const ended = once(guard, 'exit');
  process.env[RUN] = run;
  process.env['TMPDIR'] = folder;
  if (existsSync(MEMORY)) {
    mkdirSync(join(MEMORY, run));
    open(join(MEMORY, run));
  }
  return {
    end: async () => {
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}
