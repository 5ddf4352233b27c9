import { existsSync, readFileSync } from 'node:fs';
import { run } from './command.mjs';

/** The shell first: the same engine without a browser's window, for half the work. */
const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium that is there, if any. */
export const installedChromium = () => places.find((place) => place && existsSync(place));

const isDebian = () =>
  existsSync('/etc/os-release') && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));

/**
 * The path of a Chromium; installs Debian's package if there is none and permissions allow. Otherwise the reason.
 * @param {AbortSignal} signal
 * @returns {Promise<{ path: string } | { reason: string; output?: string }>}
 */
export async function findChromium(signal) {
  const path = installedChromium();
  if (path) return { path };
  if (process.getuid?.() !== 0 || !isDebian()) {
    return {
      reason:
        'The journeys need Chromium: install it, or set CHROMIUM_PATH (only root on Debian has it installed here).',
    };
  }
  return installShell(signal);
}

/** @type {(signal: AbortSignal) => ReturnType<typeof findChromium>} */
async function installShell(signal) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const failures = [];
  // Where the distribution has no package of the shell, that of the whole browser will do.
  for (const args of [['update'], [...install, 'chromium-headless-shell'], [...install, 'chromium']]) {
    const { code, output } = await run('apt-get', args, { env, signal });
    const path = installedChromium();
    if (path) return { path };
    if (code !== 0) failures.push(`apt-get ${args.join(' ')} ended with ${code}:\n${output}`);
  }
  return { reason: 'Chromium could not be installed: set CHROMIUM_PATH.', output: failures.join('\n') };
}

const install = ['install', '-y', '--no-install-recommends'];
