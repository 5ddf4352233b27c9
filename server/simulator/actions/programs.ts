import { contract } from '@kabinet/contract';
import type { SimService } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { anyService, decideWithPreview } from './decide.ts';
import { decidedOn, versionOf } from './version.ts';

/** A client switches a program of a service or of his contract; soon after he may think better of it. */
export async function switchProgram(sim: Simulation): Promise<string> {
  const { userPrograms, contractPrograms } = sim.catalogue.switched;
  const isOfContract = sim.dice.chance(40);
  const programs = isOfContract ? contractPrograms : userPrograms;
  if (programs.length === 0) return 'no programs';
  const any = anyService(sim, isHolder(sim, isOfContract));
  if (!any) return 'nobody has programs';
  const { contractId } = any.client;
  const userId = isOfContract ? null : any.service.userId;
  const asked = { contractId, userId, programId: sim.one(programs) };
  const status = sim.dice.chance(65) ? 'on' : 'off';
  const did = `${String(userId)} of ${contractId}, program ${asked.programId} ${status}: ${await send(sim, asked, status)}`;
  if (status === 'off' || !sim.dice.chance(30)) return did;
  sim.portal.clock.advance(sim.dice.between(1, 12) * 60_000);
  return `${did}; back: ${await send(sim, asked, 'off')}`;
}

/** For the most part of the kind that has programs. */
const isHolder =
  (sim: Simulation, isOfContract: boolean) =>
  ({ kind }: SimService) =>
    isOfContract || kind === 'tv' || sim.dice.chance(3);

interface Asked {
  readonly contractId: number;
  readonly userId: number | null;
  readonly programId: number;
}

function send(sim: Simulation, { contractId, userId, programId }: Asked, status: 'on' | 'off'): Promise<string> {
  const present = userId === null ? sim.observer.contractVersion(contractId) : sim.observer.line(userId).version;
  const version = versionOf(sim, present);
  const its = { programm_id: programId, status } as const;
  const decision = { do: 'program', contractId, userId, programId, status, ...decidedOn(version) } as const;
  const versioned = version === undefined ? its : { ...its, version: String(version) };
  const { internetContract, user } = contract;
  return userId === null
    ? decideWithPreview(
        sim,
        { contractId },
        [internetContract.programPreview, { body: its }],
        [internetContract.changeProgram, { body: versioned }],
        decision,
      )
    : decideWithPreview(
        sim,
        { contractId },
        [user.programPreview, { body: { ...its, user_id: userId } }],
        [user.changeProgram, { body: { ...versioned, user_id: userId } }],
        decision,
      );
}
