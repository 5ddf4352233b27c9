import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './command.mjs';

const oldestMajor = 24;

export const needsNode = `Нужен Node.js 24 или новее (сейчас ${process.version}): установите его с https://nodejs.org и повторите.`;

/** @type {(version: string) => boolean} */
const isNewEnough = (version) => Number.parseInt(version.replace(/^v/, '')) >= oldestMajor;

/** Whether the packages include Node 24 and PostgreSQL for this platform; otherwise the machine must have both. */
export const isEquipped = () =>
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  // Absent where the C library is not glibc.
  'glibcVersionRuntime' in /** @type {{ header: object }} */ (process.report.getReport()).header;

export const isCurrentNewEnough = () => isNewEnough(process.version);

/** The Node that runs the project: the installed package, else the current one if it is new enough. */
export function findNode() {
  const packaged = join(root, 'node_modules', '.bin', 'node');
  const { stdout } = spawnSync(packaged, ['--version'], { encoding: 'utf8' });
  if (stdout && isNewEnough(stdout)) return packaged;
  return isCurrentNewEnough() ? process.execPath : undefined;
}
