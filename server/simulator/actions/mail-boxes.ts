import type { SimClient } from '../provider.ts';
import type { Simulation } from '../simulation.ts';

/** A mailbox as its client was told it is. */
export interface SimBox {
  readonly client: SimClient;
  readonly userId: number;
  readonly address: string;
  password: string;
  readonly aliases: Set<string>;
  forward: { target: string; isOn: boolean } | undefined;
  isReplying: boolean;
  /** How often its sessions had to end: when it was deleted or got a new password. */
  endings: number;
}
const boxes = new WeakMap<Simulation, SimBox[]>();
export const simBoxesOf = (sim: Simulation): SimBox[] => {
  const known = boxes.get(sim) ?? [];
  boxes.set(sim, known);
  return known;
};

export const boxSituationOf = (sim: Simulation, { userId }: SimBox): string => {
  const { lines, deleted } = sim.observer.snapshot;
  if (deleted.some(({ line }) => line.userId === userId)) return 'closed';
  return lines.find((line) => line.userId === userId)?.situation ?? 'erased';
};
/** A mailbox that has not been erased. */
export function anyBox(sim: Simulation): SimBox | undefined {
  const known = simBoxesOf(sim).filter((box) => boxSituationOf(sim, box) !== 'erased');
  return known.length === 0 ? undefined : sim.one(known);
}
