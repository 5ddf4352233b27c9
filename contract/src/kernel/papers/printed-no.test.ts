import { expect, test } from 'vitest';
import { printedBeginning, printedKey, whyNotPrinted } from './printed-no.ts';

test.each([
  ['ЮЛ-30003/17', 'юл30003/17'],
  ['юл-30003/17', 'юл30003/17'],
  ['ЮЛ 30003 17', 'юл30003/17'],
  [' ЮЛ—30003\\17 ', 'юл30003/17'],
  ['№ ЮЛ–30003-17', 'юл30003/17'],
  ['юл30003.17/', 'юл30003/17'],
  ['ЮЛ-3000/317', 'юл3000/317'],
  ['АВ-12/ЕЁ', 'ав12ее'],
  ['AB-12/EЕ', 'ав12ее'],
  ['TKX 0045', 'ткх0045'],
  ['ткх-0045', 'ткх0045'],
  ['L-7', 'l7'],
  ['ЮЛ\u00a030003/17', 'юл30003/17'],
  ['ЮЛ\n3', undefined],
  ['12-345', '12/345'],
  ['100 001', undefined],
  ['№ 100 001', undefined],
  ['100001', undefined],
  ['№ 100001', undefined],
  ['ЮЛ', undefined],
  ['', undefined],
  ['-', undefined],
  ['ivan1@example.ru', undefined],
  ['ЮЛ-3\u0000', undefined],
  ['ЮЛ-3\u202e', undefined],
  ['ЮЛ-٣', undefined],
  [`ЮЛ-${'1'.repeat(29)}`, `юл${'1'.repeat(29)}`],
  [`ЮЛ-${'1'.repeat(30)}`, undefined],
])('«%s» is looked for as %s', (typed, key) => {
  expect(printedKey(typed)).toBe(key);
});

test('a beginning may have digits only', () => {
  expect(printedBeginning('12-')).toBe('12');
  expect(printedBeginning('юл-3')).toBe('юл3');
  expect(printedBeginning('юл')).toBeUndefined();
});

test.each([
  ['ЮЛ-30003/17', undefined],
  ['12-345', undefined],
  ['ЮЛ-9171234567', undefined],
  ['100001', /внутренний/],
  ['100 001', /внутренний/],
  ['ЮЛ/Б', /цифры/],
  ['ЮЛ-3;5', /бывают/],
  ['ЮЛ-3\n5', /бывают/],
  ['8-917-123-45-67', /телефон/],
  ['917-123-45-67', /телефон/],
  [`ЮЛ-${'1'.repeat(30)}`, /длиннее 32/],
])('«%s» can be printed, or why not', (text, why) => {
  if (why) expect(whyNotPrinted(text)).toMatch(why);
  else expect(whyNotPrinted(text)).toBeUndefined();
});
