import { expect, test } from 'vitest';
import { whence } from './origin.rules.ts';

const OWN = 'https://lk.example.ru';

test.each([
  [OWN, undefined, 'own'],
  [OWN, 'same-origin', 'own'],
  [undefined, 'same-origin', 'own'],
  // The proxy before us uses another name than the public one; the browser's header is enough.
  ['http://127.0.0.1:8080', 'same-origin', 'own'],
  [undefined, undefined, 'unknown'],
  [undefined, 'none', 'unknown'],
  ['https://evil.example', undefined, 'foreign'],
  ['https://lk.example.ru.evil.example', undefined, 'foreign'],
  ['https://shop.example.ru', undefined, 'foreign'],
  ['http://lk.example.ru', undefined, 'foreign'],
  ['https://lk.example.ru:8443', undefined, 'foreign'],
  ['null', undefined, 'foreign'],
  [OWN, 'cross-site', 'foreign'],
  [undefined, 'cross-site', 'foreign'],
  [undefined, 'same-site', 'foreign'],
  ['', undefined, 'foreign'],
] as const)('Origin %s, Sec-Fetch-Site %s: %s', (origin, fetchSite, answer) => {
  expect(whence({ origin, fetchSite }, OWN)).toBe(answer);
});
