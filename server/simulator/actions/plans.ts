import { contract } from '@kabinet/contract';
import type { ModelDecision } from '../model/decision.ts';
import type { SimClient, SimService } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { anyService, decideUntilAnswered, decideWithPreview } from './decide.ts';
import { lookAtOption, lookAtPlan } from './pages.ts';
import { switchAnyProgram } from './programs.ts';
import * as calls from './calls.ts';
import * as services from './services.ts';
import { suspendAnyService } from './suspensions.ts';
import { payAtTerminal } from './payment-agents.ts';
import { decidedOn, sentVersion, shownTo } from './version.ts';

type When = 'now' | 'next_period';

/** TV has calls of its own for the same changes. */
const changesOf = ({ services: all }: SimClient, userId: number) =>
  all.find((service) => service.userId === userId)?.kind === 'tv' ? contract.tvPlan : contract.plan;

async function change(sim: Simulation, client: SimClient, userId: number, planId: number, when: When): Promise<string> {
  await lookAtPlan(sim, { ...client, userId }, planId);
  const shown = shownTo(sim, sim.observer.line(userId).version);
  const body = { user_id: userId, plan_id: planId, when };
  const decision: ModelDecision = { do: 'plan', userId, planId, when, ...decidedOn(shown) };
  return decideWithPreview(
    sim,
    client,
    [contract.plan.preview, { body }],
    [changesOf(client, userId).change, { body: { ...body, ...sentVersion(shown) } }],
    decision,
  );
}

/** A random plan, mostly of the same kind as the service. */
export function anyPlan(sim: Simulation, { kind }: SimService): number {
  const plans = sim.catalogue.plans;
  return sim.one((sim.dice.chance(95) ? plans[kind] : plans['telephone']) ?? Object.values(plans).flat());
}

/** A client changes the plan of a service at once, and often takes it back soon, whatever has happened meanwhile. */
export async function changeNow(sim: Simulation): Promise<string> {
  const any = anyService(sim);
  if (!any) return 'no service';
  const { client, service } = any;
  const { userId } = service;
  const was = sim.observer.line(userId).soldId;
  const did = await change(sim, client, userId, anyPlan(sim, service), 'now');
  const told = `user ${userId} changes plan: ${did}`;
  if (!did.startsWith('done') || !sim.dice.chance(60)) return told;
  let meanwhile = '';
  for (let left = sim.dice.between(0, 2); left > 0; left -= 1) {
    sim.portal.clock.advance(sim.dice.between(1, 4) * 60_000);
    meanwhile += `, ${await (sim.dice.chance(50) ? sim.one(MEANWHILE)(sim) : sim.one(OF_SERVICE)(sim, any))}`;
  }
  sim.portal.clock.advance(sim.dice.between(1, 3) * 60_000);
  return `${told}${meanwhile}; back: ${await change(sim, client, userId, was, 'now')}`;
}

/** Events that may happen within minutes. */
const MEANWHILE = [
  payAtTerminal,
  services.correction,
  services.oneTimeCharge,
  services.creditLimit,
  calls.importSomeCalls,
  (sim: Simulation) => sim.charge().then(() => 'charged'),
  (sim: Simulation) => sim.work().then(() => 'delivered'),
] as const;

/** Actions of the client on the same service within minutes. */
const OF_SERVICE = [switchOption, switchAnyProgram, suspendAnyService] as const;

export async function changeLater(sim: Simulation): Promise<string> {
  const any = anyService(sim);
  if (!any) return 'no service';
  const { client, service } = any;
  return `user ${service.userId}: ${await change(sim, client, service.userId, anyPlan(sim, service), 'next_period')}`;
}

export async function cancelPlannedPlan(sim: Simulation): Promise<string> {
  const any = anyService(sim);
  if (!any) return 'no service';
  const { userId } = any.service;
  const isPlanned = sim.observer.line(userId).next !== null;
  const { status, body } = await decideUntilAnswered(
    sim,
    any.client,
    [contract.plan.delayCancel, { body: { user_id: userId } }],
    {
      do: 'cancel',
      userId,
    },
  );
  if (status < 400 && body.cancelled !== isPlanned)
    throw new Error(`cancelled of user ${userId}: ${String(body.cancelled)}`);
  return `user ${userId}: ${status}`;
}

export async function switchOption(
  sim: Simulation,
  any = anyService(sim, ({ userId }) => optionsOf(sim, userId).length > 0),
): Promise<string> {
  if (!any || optionsOf(sim, any.service.userId).length === 0) return 'no options';
  const { userId } = any.service;
  const optionId = sim.dice.chance(95)
    ? sim.one(optionsOf(sim, userId))
    : sim.one([...sim.catalogue.optionsOf.values()].flat());
  const status = sim.dice.chance(60) ? 'on' : 'off';
  await lookAtOption(sim, { ...any.client, userId }, optionId);
  const shown = shownTo(sim, sim.observer.line(userId).version);
  const body = { user_id: userId, option_id: optionId, status } as const;
  const did = await decideWithPreview(
    sim,
    any.client,
    [contract.plan.optionPreview, { body }],
    [changesOf(any.client, userId).changeOption, { body: { ...body, ...sentVersion(shown) } }],
    { do: 'option', userId, optionId, status, ...decidedOn(shown) },
  );
  return `user ${userId} option ${optionId} ${status}: ${did}`;
}

const optionsOf = (sim: Simulation, userId: number): readonly number[] =>
  sim.catalogue.optionsOf.get(sim.observer.line(userId).soldId) ?? [];
