import { expect, test } from 'vitest';
import { day, type Period } from '@kabinet/contract/kernel/day';
import { callsText, closingDay } from './uncharged.rules.ts';

const made = (period: string, isLate = false) => ({ period: period as Period, isLate });

test.each([
  [
    'of the running month fall due on the first of the next',
    '2026-11',
    false,
    '2026-12-01',
    'Разговоры за ноябрь, уже',
  ],
  ['of December fall due in January', '2026-12', false, '2027-01-01', 'Разговоры за декабрь, уже'],
  ['of a month that is over fall due tomorrow', '2026-10', false, '2026-11-21', 'Разговоры за октябрь'],
  ['that came late fall due tomorrow', '2026-10', true, '2026-11-21', 'Разговоры за октябрь, поступили позже'],
])('calls %s', (_, period, isLate, from, text) => {
  const today = day('2026-11-20');
  expect(closingDay(made(period), today)).toBe(from);
  expect(callsText(made(period, isLate), today)).toBe(text);
});

test('on the last day of a month its calls fall due tomorrow', () => {
  expect(closingDay(made('2026-11'), day('2026-11-30'))).toBe('2026-12-01');
  expect(closingDay(made('2026-11'), day('2026-12-01'))).toBe('2026-12-02');
});
