import { expect, it } from 'vitest';
import { downloadTimeText, usesOf, verdictOf, type Measurement } from './verdict.texts.ts';

const measured: Measurement = {
  speed_test_id: 1,
  measured_at: '2026-11-22T10:03:00Z',
  server: 'Тольятти',
  is_local: true,
  user_id: 1,
  plan: 'Волга 300',
  plan_mbit: 300,
  link: 'cable',
  down_kbit: 291_000,
  up_kbit: 288_000,
  latency_us: 4_000,
  jitter_us: 1_000,
  down_latency_us: 38_000,
  up_latency_us: null,
};

it.each([
  ['the plan is kept', {}, '291 Мбит/с: всё как в тарифе', false, undefined],
  ['more than the plan promises', { down_kbit: 312_000 }, '312 Мбит/с: быстрее тарифа', false, undefined],
  ['a port of 100 Mbit/s', { down_kbit: 94_000 }, '94 Мбит/с вместо 300', true, 'Похоже, кабель.'],
  ['slow for another reason', { down_kbit: 60_000 }, '60 Мбит/с вместо 300', true, undefined],
  [
    'an unknown link',
    { down_kbit: 60_000, link: 'unknown' as const },
    '60 Мбит/с вместо 300',
    true,
    'Измерьте по кабелю.',
  ],
  [
    'Wi-Fi is no fault of the plan',
    { down_kbit: 94_000, link: 'wifi' as const },
    '94 Мбит/с по Wi-Fi',
    false,
    undefined,
  ],
  [
    'another network is no fault either',
    { down_kbit: 9_440, is_local: false },
    '9,4 Мбит/с из другой сети',
    false,
    undefined,
  ],
  [
    'a plan of 100 keeps its 94',
    { down_kbit: 94_000, plan_mbit: 100 },
    '94 Мбит/с: всё как в тарифе',
    false,
    undefined,
  ],
  ['a service without a promised speed', { plan: null, plan_mbit: null }, '291 Мбит/с', false, undefined],
])('says what is found: %s', (_, change, title, isSlow, cause) => {
  const verdict = verdictOf({ ...measured, ...change });
  expect(verdict.title.replaceAll('\u00a0', ' ')).toBe(title);
  expect([verdict.isSlow, verdict.cause?.title]).toEqual([isSlow, cause]);
});

it('says what the line is enough for', () => {
  const words = (change: Partial<Measurement>) => usesOf({ ...measured, ...change }).map(({ word }) => word);
  expect(words({})).toEqual(['Хорошо', 'Хорошо', 'Хорошо', 'Хорошо']);
  expect(words({ down_kbit: 20_000, up_kbit: 2_000, down_latency_us: 300_000 })).toEqual([
    'Терпимо',
    'Плохо',
    'Плохо',
    'Долго',
  ]);
});

it.each([
  [5, '5 мин'],
  [60, '1 ч'],
  [85, '1 ч 25 мин'],
])('writes %d minutes', (minutes, text) => {
  expect(downloadTimeText(minutes).replaceAll('\u00a0', ' ')).toBe(text);
});
