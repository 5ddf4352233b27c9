import { isDeepStrictEqual } from 'node:util';
import type { contract } from '@kabinet/contract';
import type { Call, Request, Wire } from '@kabinet/contract/kernel/call/call';
import type { ProblemBody } from '@kabinet/contract/kernel/problem';
import type { ModelDecision } from '../model/decision.ts';
import type { ForetoldDecision } from '../model/observer.ts';
import { createdBy } from '../model/starter-decision.ts';
import type { SimService } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { writtenVersion } from './version.ts';

/** Money of a change, in the portal's preview and result. */
type ChangeSummary = Wire<typeof contract.plan.changeOption>;

interface Sent {
  readonly call: Call;
  readonly request: object;
  readonly who: number;
  readonly key: string;
  readonly body: object;
}
/** Requests that were carried out, to be repeated later. */
const sent = new WeakMap<Simulation, Sent[]>();
const sentBy = (sim: Simulation): Sent[] => {
  const known = sent.get(sim) ?? [];
  sent.set(sim, known);
  return known;
};

/** A random service of a random client. */
export function anyService(sim: Simulation, fits: (service: SimService) => boolean = () => true) {
  const clients = sim.clients.filter(({ services }) => services.some(fits));
  if (clients.length === 0) return undefined;
  const client = sim.one(clients);
  return { client, service: sim.one(client.services.filter(fits)) };
}

/** Sends a decision until it gets a reply; it must be carried out, or refused, as the model says. */
export async function decideUntilAnswered<C extends Call>(
  sim: Simulation,
  { contractId }: { readonly contractId: number },
  [call, request]: readonly [C, Request<C>],
  decision: ModelDecision,
  key = `sim-${sim.nextId()}`,
): Promise<{ status: number; body: Wire<C> & Partial<ProblemBody>; foretold: ForetoldDecision }> {
  const foretold = sim.observer.foretell(decision);
  sim.observer.expect(key, decision);
  const { status, body } = await sim.ask(call, request, contractId, key);
  const isDone = sim.observer.conclude(key);
  compareCode(decision, foretold, { status, code: body.code });
  if (status < 400 && !isDone) throw new Error(`answered, and not carried out: ${JSON.stringify(decision)}`);
  if (status < 400) sentBy(sim).push({ call, request, who: contractId, key, body });
  return { status, body, foretold };
}

function compareCode(
  decision: ModelDecision,
  { refused }: ForetoldDecision,
  { status, code }: { status: number; code: string | undefined },
): void {
  const is = status < 400 ? null : code;
  if (is !== refused)
    throw new Error(`${JSON.stringify(decision)} must be ${refused ?? 'carried out'}, and is ${is ?? 'carried out'}`);
}

const kopecksOf = (money: string) => Math.round(Number(money) * 100);
const inOrder = (sums: readonly number[]) => [...sums].sort((a, b) => a - b);

/** The portal's sums must equal the model's, to the kopeck. */
export function compareMoney(
  decision: ModelDecision,
  foretold: ForetoldDecision,
  told: Omit<ChangeSummary, 'user_id'>,
): void {
  const { posted, balance, missing, from, next, switchedOff, isUndoable, endsUndo, shown } = foretold;
  const must = JSON.stringify({
    charge_now: 0 - posted.reduce((sum, { amount }) => sum + amount, 0),
    parts: inOrder(posted.map(({ amount }) => 0 - amount)),
    balance,
    missing,
    from,
    next,
    switchedOff,
    isUndoable,
    endsUndo,
    version: writtenVersion(shown),
  });
  const is = JSON.stringify({
    charge_now: kopecksOf(told.charge_now),
    parts: inOrder(told.parts.map(({ amount }) => kopecksOf(amount))),
    balance: kopecksOf(told.balance_after),
    missing: kopecksOf(told.missing),
    from: told.from,
    next: told.charge_next && { day: told.charge_next.day, amount: kopecksOf(told.charge_next.amount) },
    switchedOff: told.switches_off.length,
    isUndoable: told.undo_until !== null,
    endsUndo: told.ends_undo !== null,
    version: told.version,
  });
  if (is !== must) throw new Error(`${JSON.stringify(decision)}: told ${is}, and must ${must}`);
}

/** The preview must equal the result, and the model's verdict. */
export async function decideWithPreview<Preview extends Call, C extends Call>(
  sim: Simulation,
  client: { readonly contractId: number },
  preview: readonly [Preview, Request<Preview>],
  change: readonly [C, Request<C>],
  decision: ModelDecision,
): Promise<string> {
  const { shown: _, ...looked } = decision;
  const foretold = sim.observer.foretell(looked, { isPreview: true });
  const before = await sim.ask(preview[0], preview[1], client.contractId);
  compareCode(looked, foretold, { status: before.status, code: before.body.code });
  if (before.status < 400) compareMoney(looked, foretold, before.body as unknown as ChangeSummary);
  const done = await decideUntilAnswered(sim, client, change, decision);
  if (done.status >= 400) return String(done.body.code);
  compareMoney(decision, done.foretold, done.body as unknown as ChangeSummary);
  // A preview creates no service.
  const told =
    decision.do === 'program' ? { ...before.body, user_id: createdBy(sim.observer.snapshot, decision) } : before.body;
  if (!isDeepStrictEqual(done.body, told))
    throw new Error(`${JSON.stringify(decision)} was told to be ${JSON.stringify(told)}: ${JSON.stringify(done.body)}`);
  return `done for ${(done.body as unknown as ChangeSummary).charge_now}`;
}

/** Repeats a request that was answered long ago: the reply is the same, and nothing happens. */
export async function again(sim: Simulation): Promise<string> {
  const known = sentBy(sim);
  const last = known[sim.dice.between(Math.max(0, known.length - 3), Math.max(0, known.length - 1))];
  if (!last) return 'nothing to repeat';
  const { call, request, who, key, body } = last;
  const isKept = known.includes(last) && (await isKeyKept(sim, who, key));
  if (!isKept) return 'too late to repeat';
  const answer = await sim.ask(call, request, who, key);
  if (!isDeepStrictEqual(answer.body, body))
    throw new Error(`${key} was answered by ${JSON.stringify(body)}, then by ${JSON.stringify(answer.body)}`);
  return `${key} again: ${answer.status}`;
}

const KEPT_HOURS = 23;
const isKeyKept = async (sim: Simulation, who: number, key: string): Promise<boolean> =>
  (
    await sim.rows(
      'select 1 from idempotency_key where contract_id = $1 and key = $2 and created_at > $3',
      who,
      key,
      new Date(sim.at.now.getTime() - KEPT_HOURS * 3_600_000),
    )
  ).length > 0;
