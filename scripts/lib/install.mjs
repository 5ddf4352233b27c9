import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './command.mjs';

/** @typedef {{ version?: string; integrity?: string; optional?: boolean }} Entry */

/** @type {(file: string) => Record<string, Entry>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether npm's record of installed packages agrees with the lock file; packages of other platforms may be missing. */
export function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json')))
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, { version, integrity, optional }]) => {
      const found = installed[path];
      return found ? found.version === version && found.integrity === integrity : optional === true;
    });
}

/** Installs exactly the lock file, with development tools, which build the web application.
 * @param {AbortSignal} [signal] */
export function install(signal) {
  const kinds = ['--include=dev', '--include=optional'];
  return run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...kinds], { signal });
}
