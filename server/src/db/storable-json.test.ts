import { expect, test } from 'vitest';
import { storableJson } from './storable-json.ts';

test('what jsonb cannot hold is replaced, in values and in names; nothing else is', () => {
  const given = { 'a\0': ['\0', '\ud800x', 'y\udc00', '😀', '\\u0000', '\\\\u0000', 'ü"\n'] };
  expect(JSON.parse(storableJson(given))).toEqual({
    'a\ufffd': ['\ufffd', '\ufffdx', 'y\ufffd', '😀', '\\u0000', '\\\\u0000', 'ü"\n'],
  });
});
