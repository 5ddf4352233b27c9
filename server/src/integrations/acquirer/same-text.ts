import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. */
export function isSameText(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
