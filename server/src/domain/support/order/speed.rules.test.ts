import { expect, test } from 'vitest';
import { bestProof, speedVerdict } from './speed.rules.ts';

const cable = (mbit: number) => ({ link: 'cable', down_kbit: mbit * 1000 }) as const;
const wifi = (mbit: number) => ({ link: 'wifi', down_kbit: mbit * 1000 }) as const;

test.each([
  ['by cable before one by air that is newer and slower', [wifi(71), cable(94)], cable(94)],
  ['by cable, the slowest of several', [cable(110), cable(94), cable(105)], cable(94)],
  ['after which the line was as promised by cable', [cable(280), cable(94)], cable(280)],
  [
    'after which the line was as promised by air, because air is never faster than the line',
    [wifi(290), cable(94)],
    wifi(290),
  ],
  ['that is slow again after it was as promised', [cable(94), cable(290), cable(60)], cable(94)],
  ['as promised by cable, older than a slow one by air', [wifi(71), cable(290)], cable(290)],
  ['by air, the slowest, if there is nothing else', [wifi(120), wifi(71)], wifi(71)],
])('of measurements the proof is the one %s', (_, measured, proof) => {
  expect(bestProof(measured, 300)).toEqual(proof);
});

test('no measurements prove nothing', () => {
  expect(bestProof<ReturnType<typeof wifi>>([], 300)).toBeUndefined();
});

test.each([
  [cable(301), 'faster'],
  [cable(300), 'as_promised'],
  [cable(270), 'as_promised'],
  [cable(269), 'slow'],
  [wifi(269), 'unproved'],
  [{ link: 'unknown', down_kbit: 94_000 } as const, 'unproved'],
  [wifi(270), 'as_promised'],
])('%j of a plan of 300 Mbit/s is %s', (measured, verdict) => {
  expect(speedVerdict(measured, 300)).toBe(verdict);
});
