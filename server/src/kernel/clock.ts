/** The only source of time: no other code reads the machine's clock, and tests set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
