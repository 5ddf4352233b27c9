// `npm test`: runs all checks, on a machine that may have only Node 20. CI runs exactly this.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, versionOf } from './lib/chromium.mjs';
import { root, run } from './lib/command.mjs';
import { install, isInstalled } from './lib/install.mjs';
import { findNode } from './lib/node24.mjs';
import { takeStages } from './lib/stages.mjs';
import { build } from './lib/web-build.mjs';

/** @typedef {import('./lib/command.mjs').Outcome} Outcome */
/** @typedef {import('./lib/stages.mjs').Step} Step */

/** @type {Outcome} */
const nothingToDo = { code: 0, output: '' };

/** No colours: the output may be read later in a browser. */
const plain = () => ({ ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined });

/** @type {(script: string, more?: Partial<Step>) => Step} */
const npmScript = (script, more) => ({
  name: script,
  needs: ['install'],
  work: (signal) => run('npm', ['run', '--silent', script], { signal, env: plain() }),
  ...more,
});

const tells = /^ +Tests /;

/** @param {AbortSignal} signal */
async function provideChromium(signal) {
  const chromium = await findChromium(signal);
  if ('reason' in chromium) return { code: 1, output: `${chromium.output ?? ''}\n${chromium.reason}` };
  process.env['CHROMIUM_PATH'] = chromium.path;
  return { code: 0, output: versionOf(chromium.path) };
}

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
  [{ name: 'install', work: async (signal) => (isInstalled() ? nothingToDo : install(signal)) }],
  [
    { name: 'build', work: build, needs: ['install'] },
    { name: 'chromium', work: provideChromium, tells: /./ },
    npmScript('lint'),
    npmScript('test:units', { tells, needs: ['install', 'build'] }),
    npmScript('e2e', { tells, needs: ['chromium', 'build'] }),
    ...['format:check', 'imports', 'unused'].map((script) => npmScript(script)),
    { name: 'budget', work: checkBudget, tells: /kB/, needs: ['build'] },
  ],
];

if (existsSync(join(root, '.git')) && !process.env['CI']) {
  spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root });
}
process.exitCode = await takeStages(stages);
