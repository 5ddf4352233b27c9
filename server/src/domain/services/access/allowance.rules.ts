/** How many times something may be done within so many milliseconds. */
export interface Allowance {
  readonly times: number;
  readonly within: number;
}

const MINUTE = 60_000;

export const UNLOCKS: Allowance = { times: 3, within: 60 * MINUTE };
/** Checking a password reveals whether it is right, so guesses are limited. */
export const PASSWORD_TRIES: Allowance = { times: 5, within: 15 * MINUTE };

export interface AllowanceLeft {
  /** How many times it may still be done. */
  readonly left: number;
  /** When it becomes possible again, if it is not now. */
  readonly from: Date | null;
}

/** What is left of an allowance, given the moments of its use. */
export function allowanceLeftOf({ times, within }: Allowance, moments: readonly Date[], now: Date): AllowanceLeft {
  const counting = moments
    .map((moment) => moment.getTime())
    .filter((at) => at > now.getTime() - within)
    .sort((a, b) => b - a);
  const left = Math.max(0, times - counting.length);
  const oldest = counting[times - 1];
  return { left, from: oldest === undefined ? null : new Date(oldest + within) };
}
