/** What may be done so many times within so many milliseconds. */
export interface Allowance {
  readonly times: number;
  readonly within: number;
}

const MINUTE = 60_000;

export const UNLOCKS: Allowance = { times: 3, within: 60 * MINUTE };
/** A check of a password tells whether it is right: an oracle for whoever guesses. */
export const PASSWORD_TRIES: Allowance = { times: 5, within: 15 * MINUTE };

export interface Used {
  /** How many times it may still be done. */
  readonly left: number;
  /** The moment from which it may be done again, when it may not now. */
  readonly from: Date | null;
}

/** How much of an allowance is left, by the moments at which it was used. */
export function leftOf({ times, within }: Allowance, moments: readonly Date[], now: Date): Used {
  const counting = moments
    .map((moment) => moment.getTime())
    .filter((at) => at > now.getTime() - within)
    .sort((a, b) => b - a);
  const left = Math.max(0, times - counting.length);
  const oldest = counting[times - 1];
  return { left, from: left > 0 || oldest === undefined ? null : new Date(oldest + within) };
}
