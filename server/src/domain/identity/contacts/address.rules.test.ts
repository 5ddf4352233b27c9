import { expect, test } from 'vitest';
import { maskedAddress } from './address.rules.ts';

test.each([
  ['phone', '79271234567', '+7 ••• •••-45-67'],
  ['email', 'maria@mail.ru', 'm•••@mail.ru'],
  ['email', '"m@home"@mail.ru', '"•••@mail.ru'],
] as const)('a %s %s is shown as %s', (kind, address, shown) => {
  expect(maskedAddress({ kind, address }).replaceAll('\u00a0', ' ')).toBe(shown);
});
