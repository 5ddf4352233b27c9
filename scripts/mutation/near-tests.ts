import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOMS = ['contract/src', 'server/src', 'server/test', 'server/seeds'];

const MODULES = ROOMS.flatMap((room) => globSync(`${room}/**/*.ts`));
const TESTS = MODULES.filter((file) => file.endsWith('.test.ts'));

/** Where an import leads, if it is a module of ours. */
function target(from: string, specifier: string): string | undefined {
  const path = specifier.startsWith('#')
    ? join('server/src', specifier.slice('#server/'.length))
    : specifier.startsWith('@kabinet/contract')
      ? join('contract/src', `${specifier.slice('@kabinet/contract'.length) || '/index'}.ts`)
      : specifier.startsWith('.')
        ? normalize(join(dirname(from), specifier))
        : '';
  return [path, path.replace(/\.ts$/, '/index.ts')].find((one) => one.endsWith('.ts') && existsSync(one));
}

/** Imports of types are gone when a module runs. */
const TYPES = /^(?:im|ex)port type [^;]*;/gm;

const importersOf = new Map<string, string[]>();
for (const file of MODULES) {
  const text = readFileSync(file, 'utf8').replace(TYPES, '');
  for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const to = target(file, specifier!);
    if (to) importersOf.set(to, [...(importersOf.get(to) ?? []), file]);
  }
}

/** How many imports lead from each test to a file. */
function distances(file: string): Map<string, number> {
  const found = new Map([[file, 0]]);
  for (const [one, steps] of found) {
    for (const importer of importersOf.get(one) ?? []) if (!found.has(importer)) found.set(importer, steps + 1);
  }
  return found;
}

const wordsOf = (path: string): string[] =>
  path
    .replace(/^(?:server|contract)\/(?:src|test)\//, '')
    .split(/[/.-]/)
    .filter((word) => !['ts', 'test', 'rules', 'queries', 'domain', 'handlers', 'staff', 'shared'].includes(word))
    .map((word) => word.replace(/s$/, ''));

const alike = (a: string, b: string): number => {
  const words = new Set(wordsOf(b));
  return new Set(wordsOf(a).filter((word) => words.has(word))).size;
};

/** Modules by which a test gets a database or a process. */
const HEAVY = ['server/test/database/database.ts', 'server/test/process/process.ts', 'server/src/db/database.ts'];
const heavy = new Set(HEAVY.flatMap((module) => [...distances(module).keys()]));

/** How many imports lead to a file from each folder that has a module using it. */
function folders(steps: ReadonlyMap<string, number>): Map<string, number> {
  const found = new Map<string, number>();
  for (const [module, count] of steps) {
    const folder = dirname(module);
    if (!TESTS.includes(module) && !found.has(folder)) found.set(folder, count);
  }
  return found;
}

/**
 * The tests of a file, the nearest first: those of its folder, then those beside what uses it (a test reaches most modules by the
 * portal only), those that fewest imports lead from and whose path is most like it. Quick ones need no database.
 */
export function testsOf(file: string): { quick: string[]; slow: string[] } {
  const steps = distances(file);
  const near = folders(steps);
  const score = (test: string) =>
    Math.max(0, 20 - 4 * (near.get(dirname(test)) ?? 9)) + alike(test, file) * 3 - Math.min(steps.get(test)!, 6);
  const reaching = TESTS.filter((test) => steps.has(test)).toSorted((a, b) => score(b) - score(a));
  return {
    quick: reaching.filter((test) => !heavy.has(test)),
    slow: reaching.filter((test) => heavy.has(test)),
  };
}
