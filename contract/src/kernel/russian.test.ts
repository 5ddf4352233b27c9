import { expect, test } from 'vitest';
import { formOf, keepTogether, phoneText, withoutStop } from './russian.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

test.each([
  ['день', [1, 21, 101, 1001, -1]],
  ['дня', [2, 3, 4, 22, 34, 102, -2, 0.5, 1.5, 5.5, 10.5]],
  ['дней', [0, 5, 9, 10, 11, 12, 14, 15, 20, 25, 100, 111, 112, 1011, -5]],
])('«%s» goes with %j', (form, counts) => {
  for (const count of counts) expect(formOf(count, DAYS)).toBe(form);
});

test.each([
  ['79271234567', '+7 927 123-45-67'],
  ['78482001234', '+7 8482 00-12-34'],
  ['78001234567', '8 800 123-45-67'],
  ['7927*****67', '+7 927 ***-**-67'],
  ['112', '112'],
])('the number %s is written %s', (digits, text) => {
  expect(phoneText(digits).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a line does not break before a dash, after a short word, before a number', () => {
  expect(keepTogether('Тариф «Волга» 300 — и в доме')).toBe('Тариф «Волга»\u00a0300\u00a0— и\u00a0в\u00a0доме');
});

test.each([
  ['Плановая замена кабеля.', 'Плановая замена кабеля'],
  ['Ждём деталь…', 'Ждём деталь'],
  ['Ул. Мира, 5', 'Ул. Мира, 5'],
])('«%s» goes on in a sentence as «%s»', (written, told) => {
  expect(withoutStop(written)).toBe(told);
});
