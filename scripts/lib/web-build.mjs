import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './command.mjs';

const page = join(root, 'web', 'dist', 'index.html');
const stamp = join(root, 'web', 'dist', '.vite', 'sources');
const notSources = new Set(['dist', 'node_modules', 'test']);

/** @type {(folder: string) => string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** A hash of the sources of the web application: its own files, the contract, and the package versions. */
function hashOfSources() {
  const hash = createHash('sha256');
  const files = ['web', 'contract'].flatMap((folder) => filesIn(join(root, folder)));
  for (const file of [...files, join(root, 'package-lock.json')]) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

export const isBuilt = () => existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();

/** Builds the web application and stores the hash of its sources.
 * @param {AbortSignal} [signal] */
export async function build(signal) {
  const sources = hashOfSources();
  const result = await run('npm', ['run', 'build', '-w', 'web'], { signal });
  if (result.code === 0) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
  return result;
}
