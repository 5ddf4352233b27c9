import type { Simulation } from '../simulation.ts';

/** The version that a client has before him: now and then one of before, and none where he has not looked. */
export function versionOf(sim: Simulation, present: number): number | undefined {
  const fate = sim.dice.between(1, 10);
  if (fate === 1) return present - 1;
  return fate <= 3 ? undefined : present;
}

/** As a request has it, and as a decision has it. */
export const sentVersion = (version: number | undefined) => (version === undefined ? {} : { version: String(version) });
export const decidedOn = (version: number | undefined) => (version === undefined ? {} : { version });
