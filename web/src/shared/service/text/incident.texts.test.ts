import { expect, it } from 'vitest';
import { endText } from './incident.texts.ts';

const NOW = new Date('2026-11-20T10:05:00Z');

it.each([
  [null, 'Срок пока неизвестен. Напишем, когда узнаем'],
  ['2026-11-20T13:00:00.000Z', 'Починим к 17:00'],
  ['2026-11-21T13:00:00.000Z', 'Починим 21 ноября к 17:00'],
  ['2026-11-20T10:05:00.000Z', 'Обещали починить к 14:05 и не успели. Напишем новый срок'],
])('an incident until %s: %s', (until, text) => {
  expect(endText(until, NOW).replaceAll('\u00a0', ' ')).toBe(text);
});
