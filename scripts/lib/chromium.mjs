import { existsSync, readFileSync } from 'node:fs';
import { run } from './command.mjs';

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const found = () => places.find((place) => place && existsSync(place));

const isDebian = () =>
  existsSync('/etc/os-release') && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));

/**
 * The path of a Chromium; installs Debian's package if there is none and permissions allow. Otherwise the reason.
 * @param {AbortSignal} signal
 * @returns {Promise<{ path: string } | { reason: string; output?: string }>}
 */
export async function findChromium(signal) {
  const path = found();
  if (path) return { path };
  if (process.getuid?.() !== 0 || !isDebian()) {
    return {
      reason:
        'The journeys need Chromium: install it, or set CHROMIUM_PATH (only root on Debian has it installed here).',
    };
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await run('apt-get', args, { env, signal });
    if (code !== 0)
      return { reason: `Chromium could not be installed: apt-get ${args[0]} ended with ${code}.`, output };
  }
  const installed = found();
  return installed
    ? { path: installed }
    : { reason: 'The package chromium brought no /usr/bin/chromium: set CHROMIUM_PATH.' };
}
