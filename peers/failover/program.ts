import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

/** As systemd, which waits longer, ends what does not end by itself. */
const LONGEST_END_MS = 30_000;

/** A program in the foreground, with what it says in a file. */
export class Program {
  readonly #command: readonly string[];
  readonly #log: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(command: readonly string[], log: string, environment: Readonly<Record<string, string>> = {}) {
    this.#command = command;
    this.#log = log;
    this.#environment = environment;
  }

  get runs(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  start(): void {
    if (this.runs) return;
    const [program = '', ...words] = this.#command;
    const log = openSync(this.#log, 'a');
    this.#child = spawn(program, words, {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...this.#environment },
      cwd: '/',
    });
    closeSync(log);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || !this.runs) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS);
    await ended;
    clearTimeout(late);
  }
}
