import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { csvDay, csvLine, csvMoney, csvNumber, csvText } from './csv.rules.ts';

test('a sum is a number of a Russian spreadsheet', () => {
  const sums = [0, 5, -5, 100, 62850, -62850].map((amount) => csvMoney(kopecks(amount)));
  expect(sums).toEqual(['0,00', '0,05', '-0,05', '1,00', '628,50', '-628,50']);
  expect(csvMoney(undefined)).toBe('');
});

test('a formula is a text, and a separator stays within its cell', () => {
  expect(['=1+1', ' @x', '-', '\tx'].map(csvText)).toEqual(["'=1+1", "' @x", "'-", "'\tx"]);
  expect(['а', 'а;б', 'а"б', 'а\nб'].map(csvText)).toEqual(['а', '"а;б"', '"а""б"', '"а\nб"']);
  expect(['-12.5', '12', '-x'].map(csvNumber)).toEqual(['-12.5', '12', "'-x"]);
  expect(csvLine(['а', csvDay('2026-11-20')])).toBe('а;20.11.2026\r\n');
});
