import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Worker } from 'node:worker_threads';

// Loaded before all modules of a process of tests: some of them have faults there. No file is changed, so nothing must be put back.

/** What the command tells a process of tests. */
export interface FaultPlan {
  /** Sources with faults, by the addresses of their modules. */
  readonly sources: Readonly<Record<string, string>>;
  /** Milliseconds after which a fault is taken for an endless loop. */
  readonly limit: number;
  /** The faults to be turned on one after another (`runner.ts`); without: the sources have one that is always on. */
  readonly switched?: Switched;
}

export interface Switched {
  readonly count: number;
  /** The numbers of those that no test has seen yet. */
  readonly open: readonly number[];
  /** `12 server/src/a.test.ts > a test`: lived there before. */
  readonly lived: readonly string[];
  /** A fault that has lived in so many tests that are not quick is left. */
  readonly most: number;
  /** Where the runner writes what it finds, a line of JSON each. */
  readonly journal: string;
}

/** Which fault is on, and which ones the code has come past. */
export interface Faults {
  readonly plan: FaultPlan;
  on: number;
  readonly passed: Uint8Array;
  /** Begins the time after which the process is ended; ends it with 0. */
  limit(ms: number): void;
}

declare global {
  var faults: Faults | undefined;
  var fault: ((id: number) => boolean) | undefined;
}

/** A loop that a fault makes endless comes past it again and again. */
const MOST_PASSES = 3_000_000;

const path = process.env['MUTANT'];
const text = path === undefined ? '' : readFileSync(path, 'utf8');
if (text !== '') begin(JSON.parse(text) as FaultPlan);

function begin(plan: FaultPlan): void {
  registerHooks({
    load: (asked, context, next) => {
      const source = plan.sources[asked];
      return source === undefined ? next(asked, context) : { ...next(asked, context), source };
    },
  });
  const limit = killer();
  if (plan.switched) switchFaults(plan, plan.switched, limit);
  else limit(plan.limit);
}

function switchFaults(plan: FaultPlan, { count }: Switched, limit: Faults['limit']): void {
  const faults: Faults = { plan, on: -1, passed: new Uint8Array(count), limit };
  let passes = 0;
  let former = -1;
  globalThis.faults = faults;
  globalThis.fault = (id) => {
    if (id !== faults.on) {
      faults.passed[id] = 1;
      return false;
    }
    passes = former === id ? passes + 1 : 0;
    former = id;
    if (passes > MOST_PASSES) throw new Error('An endless loop.');
    return true;
  };
}

/** Ends the process when a time is over, from a thread of its own: an endless loop leaves no time to a timer. */
function killer(): Faults['limit'] {
  if (!process.send) return () => undefined;
  const end = new Float64Array(new SharedArrayBuffer(8));
  const watch = `
    const end = new Float64Array(require('node:worker_threads').workerData);
    setInterval(() => end[0] > 0 && Date.now() > end[0] && process.kill(process.pid, 'SIGKILL'), 500);`;
  new Worker(watch, { eval: true, execArgv: [], env: {}, workerData: end.buffer }).unref();
  return (ms) => void (end[0] = ms === 0 ? 0 : Date.now() + ms);
}
