import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Environment } from '#server/config/environment.ts';
import { SECTIONS, settingsPage } from '#server/config/settings-page.ts';

/** A former name, which the start refuses. */
const FORMER = ['KABINET_TELLERS'];

test('the pages of settings name every setting that the server reads, and no other', () => {
  const told = SECTIONS.flatMap(({ settings }) => Object.keys(settings));
  const read = Object.keys(Environment.shape).filter((name) => !FORMER.includes(name));
  expect(told.toSorted()).toEqual(read.toSorted());
});

test.each([
  ['en', 'settings.md'],
  ['ru', 'settings.ru.md'],
] as const)('the page in %s is current: docs/%s (npm run docs)', async (language, page) => {
  expect(await readFile(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')).toBe(settingsPage(language));
});
