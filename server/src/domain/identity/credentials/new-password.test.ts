import { expect, test } from 'vitest';
import { isLeaked, weakness } from './new-password.ts';

const OWN = ['100001', 'Сергеева Мария', 'Волга Телеком'];

test.each([
  ['1234567', 'Нужно от 8 до 128 знаков'],
  ['я'.repeat(129), 'Нужно от 8 до 128 знаков'],
  ['сергеева1', 'имени'],
  ['100001100001', 'имени'],
  ['password', 'утечек'],
  ['Liverpool1', 'утечек'],
  ['MICHELLE', 'утечек'],
  // «liverpool» and «football» on Russian keys.
  ['дшмукзщщд', 'утечек'],
  ['ащщеифдд', 'утечек'],
])('R-19: refuses %s', (password, why) => {
  expect(weakness(password, OWN)).toContain(why);
});

test.each([
  'два верблюда',
  'correct horse battery',
  'k7mf-2xqd-9hwp',
  'я'.repeat(64).replace('яя', 'бв'),
  'Ёж и туман',
])('R-19: accepts %s', (password) => {
  expect(weakness(password, OWN)).toBe(undefined);
});

test('takes one of ten thousand others for a leaked one', () => {
  const taken = Array.from({ length: 20_000 }, (_, index) => `of-nobody-${index}`).filter(isLeaked);
  expect(taken.length).toBeLessThan(10);
});
