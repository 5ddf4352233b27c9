import { expect, test } from 'vitest';
import { allCalls } from './index.ts';
import type { Call } from './kernel/call/call.ts';

const resourceOf = ({ path }: Call): string => path.split('/')[2] ?? '';
const title = ({ method, path }: Call): string => `${method} ${path}`;

test('each change says which answers it makes old, and nothing that reads does', () => {
  expect(
    allCalls.filter(({ effect, outdates }) => (effect === 'change') !== Array.isArray(outdates)).map(title),
  ).toEqual([]);
});

test('what a change makes old can be read', () => {
  const read = new Set(allCalls.filter(({ effect }) => effect === 'read').map(resourceOf));
  const unread = allCalls.flatMap((call) =>
    (call.outdates ?? []).filter((one) => !read.has(one)).map((one) => [title(call), one]),
  );
  expect(unread).toEqual([]);
});
