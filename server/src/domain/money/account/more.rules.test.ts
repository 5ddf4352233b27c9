import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Period } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { moreText, moreThan, noticeablyMore, type SpentOnService } from './more.rules.ts';

const spent = (key: string, amount: number, returned = 0): SpentOnService => ({
  key,
  name: key,
  amount: kopecks(amount),
  returned: kopecks(returned),
});
const OCTOBER = '2026-10' as Period;
const told = (now: readonly SpentOnService[], before: readonly SpentOnService[]): string | undefined => {
  const more = moreThan(now, before);
  return more && moreText(more, OCTOBER).replaceAll('\u00a0', ' ');
};

test.each([
  [
    'a new service',
    [spent('Интернет', 450_00), spent('ТВ', 240_00)],
    [spent('Интернет', 450_00)],
    'На 240 ₽ больше, чем в октябре: ТВ — 240 ₽, в октябре не было.',
  ],
  [
    'a higher price',
    [spent('Интернет', 550_50)],
    [spent('Интернет', 450_00)],
    'На 100,50 ₽ больше, чем в октябре: Интернет — на 100,50 ₽ больше.',
  ],
  [
    'a return of the month before',
    [spent('SIP', 99_00)],
    [spent('SIP', 46_20, 52_80)],
    'На 52,80 ₽ больше, чем в октябре: SIP — на 52,80 ₽ больше, в октябре часть платы вернули.',
  ],
  [
    'what has become cheaper',
    [spent('Интернет', 990_00), spent('ТВ', 140_00)],
    [spent('Интернет', 450_00), spent('ТВ', 240_00)],
    'На 440 ₽ больше, чем в октябре: Интернет — на 540 ₽ больше; остальное — на 100 ₽ меньше.',
  ],
  [
    'more causes than a sentence has room for',
    [spent('А', 4_00), spent('Б', 3_00), spent('В', 2_00), spent('Г', 1_00)],
    [spent('Г', 1_00)],
    'На 9 ₽ больше, чем в октябре: А — 4 ₽, в октябре не было; Б — 3 ₽, в октябре не было; остальное — на 2 ₽ больше.',
  ],
  ['the same sum', [spent('Интернет', 450_00)], [spent('Интернет', 450_00)], undefined],
  ['less', [spent('Интернет', 100_00)], [spent('Интернет', 450_00)], undefined],
  ['the first month', [spent('Интернет', 450_00)], [], undefined],
])('tells %s', (_, now, before, text) => {
  expect(told(now, before)).toBe(text);
});

const month = fc
  .uniqueArray(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      amount: fc.integer({ min: -50_000, max: 200_000 }),
      returned: fc.integer({ min: 0, max: 50_000 }),
    }),
    { selector: ({ key }) => key },
  )
  .map((services) => services.map(({ key, amount, returned }) => spent(key, amount, returned)));
const sum = (services: readonly SpentOnService[]): number => services.reduce((all, { amount }) => all + amount, 0);

test('of random months: tells only what costs more, and its parts make the difference to the kopeck', () => {
  fc.assert(
    fc.property(month, month, (now, before) => {
      const more = moreThan(now, before);
      const difference = sum(now) - sum(before);
      expect(more !== undefined).toBe(difference > 0 && before.length > 0);
      if (more === undefined) return;
      expect(more.total).toBe(difference);
      expect(more.causes.reduce((all, { by }) => all + by, 0) + more.rest).toBe(difference);
      expect(more.causes.length).toBeGreaterThan(0);
      expect(more.causes.length).toBeLessThanOrEqual(2);
      for (const { name, by, why } of more.causes) {
        const [is, was] = [now, before].map((month) => month.filter(({ key }) => key === name));
        expect(by).toBe(sum(is!) - sum(was!));
        expect(by).toBeGreaterThan(0);
        expect(why === 'new').toBe(was!.length === 0);
      }
    }),
  );
});

test.each([
  ['a tenth', 1100_00, 1000_00, 100_00],
  ['just a twentieth', 1050_00, 1000_00, 50_00],
  ['less than a twentieth', 1049_99, 1000_00, null],
  ['just ten roubles', 60_00, 50_00, 10_00],
  ['less than ten roubles', 59_99, 50_00, null],
  ['nothing more', 1000_00, 1000_00, null],
  ['a month after none', 1000_00, 0, null],
  ['a month after returns alone', 1000_00, -1000_00, null],
  ['no month before', 1000_00, null, null],
  ['no charge yet', null, 1000_00, null],
] as const)('%s is noticed or not', (_, now, before, noticed) => {
  const sum = (amount: number | null) => (amount === null ? null : kopecks(amount));
  expect(noticeablyMore(sum(now), sum(before))).toBe(noticed);
});
