import { contract } from '@kabinet/contract';
import { createdBy } from '../model/starter-decision.ts';
import type { SimClient } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { anyService, decideWithPreview } from './decide.ts';
import { decidedOn, sentVersion, shownTo } from './version.ts';

/** The holder whose program is switched. */
type Holder = NonNullable<ReturnType<typeof anyService>>;

/** A client switches a program of a service or the contract, and sometimes takes it back soon. */
export async function switchAnyProgram(sim: Simulation, given?: Holder): Promise<string> {
  const { userPrograms, contractPrograms } = sim.catalogue.switched;
  const isOfContract = sim.dice.chance(40);
  const programs = isOfContract ? contractPrograms : userPrograms;
  const any = holderOf(sim, isOfContract, given);
  if (!any || programs.length === 0) return 'nobody has programs';
  const { contractId } = any.client;
  const userId = isOfContract ? null : any.service.userId;
  const asked = { contractId, userId, programId: sim.one(programs) };
  const status = sim.dice.chance(65) ? 'on' : 'off';
  const did = `${String(userId)} of ${contractId}, program ${asked.programId} ${status}: ${await send(sim, asked, status)}`;
  if (status === 'off' || !sim.dice.chance(30)) return did;
  sim.portal.clock.advance(sim.dice.between(1, 12) * 60_000);
  return `${did}; back: ${await send(sim, asked, 'off')}`;
}

/** A client orders TV, and gives it up soon, or after days of use. */
export async function switchStarter(sim: Simulation): Promise<string> {
  const { starters } = sim.catalogue.switched;
  const holders = sim.clients.flatMap((client) =>
    starters
      .filter((programId) => createdBy(sim.observer.snapshot, { ...client, programId }))
      .map((programId) => ({ client, programId })),
  );
  const isOff = holders.length > 0 && sim.dice.chance(40);
  const { client, programId } = isOff ? sim.one(holders) : { client: sim.client, programId: sim.one(starters) };
  const { contractId } = client;
  const asked = { contractId, userId: null, programId };
  const did = `${contractId}, starter ${asked.programId} ${isOff ? 'off' : 'on'}: ${await send(sim, asked, isOff ? 'off' : 'on')}`;
  lookAtServices(sim, client);
  if (isOff || !sim.dice.chance(20)) return did;
  sim.portal.clock.advance(sim.dice.between(1, 12) * 60_000);
  const back = await send(sim, asked, 'off');
  lookAtServices(sim, client);
  return `${did}; back: ${back}`;
}

/** A service created by a starter is like any other, until it ends. */
function lookAtServices(sim: Simulation, { contractId, services, accounts }: SimClient): void {
  const open = new Set(sim.observer.snapshot.lines.map(({ userId }) => userId));
  const kept = services.filter(({ userId }) => open.has(userId));
  const known = new Set<number | null>([null, ...kept.map(({ userId }) => userId)]);
  const created = sim.catalogue.switched.starters
    .map((programId) => createdBy(sim.observer.snapshot, { contractId, programId }))
    .filter((userId) => !known.has(userId))
    .map((userId) => ({ userId: Number(userId), accountId: accounts[0]?.accountId ?? 0, kind: 'tv' as const }));
  services.splice(0, Infinity, ...kept, ...created);
}

/** The given service or, mostly, one of the kind that has programs. */
function holderOf(sim: Simulation, isOfContract: boolean, given: Holder | undefined) {
  if (given) return given;
  const isOfAnyKind = isOfContract || sim.dice.chance(3);
  return anyService(sim, ({ kind }) => isOfAnyKind || kind === 'tv');
}

interface ProgramSwitch {
  readonly contractId: number;
  readonly userId: number | null;
  readonly programId: number;
}

async function send(sim: Simulation, asked: ProgramSwitch, status: 'on' | 'off'): Promise<string> {
  await lookBefore(sim, asked);
  const { contractId, userId, programId } = asked;
  const present = userId === null ? sim.observer.contractVersion(contractId) : sim.observer.line(userId).version;
  const shown = shownTo(sim, present);
  const its = { programm_id: programId, status } as const;
  const decision = { do: 'program', contractId, userId, programId, status, ...decidedOn(shown) } as const;
  const versioned = { ...its, ...sentVersion(shown) };
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

/** The page must agree with the preview: whether it is possible, and what sum is missing. */
async function lookBefore(sim: Simulation, asked: ProgramSwitch): Promise<void> {
  const { refused, missing } = sim.observer.foretell({ do: 'program', ...asked, status: 'on' }, { isPreview: true });
  const drawn = await drawnOf(sim, asked);
  if (!drawn) return;
  const { status, text } = drawn.control;
  const isTrue = (status === 'locked') === (refused !== null);
  const isExact = status !== 'off' || drawn.missing_amount === (missing / 100).toFixed(2);
  if (isTrue && isExact) return;
  throw new Error(
    `${JSON.stringify(asked)} is drawn as ${status} (${text}), missing ${drawn.missing_amount}, and is ${refused ?? 'possible'}, missing ${missing}`,
  );
}

async function drawnOf(sim: Simulation, { contractId, userId, programId }: ProgramSwitch) {
  const { internetContract, user } = contract;
  const { body } =
    userId === null
      ? await sim.ask(internetContract.allowedDrawPrograms, {}, contractId)
      : await sim.ask(user.allowedDrawPrograms, { params: { id: String(userId) } }, contractId);
  return body.find(({ programm_id }) => programm_id === programId);
}
