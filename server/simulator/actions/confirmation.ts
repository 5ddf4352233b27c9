import type { SimClient } from '../provider.ts';
import type { Simulation } from '../simulation.ts';

const LONG_AGO_MS = 6 * 60_000;

/** Confirms, in most cases, that it is the client; returns whether it did. */
export async function confirmOrNot(sim: Simulation, { contractId }: Pick<SimClient, 'contractId'>): Promise<boolean> {
  const isConfirmed = sim.dice.chance(80);
  await sim.portal.tokenOf(contractId);
  const at = new Date(sim.at.now.getTime() - (isConfirmed ? 0 : LONG_AGO_MS));
  await sim.pool.query('update session set confirmed_at = $2 where contract_id = $1', [contractId, at]);
  return isConfirmed;
}

/** What the page shows must agree with what the call does. */
export function compareOffer(what: string, shown: string | undefined, refused: string | null): void {
  if ((shown === 'locked') !== (refused !== null))
    throw new Error(`${what} is shown as ${shown ?? 'absent'}, and is ${refused ?? 'possible'}`);
}

/** The reply must be the expected code, or none. */
export function compareReply(
  what: string,
  { status, body: { code } }: { readonly status: number; readonly body: { readonly code?: string | undefined } },
  must: string | null,
): boolean {
  const is = status < 400 ? null : code;
  if (is !== must) throw new Error(`${what} must be ${must ?? 'done'}, and is ${is ?? 'done'}`);
  return must === null;
}
