import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCalls } from '@kabinet/contract';
import { SPECIFIED } from '../../../scripts/lib/calls-seen.ts';
import { callsWithRow, ownCalls, ownCallsPage } from '../../../scripts/lib/own-calls.ts';

// Checks the three documents: everything they name exists, and nothing promised is missing in them.

const ROOT = new URL('../../../', import.meta.url);
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
  const here = 'server/test/house/specification.test.ts';
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

test('every call of the specification has exactly one row, and no row is of a call that is not there', () => {
  const rows = callsWithRow(read('docs/specification.md'));
  expect(rows.length).toBe(new Set(rows).size);
  expect(SPECIFIED.filter((call) => !rows.includes(call))).toEqual([]);
  const calls = allCalls.map(({ method, path }) => `${method} ${path}`);
  expect(rows.filter((row) => !calls.includes(row))).toEqual([]);
});

test('every other call has a handler and a test, and docs/own-calls.md names them (npm run docs)', () => {
  expect(ownCalls().filter(({ handler, test: proof }) => !handler || !proof)).toEqual([]);
  expect(read('docs/own-calls.md').split('\n')).toEqual(ownCallsPage().split('\n'));
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

/** The requirements of levels 1 and 2 of ASVS 5.0: chapter.section:numbers. */
const ASVS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5
  3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5
  6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1
  11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3
  15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`;

const asvsNumbers = ASVS.trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name = '', ranges = ''] = section.split(':');
    return ranges.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${name}.${first + index}`);
    });
  });

describe('docs/security.md', () => {
  const security = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, numbers = '', about = '', state = '', evidence = '']) => ({
      numbers: numbers.split(', '),
      about,
      state,
      evidence,
    }));

  test('has each requirement of levels 1 and 2 once', () => {
    expect(security.flatMap((row) => row.numbers).sort()).toEqual([...asvsNumbers].sort());
  });

  test('says of each whether it holds, and names evidence that exists', () => {
    const faults = security.flatMap(({ numbers, state, evidence }) =>
      [
        ...(/^(?:holds|partly|deviates|open|does not apply)$/.test(state) && evidence !== ''
          ? []
          : ['no state or no evidence']),
        ...quoted(evidence)
          .filter((path) => /^(?:server|web|contract|e2e|deploy|docs|bench|lint)\//.test(path) && !exists(path))
          .map((path) => `there is no ${path}`),
        ...titlesOf(evidence)
          .filter(({ path }) => /\.test\.tsx?$/.test(path ?? ''))
          .filter(({ path, title }) => !exists(path ?? '') || !read(path ?? '').includes(title))
          .map(({ path, title }) => `no test «${title}» in ${path}`),
      ].map((fault) => `${numbers.join(', ')}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});
