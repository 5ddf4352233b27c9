import { addDays } from '@kabinet/contract/kernel/day';
import type { ShownState } from '../model/case.ts';
import type { Simulation } from '../simulation.ts';

/**
 * The state that a client has seen: sometimes an older state or yesterday's page, and none if the client has not
 * looked.
 */
export function shownTo(sim: Simulation, state: number): ShownState | undefined {
  const fate = sim.dice.between(1, 20);
  if (fate === 1) return { state: state - 1, day: sim.today };
  if (fate === 2) return { state, day: addDays(sim.today, -1) };
  return fate <= 6 ? undefined : { state, day: sim.today };
}

/** In the form of a request, and of a decision. */
export const writtenVersion = ({ state, day }: ShownState): string => `${state}.${day}`;
export const sentVersion = (shown: ShownState | undefined) =>
  shown === undefined ? {} : { version: writtenVersion(shown) };
export const decidedOn = (shown: ShownState | undefined) => (shown === undefined ? {} : { shown });
