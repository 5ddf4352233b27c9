import { expect, test } from 'vitest';
import { day, type Instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import {
  bytesOf,
  clockText,
  dayText,
  keepTogether,
  momentText,
  momentWord,
  namesText,
  payText,
  phoneText,
  plural,
  rubles,
  shortened,
} from './text.rules.ts';

/** Makes no-break spaces visible in the expectations below. */
const seen = (text: string) => text.replaceAll('\u00a0', '_');
const today = day('2026-11-20');

test.each([
  [123450, '1_234,50_₽'],
  [62900, '629_₽'],
  [50, '0,50_₽'],
  [-62850, '−628,50_₽'],
  [0, '0_₽'],
  [123456789, '1_234_567,89_₽'],
])('%i kopecks read %s', (amount, text) => {
  expect(seen(rubles(kopecks(amount)))).toBe(text);
});

test.each([
  [1, '1_день'],
  [3, '3_дня'],
  [5, '5_дней'],
  [11, '11_дней'],
  [42, '42_дня'],
  [1001, '1_001_день'],
])('%i days read %s', (count, text) => {
  expect(seen(plural(count, ['день', 'дня', 'дней']))).toBe(text);
});

test('a day of another year has its year, a day of this year does not', () => {
  expect(seen(dayText(day('2026-12-01'), today))).toBe('1_декабря');
  expect(seen(dayText(day('2027-01-01'), today))).toBe('1_января_2027');
});

test("shows a moment in the provider's zone", () => {
  expect(seen(momentText('2026-11-19T20:10:00.000Z' as Instant, today, 'Europe/Samara'))).toBe('20_ноября, 00:10');
  expect(seen(momentText('2026-11-19T20:10:00.000Z' as Instant, today, 'Europe/Moscow'))).toBe('19_ноября, 23:10');
});

test.each([
  ['Интернет «Волга 300»', 'Интернет «Волга_300»'],
  ['Денег на счёте и в кассе', 'Денег на_счёте и_в_кассе'],
  ['Пополнить — 100 ₽', 'Пополнить_— 100 ₽'],
  ['Волга 300', 'Волга_300'],
  ['Архив на 7 дней', 'Архив на_7 дней'],
])('«%s» gets no-break spaces: «%s»', (text, held_) => {
  expect(seen(keepTogether(text))).toBe(held_);
});

test('use of a mailbox has the unit of its quota', () => {
  expect(seen(bytesOf(4_402_341_478, 5 * 1024 ** 3))).toBe('4,1_из_5_ГБ');
  expect(seen(bytesOf(0, 2 * 1024 ** 3))).toBe('0_из_2_ГБ');
  expect(seen(bytesOf(300, 500))).toBe('300_из_500_байт');
});

test.each([
  ['78482001234', '+7_8482_00-12-34'],
  ['79271234567', '+7_927_123-45-67'],
  ['78001234567', '8_800_123-45-67'],
  ['', ''],
])('the phone %s reads %s', (phone, text) => {
  expect(seen(phoneText(phone))).toBe(text);
});

test.each([
  [628_50, '629\u00a0₽'],
  [629_00, '629\u00a0₽'],
  [1, '10\u00a0₽'],
  [1234_01, '1\u00a0235\u00a0₽'],
])('asks to pay %i kopecks as %s, as the button does', (missing, text) => {
  expect(payText(kopecks(missing))).toBe(text);
});

test('a text is shortened without cutting a letter in two', () => {
  expect(shortened('Спасибо', 7)).toBe('Спасибо');
  expect(shortened('Спасибо!', 7)).toBe('Спасиб…');
  expect(shortened('абв🙂где', 5)).toBe('абв…');
});

test('a moment of today is a time, of another day it has the day', () => {
  const at = (text: string) => new Date(text).toISOString() as Instant;
  const word = (text: string) =>
    seen(momentWord(at(text), { now: new Date('2026-11-20T12:00:00Z'), zone: 'Europe/Samara' }));
  expect(word('2026-11-20T10:05:00Z')).toBe('14:05');
  expect(word('2026-11-20T20:05:00Z')).toBe('21_ноября, 00:05');
  expect(clockText(at('2026-11-20T10:05:00Z'), 'Europe/Samara')).toBe('14:05');
});

test('five names are told, further ones are counted', () => {
  const names = ['А', 'Б', 'В', 'Г', 'Д', 'Е', 'Ж'];
  expect([0, 1, 5, 6, 7].map((count) => namesText(names.slice(0, count)))).toEqual([
    '',
    'А',
    'А, Б, В, Г, Д',
    'А, Б, В, Г, Д и ещё 1',
    'А, Б, В, Г, Д и ещё 2',
  ]);
});

test('sizes end with terabytes', () => {
  const TB = 1024 ** 4;
  expect([1, TB, 2048 * TB].map((whole) => seen(bytesOf(0, whole)))).toEqual([
    '0_из_1_байт',
    '0_из_1_ТБ',
    '0_из_2048_ТБ',
  ]);
});
