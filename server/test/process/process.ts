import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
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

/** Different ones: a port that is free again may be the next that the system gives. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  for (const probe of probes) probe.close();
  return ports;
}
