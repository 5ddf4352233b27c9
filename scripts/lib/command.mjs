import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The exit code of a process as in a shell: 128 plus the number of the signal.
 * @type {(code: number | null, signal: NodeJS.Signals | null) => number} */
export const exitCodeOf = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 0);

/** The signals that ask a process to end. @type {NodeJS.Signals[]} */
export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls back once when the process that has started this one is gone: npm sends a signal to its shell, which may die without passing it on.
 * @param {() => void} callBack */
export function whenOrphaned(callBack) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callBack();
  }, 500);
  watch.unref();
}

/** PATH without our own packages: npm itself must not run on the Node it is about to replace. */
const pathOfMachine = () =>
  (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.endsWith('node_modules/.bin'))
    .join(':');

/** @typedef {{ code: number; output: string }} Outcome */

/**
 * Runs a command in the root of the project without printing. Returns its output, to be shown when it fails. `node`: a folder with the
 * Node for it, if not the machine's.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv; signal?: AbortSignal | undefined; node?: string }} [options]
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { env = process.env, signal, node } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, PATH: [node, pathOfMachine()].filter(Boolean).join(':') },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const hear = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    // npm starts a shell that starts the tool: only their common group ends all three.
    const end = () => child.pid && process.kill(-child.pid, 'SIGTERM');
    signal?.addEventListener('abort', end, { once: true });
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code, ended) => {
      signal?.removeEventListener('abort', end);
      resolve({ code: exitCodeOf(code, ended), output });
    });
  });
}
