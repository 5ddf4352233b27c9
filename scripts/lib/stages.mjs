import { endings, exitCodeOf, whenOrphaned } from './command.mjs';
import { guardRun } from './guard.mjs';

/** @typedef {import('./command.mjs').Outcome} Outcome */

/**
 * The work of one step; a pattern for the output lines to print even when it passes; the steps without which it cannot be done.
 * @typedef {{ name: string; work: (signal: AbortSignal) => Promise<Outcome>; tells?: RegExp; needs?: readonly string[] }} Step
 */

/** The target machine has two cores; tests wait a fifth of their time, in which a third step works. */
const atOnce = 3;

/** @typedef {'passed' | 'failed' | 'not run' | 'cut off'} End */

/**
 * Takes the steps of one stage after the other, three at a time, in this order. All are taken, whatever the others find; only a step that
 * needs a failed one is not. A step stands after those that it needs, and waits for them. Returns the exit code.
 * @param {readonly (readonly Step[])[]} stages
 * @returns {Promise<number>}
 */
export async function takeStages(stages) {
  const guard = guardRun();
  const stop = new AbortController();
  /** @type {NodeJS.Signals | undefined} */
  let ending;
  const heed = (/** @type {NodeJS.Signals} */ signal) => {
    ending ??= signal;
    stop.abort();
    // Also ends what does not listen.
    void guard.end();
  };
  for (const signal of endings) process.on(signal, heed);
  whenOrphaned(() => heed('SIGTERM'));

  /** @type {Map<string, End>} */
  const ends = new Map();
  for (const steps of stages) await takeAll(steps, ends, stop.signal);
  console.log(summary(ends));
  await guard.end();
  if (ending !== undefined) return exitCodeOf(null, ending);
  return [...ends.values()].every((end) => end === 'passed') ? 0 : 1;
}

/** @type {(steps: readonly Step[], ends: Map<string, End>, signal: AbortSignal) => Promise<void>} */
async function takeAll(steps, ends, signal) {
  const waiting = [...steps];
  /** @type {Map<string, Promise<unknown>>} */
  const begun = new Map();
  const takeNext = async (/** @type {Step} */ step) => {
    for (const need of step.needs ?? []) await begun.get(need);
    ends.set(step.name, await take(step, ends, signal));
  };
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const taking = takeNext(step);
      begun.set(step.name, taking);
      await taking;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** @type {(step: Step, ends: ReadonlyMap<string, End>, signal: AbortSignal) => Promise<End>} */
async function take({ name, work, tells, needs = [] }, ends, signal) {
  if (signal.aborted) return 'not run';
  const missing = needs.filter((need) => ends.get(need) !== 'passed');
  if (missing.length > 0) {
    console.log(`== ${name}: not run, it needs ${missing.join(', ')}`);
    return 'not run';
  }
  const from = performance.now();
  const { code, output } = await work(signal);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  if (code === 0) {
    const lines = output.split('\n').filter((line) => tells?.test(line));
    console.log([`== ${name}: passed in ${seconds} s`, ...lines].join('\n'));
    return 'passed';
  }
  console.log(`== ${name}: ${signal.aborted ? 'cut off' : 'FAILED'} in ${seconds} s\n${output}`);
  return signal.aborted ? 'cut off' : 'failed';
}

/** `9 passed, 1 failed (lint), 1 not run (e2e)`. @param {ReadonlyMap<string, End>} ends */
function summary(ends) {
  const named = (/** @type {End} */ wanted) => [...ends].flatMap(([name, end]) => (end === wanted ? [name] : []));
  const others = /** @type {const} */ (['failed', 'not run', 'cut off']).flatMap((end) => {
    const names = named(end);
    if (names.length > 0) return [`${names.length} ${end} (${names.join(', ')})`];
    return end === 'failed' ? ['0 failed'] : [];
  });
  return [`${named('passed').length} passed`, ...others].join(', ');
}
