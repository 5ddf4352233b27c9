import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** Made by `npm run docs`. */
const MADE = ['docs/import.ru.md', 'docs/operator.ru.md'];
const LONGEST = 160;

const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'deploy/**/*.md'], { cwd: ROOT }).filter(
  (name) => !MADE.includes(name),
);

/** Lines of prose: tables and code have the length that they need. */
function prose(text: string): string[] {
  const blocks = text.split(/^ *```.*$/m).filter((_, index) => index % 2 === 0);
  return blocks.flatMap((block) => block.split('\n')).filter((line) => !line.trimStart().startsWith('|'));
}

test('a line of a document can be read without scrolling', () => {
  expect(documents.length).toBeGreaterThan(150);
  for (const name of documents) {
    const long = prose(readFileSync(join(ROOT, name), 'utf8')).filter((line) => line.length > LONGEST);
    expect.soft(long, name).toEqual([]);
  }
});

test('the changelog tells of the version that a release would have, below what is not released', () => {
  const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const told = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: – [0-9]{4}-[0-9]{2}-[0-9]{2})?$/gm)].map(
    ([, name]) => name,
  );
  expect(told.find((name) => name !== 'Unreleased')).toBe(version);
});

test('README is read in a few minutes', () => {
  for (const name of ['README.md', 'README.ru.md']) {
    expect.soft(readFileSync(join(ROOT, name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(90);
  }
});
