import { timingSafeEqual } from 'node:crypto';

/** Compares a secret with what somebody gave; the only place that does (rule `house/one-comparison`). Time tells nothing of its letters, only whether its length in bytes is right. */
export function isSameText(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
