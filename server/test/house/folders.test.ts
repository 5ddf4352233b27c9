import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const MOST = 25;
/** Ordered by their numbers: nobody looks for a name there. */
const NUMBERED = ['server/migrations'];

test('a folder of source is seen at a glance', () => {
  const files = execFileSync(
    'git',
    ['ls-files', 'contract', 'server', 'web', 'e2e', 'bench', 'peers', 'scripts', 'lint'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  ).split('\n');
  expect(files.length).toBeGreaterThan(2000);
  const folders = Map.groupBy(files, (file) => dirname(file));
  const crowded = [...folders].filter(([folder, { length }]) => length > MOST && !NUMBERED.includes(folder));
  expect(crowded.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([]);
});
