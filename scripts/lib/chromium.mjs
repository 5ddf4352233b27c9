import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptGet, canInstall, installPackages } from './debian.mjs';

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

/** `Chromium 156.0.8078.108, /usr/bin/chromium`: what it says of itself begins with this; a package may add its own words.
 * @type {(path: string | undefined) => string} */
export function versionOf(path = '') {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return `${/^.*?\d+(?:\.\d+)+/m.exec(stdout ?? '')?.[0] ?? 'a Chromium of unknown version'}, ${path}`;
}

/**
 * The path of a Chromium; installs Debian's package if there is none and permissions allow. Otherwise the reason.
 * @param {AbortSignal} signal
 * @returns {Promise<{ path: string } | { reason: string; output?: string }>}
 */
export async function findChromium(signal) {
  const path = installedChromium();
  if (path) return { path };
  if (!canInstall()) {
    return {
      reason:
        'The journeys need Chromium: install it, or set CHROMIUM_PATH (only root on Debian has it installed here).',
    };
  }
  return installShell(signal);
}

/** @type {(signal: AbortSignal) => ReturnType<typeof findChromium>} */
async function installShell(signal) {
  const failures = [];
  // Where the distribution has no package of the shell, that of the whole browser will do.
  for (const step of [
    () => aptGet(['update'], signal),
    () => installPackages(['chromium-headless-shell'], signal),
    () => installPackages(['chromium'], signal),
  ]) {
    const { code, output } = await step();
    const path = installedChromium();
    if (path) return { path };
    if (code !== 0) failures.push(`apt-get ended with ${code}:\n${output}`);
  }
  return { reason: 'Chromium could not be installed: set CHROMIUM_PATH.', output: failures.join('\n') };
}
