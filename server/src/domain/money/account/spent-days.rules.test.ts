import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { spentDays, type SameLinesRow } from './spent-days.rules.ts';

const row = (text: string, rubles: number, own: Partial<SameLinesRow> = {}): SameLinesRow => ({
  day: day('2026-11-20'),
  side: 'charged',
  text,
  count: 2,
  each: kopecks((rubles * 100) / 2),
  amount: kopecks(rubles * 100),
  services: 30,
  ...own,
});

test('a day has at most ten lines, and the last one sums the rest', () => {
  const charges = Array.from({ length: 13 }, (_, index) => row(`Тариф ${index}`, index - 100));
  const [today, before] = spentDays([...charges, row('Вчера', -5, { day: day('2026-11-19') })]);
  expect(today?.lines).toHaveLength(10);
  expect(today?.lines.at(-1)).toEqual({
    text: 'Ещё 4\u00a0вида списаний',
    side: 'charged',
    count: 8,
    each: null,
    amount: kopecks(-(91 + 90 + 89 + 88) * 100),
  });
  expect(today).toMatchObject({ charged: kopecks(1222_00), services: 30 });
  expect(before?.lines).toHaveLength(1);
});

test('payments of a day are told first and do not lower what was charged', () => {
  const [today] = spentDays([row('Оплата', 500, { side: 'paid', count: 1 }), row('Интернет', -49)]);
  expect(today?.charged).toBe(kopecks(49_00));
  expect(today?.lines.map(({ text }) => text)).toEqual(['Оплата', 'Интернет']);
});
