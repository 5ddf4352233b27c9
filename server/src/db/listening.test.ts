import { expect, test } from 'vitest';
import { pauseBeforeListening } from './listening.ts';

test('however long PostgreSQL was away, its notifications are heard again three seconds after it is back', () => {
  const pauses = Array.from({ length: 100 }, (_, failures) => pauseBeforeListening(failures));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(3000);
  expect(pauses[0]).toBeLessThanOrEqual(300);
});
