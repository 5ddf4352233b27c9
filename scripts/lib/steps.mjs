// The steps that both runs of the tests take.
import { findChromium, versionOf } from './chromium.mjs';
import { run } from './command.mjs';
import { install, isInstalled } from './install.mjs';

/** @typedef {import('./command.mjs').Outcome} Outcome */
/** @typedef {import('./stages.mjs').Step} Step */

/** @type {Outcome} */
export const nothingToDo = { code: 0, output: '' };

/** No colours: the output may be read later in a browser. */
const plain = () => ({ ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined });

/** @type {(script: string, more?: Partial<Step>) => Step} */
export const npmScript = (script, more) => ({
  name: script,
  needs: ['install'],
  work: (signal) => run('npm', ['run', '--silent', script], { signal, env: plain() }),
  ...more,
});

/** @type {Step} */
export const installing = { name: 'install', work: async (signal) => (isInstalled() ? nothingToDo : install(signal)) };

/** @param {AbortSignal} signal */
async function provideChromium(signal) {
  const chromium = await findChromium(signal);
  if ('reason' in chromium) return { code: 1, output: `${chromium.output ?? ''}\n${chromium.reason}` };
  process.env['CHROMIUM_PATH'] = chromium.path;
  return { code: 0, output: versionOf(chromium.path) };
}

/** @type {Step} */
export const chromium = { name: 'chromium', work: provideChromium, tells: /./ };

/** How many tests a run of vitest has passed. */
export const counts = /^ +Tests /;
