import { expect, it } from 'vitest';
import { readable } from './readable.ts';

it.each(['Нет связи', 'Error 500: нет', 'Ё'])('shows «%s», which has Cyrillic letters', (message) =>
  expect(readable(message, 'Ошибка')).toBe(message),
);

it.each(['Internal Server Error', '', '12:00', undefined])(
  'replaces «%s», which has none, by the fallback',
  (message) => expect(readable(message, 'Ошибка')).toBe('Ошибка'),
);
