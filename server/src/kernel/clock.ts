/** The only source of time: no other code reads the machine's clock, and tests set it. */
export interface Clock {
  now(): Date;
  /** Whether it is the clock of a machine, which may be wrong. */
  readonly isOfMachine?: boolean;
}

export const systemClock: Clock = { now: () => new Date(), isOfMachine: true };
