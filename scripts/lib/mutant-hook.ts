import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Worker } from 'node:worker_threads';

// Loaded before all modules of a process of tests: one module has a fault there. No file is changed, so nothing must be put back.

interface Told {
  readonly url: string;
  readonly source: string;
  /** After so long a fault is taken for an endless loop. */
  readonly limit: number;
}

const told = process.env['MUTANT'] === undefined ? undefined : readFileSync(process.env['MUTANT'], 'utf8');
if (told) {
  const { url, source, limit } = JSON.parse(told) as Told;
  registerHooks({
    load: (asked, context, next) => (asked === url ? { ...next(asked, context), source } : next(asked, context)),
  });
  // A thread of its own, because a loop leaves no time to a timer.
  const killer = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${limit})`;
  if (process.send) new Worker(killer, { eval: true, execArgv: [], env: {} }).unref();
}
