// `npm test`: all that must hold after a change, on a machine that may have only Node 18. CI runs it, and then `npm run test:peers`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib/command.mjs';
import { findNode } from './lib/node24.mjs';
import { takeStages } from './lib/stages.mjs';
import { chromium, counts, installing, npmScript } from './lib/steps.mjs';
import { build } from './lib/web-build.mjs';

/** @typedef {import('./lib/stages.mjs').Step} Step */

/** @param {AbortSignal} signal */
async function checkBudget(signal) {
  const node = findNode();
  if (node) return run(node, ['scripts/budget.ts'], { signal });
  return { code: 1, output: `Node 24 or newer is needed; this is ${process.version}.` };
}

/**
 * The longest first: both halves of the tests begin as soon as there is something to test, and the checks use the time in which tests wait.
 * @type {Step[][]}
 */
const stages = [
  [installing],
  [
    { name: 'build', work: build, needs: ['install'] },
    chromium,
    npmScript('lint'),
    npmScript('test:units', { tells: counts, needs: ['install', 'build'] }),
    npmScript('e2e', { tells: counts, needs: ['chromium', 'build'] }),
    ...['format:check', 'imports', 'unused'].map((script) => npmScript(script)),
    { name: 'budget', work: checkBudget, tells: /kB/, needs: ['build'] },
  ],
];

if (existsSync(join(root, '.git')) && !process.env['CI']) {
  spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root });
}
process.exitCode = await takeStages(stages);
