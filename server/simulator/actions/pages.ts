import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { ModelDecision } from '../model/decision.ts';
import type { SimClient } from '../provider.ts';
import type { Simulation } from '../simulation.ts';

type Control = Wire<typeof contract.plan.options>['options'][number]['control'];
type Own = Pick<SimClient, 'contractId'> & { readonly userId: number };

/** The model's refusal of a preview; missing money does not refuse a preview. */
const refusalOf = (sim: Simulation, decision: ModelDecision): string | null =>
  sim.observer.foretell(decision, { isPreview: true }).refused;

function refuseLie(decision: ModelDecision, offered: unknown, refused: string | null): never {
  throw new Error(
    `${JSON.stringify(decision)} is shown as ${JSON.stringify(offered)}, and is ${refused ?? 'possible'}`,
  );
}

/** What the page offers must be possible, and what it locks must be impossible; pending states are checked elsewhere. */
function compareControl(sim: Simulation, decision: ModelDecision, control: Control | undefined): void {
  const refused = refusalOf(sim, decision);
  const isTrue = control === undefined ? refused !== null : (control.status === 'locked') === (refused !== null);
  if (!isTrue) refuseLie(decision, control, refused);
}

const optionsOf = (sim: Simulation, { contractId, userId }: Own) =>
  sim.ask(contract.plan.options, { params: { id: String(userId) } }, contractId);

/** An immediate change may also be the return to the previous plan, which the page shows separately. */
export async function lookAtPlan(sim: Simulation, own: Own, planId: number): Promise<void> {
  const { plans } = (await optionsOf(sim, own)).body;
  const control = plans.find(({ plan_id }) => plan_id === planId)?.control;
  if (control?.status === 'on' || control?.status === 'on_pending') return;
  compareControl(sim, { do: 'plan', userId: own.userId, planId, when: 'next_period' }, control);
}

export async function lookAtOption(sim: Simulation, own: Own, optionId: number): Promise<void> {
  const { options } = (await optionsOf(sim, own)).body;
  const control = options.find(({ option_id }) => option_id === optionId)?.control;
  compareControl(sim, { do: 'option', userId: own.userId, optionId, status: 'on' }, control);
}

const suspensionOf = async (sim: Simulation, { contractId, userId }: Own) =>
  (await sim.ask(contract.suspension.get, { params: { id: String(userId) } }, contractId)).body;

/** The shortest suspension from the first possible day; or from today, if there is none. */
export async function lookAtSuspension(sim: Simulation, own: Own): Promise<void> {
  const { terms, available, available_from, reason } = await suspensionOf(sim, own);
  if (!terms) return;
  const from = available ? ((available_from as Day | null) ?? sim.today) : sim.today;
  const decision = { do: 'suspend', userId: own.userId, from, until: addDays(from, terms.shortest_days) } as const;
  const refused = refusalOf(sim, decision);
  if (available !== (refused === null)) refuseLie(decision, { available, reason }, refused);
}

export async function lookAtReturn(sim: Simulation, own: Own): Promise<void> {
  const { current } = await suspensionOf(sim, own);
  const isOffered = current?.state === 'active' && current.return_reason === null;
  const decision = { do: 'return', userId: own.userId } as const;
  const refused = refusalOf(sim, decision);
  if (isOffered !== (refused === null)) refuseLie(decision, current, refused);
}
