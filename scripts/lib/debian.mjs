import { existsSync, readFileSync } from 'node:fs';
import { run } from './command.mjs';

/** Whether this process may install Debian packages. */
export const canInstall = () =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));

/**
 * Runs apt-get without questions.
 * @param {string[]} args
 * @param {AbortSignal} [signal]
 */
export const aptGet = (args, signal) =>
  run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, signal });

/** Installs packages without what they only recommend.
 * @type {(packages: readonly string[], signal?: AbortSignal) => ReturnType<typeof run>} */
export const installPackages = (packages, signal) =>
  aptGet(['install', '-y', '--no-install-recommends', ...packages], signal);
