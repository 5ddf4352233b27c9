import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = ['contract', 'server', 'web', 'e2e', 'bench', 'peers', 'scripts', 'lint'];
const MADE = ['**/node_modules', '**/dist', '**/.*'];
const MOST = 25;
/** Ordered by their numbers: nobody looks for a name there. */
const NUMBERED = ['server/migrations'];

test('a folder of source is seen at a glance', () => {
  const found = globSync(
    SOURCES.map((folder) => `${folder}/**/*`),
    { cwd: ROOT, exclude: MADE, withFileTypes: true },
  ).filter((entry) => entry.isFile());
  expect(found.length).toBeGreaterThan(2000);
  const folders = Map.groupBy(found, ({ parentPath }) => relative(ROOT, parentPath));
  const crowded = [...folders].filter(([folder, { length }]) => length > MOST && !NUMBERED.includes(folder));
  expect(crowded.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([]);
});
