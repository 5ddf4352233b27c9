const FIRST_DELAY_MS = 15_000;
const LONGEST_DELAY_MS = 3_600_000;
/** An event that was refused so many times, in about five hours, is given up. */
export const MOST_ATTEMPTS = 12;
/** For how long the former secret signs beside the new one. */
export const FORMER_SECRET_MS = 86_400_000;

export const SEALED_FOR = 'webhook';

/** 15 s, 30 s, 1 min … an hour after so many failures in a row. */
export const delayAfter = (failures: number, waitMs = 0): number =>
  Math.min(Math.max(FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20), waitMs), LONGEST_DELAY_MS);

/** Answers that say nothing of the event: the receiver is away, or asks to wait. */
const AWAY = new Set([408, 425, 429, 502, 503, 504]);
export const isAway = (status: number): boolean => AWAY.has(status);
