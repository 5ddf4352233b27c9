import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCalls } from '@kabinet/contract';

// Checks the two documents: everything they name exists, and nothing promised is missing in them.

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

interface Row {
  readonly about: string;
  readonly where: string;
  readonly test: string;
}

/** The rows of all tables of a page; the last two columns are the place and the test. */
function rowsOf(page: string): Row[] {
  return read(page)
    .split('\n')
    .filter((line) => /^\|(?! *(?:-+|№|The specification says) *\|)/.test(line))
    .map((line) => {
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      return { about: cells.slice(0, -2).join(' '), where: cells.at(-2) ?? '', test: cells.at(-1) ?? '' };
    });
}

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

/** Titles by the path that stands before them; undefined for a title without a path. */
function titlesOf(cell: string): { path: string | undefined; title: string }[] {
  let path: string | undefined;
  const titles = [];
  for (const [, named, title] of cell.matchAll(/`([^`]+)`|«([^»]+)»/g)) {
    if (named !== undefined) path = named;
    if (title !== undefined) titles.push({ path, title });
  }
  return titles;
}

const exists = (path: string): boolean => existsSync(new URL(path, ROOT));

/** What is wrong with a row; empty if nothing. */
function faultsOf({ about, where, test: proof }: Row): string[] {
  const lost = quoted(where + proof).filter((path) => !exists(path));
  const unproved = titlesOf(proof).filter(({ path, title }) => !path || !exists(path) || !read(path).includes(title));
  const isPlaced = quoted(where).length > 0 || /^(?:pending|later)/.test(where);
  const isProved = titlesOf(proof).length > 0 || /^(?:pending|later|no test yet)/.test(proof);
  return [
    ...lost.map((path) => `there is no ${path}`),
    ...unproved.map(({ path, title }) => `no test «${title}» in ${path ?? 'any file'}`),
    ...(isPlaced ? [] : ['no place and not pending']),
    ...(isProved ? [] : ['neither a test nor a word about it']),
  ].map((fault) => `${about}: ${fault}`);
}

const specification = rowsOf('docs/specification.md');
const requirements = rowsOf('docs/requirements.md');

test('every path exists, every title stands in its file, every row has its place', () => {
  expect(specification.length).toBeGreaterThan(180);
  expect([...specification, ...requirements].flatMap(faultsOf)).toEqual([]);
});

describe('a row is wrong', () => {
  const here = 'server/test/specification.test.ts';
  test.each([
    ['whose path does not exist', '`server/src/no-such.ts`', `\`${here}\` «a row is wrong»`, 'there is no'],
    ['whose test’s path does not exist', `\`${here}\``, '`server/test/none.test.ts` «a row is wrong»', 'there is no'],
    ['whose title is nowhere', `\`${here}\``, `\`docs/glossary.md\` «whose title is nowhere»`, 'no test «'],
    ['whose title has no file', `\`${here}\``, '«a row is wrong»', 'in any file'],
    ['that names no place', 'somewhere', 'pending', 'no place'],
    ['that names no test', `\`${here}\``, 'surely', 'neither a test'],
  ])('%s', (_, where, proof, fault) => {
    const faults = faultsOf({ about: 'row', where, test: proof });
    expect(faults.join('\n')).toContain(fault);
  });
});

const firstQuoted = specification.map((row) => ({ row, name: /^`([^`]+)`/.exec(row.about)?.[1] ?? '' }));

test('every call of the table has exactly one row, which is pending as long as the call is', () => {
  const told = firstQuoted.filter(({ name }) => /^[A-Z]+ \/v2\//.test(name));
  expect(told.map(({ name }) => name).sort()).toEqual(allCalls.map(({ method, path }) => `${method} ${path}`).sort());
  const pending = told.filter(({ row }) => row.test === 'pending').map(({ name }) => name);
  const notBuilt = allCalls.filter(({ problems }) => problems.includes('not_built'));
  expect(pending.sort()).toEqual(notBuilt.map(({ method, path }) => `${method} ${path}`).sort());
});

test('every route of the web app has exactly one row', () => {
  const [, table = ''] = /const screens[^[]*\[\] = \[(.*?)\n\];/s.exec(read('web/src/app/routes.tsx')) ?? [];
  const routes = [...table.matchAll(/^ {2}\['([^']+)'/gm)].map(([, route = '']) => route.replaceAll('\\\\', '\\'));
  expect(routes).toHaveLength(20);
  expect(
    firstQuoted
      .map(({ name }) => name)
      .filter((name) => name.startsWith('/'))
      .sort(),
  ).toEqual(routes.sort());
});

test('every current requirement has exactly one row', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const numbers = [...range(1, 14), ...range(16, 25), ...range(27, 49), ...[51, 52]];
  expect(requirements.map(({ about }) => about.split(' ')[0])).toEqual(
    numbers.map((number) => `R-${String(number).padStart(2, '0')}`),
  );
});
