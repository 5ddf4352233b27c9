import { contract } from '@kabinet/contract';
import { addDays } from '@kabinet/contract/kernel/day';
import { UNNAMED } from '../model/snapshot.ts';
import type { SimClient } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { compareOffer, compareReply } from './confirmation.ts';
import { compareMoney, decideUntilAnswered } from './decide.ts';
import { anyBox, simBoxesOf, boxSituationOf } from './mail-boxes.ts';
import { shownTo, decidedOn, sentVersion } from './version.ts';

const calls = contract.emailUser;

/** A client creates a mailbox, sometimes with a taken name; the page must offer it only if that is possible. */
export async function createMailbox(sim: Simulation): Promise<string> {
  const { client } = sim;
  const { contractId } = client;
  const { mailDomain: domain } = sim.catalogue;
  if (domain === undefined) return 'no mail';
  const decision = { do: 'create box', userId: UNNAMED, contractId } as const;
  await lookBefore(sim, decision);
  const shown = shownTo(sim, sim.observer.contractVersion(contractId));
  const password = `lodka-u-prichala-${sim.nextId()}`;
  const body = { name: `box${sim.nextId()}`, domain, password, ...sentVersion(shown) };
  const taken = takenName(sim);
  if (taken !== undefined) {
    const request = { body: { ...body, name: taken } };
    compareReply(`the name ${taken}`, await sim.ask(calls.create, request, contractId), 'mail_name_taken');
    return `${taken} is taken`;
  }
  const done = await decideUntilAnswered(sim, client, [calls.create, { body }], { ...decision, ...decidedOn(shown) });
  if (done.status >= 400) return `${contractId}: ${String(done.body.code)}`;
  compareMoney(decision, done.foretold, done.body);
  const { user_id: userId, address } = done.body;
  addService(client, userId);
  simBoxesOf(sim).push({
    client,
    userId,
    address,
    password,
    aliases: new Set(),
    forward: undefined,
    isReplying: false,
    endings: 0,
  });
  return `${contractId} has ${address} for ${done.body.charge_now}`;
}

function addService({ services, accounts }: SimClient, userId: number): void {
  services.push({ userId, accountId: accounts[0]?.accountId ?? 0, kind: 'mail' });
}

/** The page and the preview must agree with the model. */
async function lookBefore(
  sim: Simulation,
  decision: { readonly do: 'create box'; readonly userId: number; readonly contractId: number },
): Promise<void> {
  const { contractId } = decision;
  const { body: terms } = await sim.ask(calls.terms, {}, contractId);
  const foretold = sim.observer.foretell(decision, { isPreview: true });
  compareOffer(`a mailbox of ${contractId}`, terms.control.status, foretold.refused);
  const previewed = await sim.ask(calls.preview, {}, contractId);
  compareReply(`preview of a mailbox of ${contractId}`, previewed, foretold.refused);
  if (foretold.refused === null) compareMoney(decision, foretold, previewed.body);
}

function takenName(sim: Simulation): string | undefined {
  const taken = simBoxesOf(sim)
    .filter((box) => boxSituationOf(sim, box) !== 'erased')
    .flatMap(({ address, aliases }) => [address, ...aliases]);
  return taken.length > 0 && sim.dice.chance(15) ? sim.one(taken).split('@')[0] : undefined;
}

/** A client deletes a mailbox, or restores a deleted one. */
export async function removeOrRestore(sim: Simulation): Promise<string> {
  const box = anyBox(sim);
  if (!box) return createMailbox(sim);
  const { client, userId } = box;
  const { contractId } = client;
  const isRestoring = boxSituationOf(sim, box) === 'closed';
  const decision = isRestoring
    ? ({ do: 'restore box', userId, contractId } as const)
    : ({ do: 'remove box', userId } as const);
  const page = await sim.ask(calls.get, { params: { id: String(userId) } }, contractId);
  const control = isRestoring ? page.body.restore : page.body.remove;
  const { refused } = sim.observer.foretell(decision, { isPreview: true });
  compareOffer(`${decision.do} ${userId}`, control?.status, refused);
  const did =
    decision.do === 'restore box' ? await restore(sim, client, decision) : await remove(sim, client, decision);
  return `${decision.do} ${box.address}: ${did}`;
}

async function restore(
  sim: Simulation,
  client: SimClient,
  decision: { readonly do: 'restore box'; readonly userId: number; readonly contractId: number },
): Promise<string> {
  const { userId } = decision;
  const done = await decideUntilAnswered(sim, client, [calls.restore, { body: { user_id: userId } }], decision);
  if (done.status >= 400) return String(done.body.code);
  compareMoney(decision, done.foretold, done.body);
  addService(client, userId);
  return `done for ${done.body.charge_now}`;
}

async function remove(
  sim: Simulation,
  client: SimClient,
  decision: { readonly do: 'remove box'; readonly userId: number },
): Promise<string> {
  const { userId } = decision;
  const done = await decideUntilAnswered(sim, client, [calls.remove, { params: { id: String(userId) } }], decision);
  if (done.status >= 400) return String(done.body.code);
  compareMoney(decision, done.foretold, done.body);
  if (done.body.kept_until !== addDays(sim.today, sim.world.provider.mail.kept_days))
    throw new Error(`mailbox ${userId} is kept until ${done.body.kept_until}`);
  for (const box of simBoxesOf(sim)) if (box.userId === userId) box.endings += 1;
  const { services } = client;
  services.splice(0, Infinity, ...services.filter((one) => one.userId !== userId));
  return `done for ${done.body.charge_now}`;
}
