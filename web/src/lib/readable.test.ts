import { expect, it } from 'vitest';
import { readable } from './readable.ts';

it.each(['Нет связи', 'Error 500: нет', 'Ё'])('«%s» has Cyrillic letters and is shown', (message) =>
  expect(readable(message, 'Ошибка')).toBe(message),
);

it.each(['Internal Server Error', '', '12:00', undefined])('«%s» has none and gives way to the fallback', (message) =>
  expect(readable(message, 'Ошибка')).toBe('Ошибка'),
);
