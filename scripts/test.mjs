// `npm test`: runs all checks, on a machine that may have only Node 20. CI runs exactly this.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, versionOf } from './lib/chromium.mjs';
import { endings, exitCodeOf, root, run } from './lib/command.mjs';
import { install, isInstalled } from './lib/install.mjs';
import { findNode } from './lib/node24.mjs';
import { build } from './lib/web-build.mjs';

/** @typedef {import('./lib/command.mjs').Outcome} Outcome */

/**
 * The work of one step, and a pattern for the output lines to print even when it passes.
 * @typedef {{ name: string; work: () => Promise<Outcome>; tells?: RegExp }} Step
 */

/** The target machine has two cores. */
const atOnce = 2;

const stop = new AbortController();
const { signal } = stop;

/** @type {Outcome} */
const nothingToDo = { code: 0, output: '' };

/** No colours: the output may be read later in a browser. */
const plain = () => ({ ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined });

/** @type {(script: string, tells?: RegExp) => Step} */
const npmScript = (script, tells) => ({
  name: script,
  work: () => run('npm', ['run', '--silent', script], { signal, env: plain() }),
  ...(tells && { tells }),
});

const testsTold = /^ +Tests /;

async function provideChromium() {
  const chromium = await findChromium(signal);
  if ('reason' in chromium) return { code: 1, output: `${chromium.output ?? ''}\n${chromium.reason}` };
  process.env['CHROMIUM_PATH'] = chromium.path;
  return { code: 0, output: versionOf(chromium.path) };
}

async function checkBudget() {
  const node = findNode();
  if (node) return run(node, ['scripts/budget.ts'], { signal });
  return { code: 1, output: `Node 24 or newer is needed; this is ${process.version}.` };
}

/**
 * The steps of one stage run two at a time and begin in this order. First what fails soonest, while Chromium is being fetched; then the
 * tests, whose two halves need about the same time of a processor and together keep both cores busy to the end.
 * @type {Step[][]}
 */
const stages = [
  [{ name: 'install', work: async () => (isInstalled() ? nothingToDo : install(signal)) }],
  [
    { name: 'chromium', work: provideChromium, tells: /./ },
    { name: 'build', work: () => build(signal) },
    ...['format:check', 'lint', 'imports', 'unused'].map((script) => npmScript(script)),
    { name: 'budget', work: checkBudget, tells: /kB/ },
  ],
  [npmScript('e2e', testsTold), npmScript('test:units', testsTold)],
];

let passed = 0;

/** @param {Step} step */
async function take({ name, work, tells }) {
  const from = performance.now();
  const { code, output } = await work();
  // Another step has failed and stopped this one.
  if (signal.aborted) return;
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const heading = `== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`;
  if (code === 0) {
    passed += 1;
    console.log([heading, ...output.split('\n').filter((line) => tells?.test(line))].join('\n'));
  } else {
    stop.abort();
    console.log(`${heading}\n${output}`);
  }
}

/** @param {Step[]} steps */
async function takeAll(steps) {
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step && !signal.aborted; step = waiting.shift()) await take(step);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

for (const ending of endings) {
  process.on(ending, () => {
    stop.abort();
    process.exit(exitCodeOf(null, ending));
  });
}
if (existsSync(join(root, '.git')) && !process.env['CI']) {
  spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root });
}
for (const steps of stages) {
  if (!signal.aborted) await takeAll(steps);
}
console.log(`${passed} passed, ${signal.aborted ? 1 : 0} failed`);
process.exitCode = signal.aborted ? 1 : 0;
