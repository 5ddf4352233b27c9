import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../docs/decisions/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const decisions = readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.md$/.test(name));

test('the index of decisions names each of them once, by its title', () => {
  const index = read('README.md');
  const listed = [...index.matchAll(/\[(\d+)\. (.+?)\]\((\d{4}-[\w-]+\.md)\)/g)];
  expect(listed.map(([, , , file]) => file).toSorted()).toEqual(decisions.toSorted());
  for (const [, number = '', title = '', file = ''] of listed) {
    const [heading = ''] = read(file).split('\n');
    expect.soft(heading.replace(/^# 0*/, ''), file).toBe(`${number}. ${title}`);
  }
});

test('the index explains each number that is missing', () => {
  const explained =
    /## Missing numbers\n([\s\S]*)/
      .exec(read('README.md'))?.[1]
      ?.match(/\b\d+\b/g)
      ?.map(Number) ?? [];
  const numbers = decisions.map((name) => Number(name.slice(0, 4)));
  const missing = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number) && !explained.includes(number),
  );
  expect(missing).toEqual([]);
});

test('a decision that is replaced names one that exists, and the index says so', () => {
  for (const name of decisions) {
    const successor = /superseded by \[(\d+)\]\((\S+)\)/.exec(read(name));
    if (!successor) continue;
    expect.soft(decisions, name).toContain(successor[2]);
    expect.soft(read('README.md'), name).toContain(`${name}), replaced by ${successor[1]}`);
  }
});
