import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { readPaper, type PaperKind } from './paper.rules.ts';

const TODAY = day('2026-11-20');
const PASSPORT = { series: '3604', number: '573914', issued_by: 'ОВД', registered_at: 'Тольятти' };
const faults = (kind: PaperKind, typed: object) => readPaper(kind, typed, TODAY).faults.map(({ field }) => field);

test.each([
  ['on the fourteenth birthday', '1984-04-12', '1998-04-12', []],
  ['a day before it', '1984-04-12', '1998-04-11', ['issued_on']],
  ['today', '1984-04-12', '2026-11-20', []],
  ['tomorrow', '1984-04-12', '2026-11-21', ['issued_on']],
])('a passport is given %s', (_, born_on, issued_on, wrong) => {
  expect(faults('passport', { ...PASSPORT, born_on, issued_on })).toEqual(wrong);
});

test('another document may be given on the day of birth, not before', () => {
  const paper = { title: 'Свидетельство', number: '7', born_on: '2026-11-01' };
  expect(faults('other', { ...paper, issued_on: '2026-11-01' })).toEqual([]);
  expect(faults('other', { ...paper, issued_on: '2026-10-31' })).toEqual(['issued_on']);
});
