import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scalingPage } from '../../../scripts/lib/scaling-page.ts';
import { KEPT_ELSEWHERE } from './elsewhere.ts';
import { keysOverAll } from './obstacles.ts';
import { kindOf, PLACES } from './placement.ts';
import { writtenTables } from './written-schema.ts';

const read = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const tables = writtenTables(read('schema.sql'));

test('each table has a place: divided by contract, on every server, or whole on the first', () => {
  expect(tables.length).toBeGreaterThan(200);
  expect([...PLACES.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
});

test('each divided table has the column that tells its contract', () => {
  const without = tables.filter(({ name, columns }) => {
    const place = PLACES.get(name);
    return typeof place === 'object' && 'by' in place && !columns.has(place.by);
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('each unique key over all contracts has something else that keeps it', () => {
  const divided = tables.filter(({ name }) => kindOf(name) === 'divided');
  expect(divided.flatMap(keysOverAll).sort()).toEqual(Object.keys(KEPT_ELSEWHERE).sort());
});

test('docs/scaling-tables.md is drawn anew (npm run docs)', () => {
  expect(read('scaling-tables.md').split('\n')).toEqual(scalingPage().split('\n'));
});
