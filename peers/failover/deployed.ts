import { chmodSync, chownSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';

const DEPLOY = new URL('../../deploy/ha/', import.meta.url);
const ID = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
const GROUP = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }));

export type Replacement = readonly [what: string | RegExp, by: string];

/** Gives a file or a folder to the user of PostgreSQL. */
export function giveAway(path: string): void {
  chownSync(path, ID, GROUP);
  chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
}

/** A file of `deploy/ha` with the addresses, folders and ports of this run. Each replacement must be possible. */
export async function deployed(name: string, to: string, replacements: readonly Replacement[]): Promise<void> {
  const text = await readFile(new URL(name, DEPLOY), 'utf8');
  const placed = replacements.reduce((rest, [what, by]) => {
    if (rest.search(typeof what === 'string' ? what.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : what) < 0)
      throw new Error(`deploy/ha/${name} has no ${what}`);
    return rest.replaceAll(typeof what === 'string' ? what : new RegExp(what.source, `${what.flags}g`), by);
  }, text);
  await writeFile(to, placed);
}
