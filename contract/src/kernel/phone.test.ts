import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePhone } from './phone.ts';

test.each([
  ['+7 (927) 123-45-67', '79271234567'],
  ['9271234567', '79271234567'],
  ['8 927 123 45 67', '79271234567'],
  ['8482001234', '78482001234'],
])('parses %j as a phone number', (text, expected) => {
  expect(parsePhone(text)).toBe(expected);
});

test.each([
  '',
  '927123456',
  '792712345678',
  '19271234567',
  'телефон',
  '7905123456٧',
  '7905123456٧8',
  '٧9051234567',
  '７9051234567',
])('refuses %j', (text) => {
  expect(parsePhone(text)).toBeUndefined();
});

test('returns eleven digits with a leading 7, or undefined, for any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parsePhone(text) ?? '70000000000').toMatch(/^7\d{10}$/);
    }),
  );
});
