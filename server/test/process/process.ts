import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Modules that one process has compiled serve the next, which then starts in half the time. */
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');
const READY_WITHIN_MS = 60_000;

export type ProcessEnvironment = Readonly<Record<string, string>>;

/** How a process ended. */
export interface EndedProcess {
  /** Its exit code; null if a signal ended it. */
  code: number | null;
  /** Everything it printed. */
  output: string;
}

/** The portal in its own process. */
export const spawnServer = (settings: ProcessEnvironment): ChildProcess =>
  spawnScript('server/src/main.ts', [], settings);

/** Runs a command of the operator; returns how it ended. */
export const runOperator = (words: readonly string[], settings: ProcessEnvironment): Promise<EndedProcess> =>
  endOf(spawnScript('server/src/operator/main.ts', words, settings));

const spawnScript = (script: string, words: readonly string[], settings: ProcessEnvironment): ChildProcess =>
  spawn(process.execPath, [script, ...words], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE, LOG_LEVEL: 'silent', ...settings },
  });

export async function endOf(
  child: ChildProcess,
  hear: (part: string) => void = () => undefined,
): Promise<EndedProcess> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      hear(part);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Waits until the process reports that it is ready; throws its output if it ends before, or takes too long. */
export async function becomesReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const began = Date.now();
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}: ${output()}`);
    }
    if (Date.now() - began > READY_WITHIN_MS) throw new Error(`The server is not ready: ${output()}`);
    await pause(50);
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

/** Below the ports that a system gives by itself: no other test gets one before its process listens, or while that starts again. */
const [LOWEST_PORT, HIGHEST_PORT] = [15_000, 32_000];

/** Different ones, each held until all are found. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = new Map<number, Server>();
  while (probes.size < count) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    const probe = probes.has(port) ? undefined : await listeningAt(port);
    if (probe) probes.set(port, probe);
  }
  for (const probe of probes.values()) probe.close();
  return [...probes.keys()];
}

const listeningAt = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined)).listen(port, '127.0.0.1', () => resolve(probe));
  });
