import { isDeepStrictEqual } from 'node:util';
import { contract } from '@kabinet/contract';
import { besideCall } from '../../test/scaling/own-statements.ts';
import type { SimClient } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { anyService, decideUntilAnswered } from './decide.ts';
import { anyPlan } from './plans.ts';
import { writtenVersion } from './version.ts';

/** Two clients decide about the same service at once, or one clicks twice, or the night's run comes in between. */
export async function rivals(sim: Simulation): Promise<string> {
  const any = anyService(sim);
  if (!any) return 'no service';
  const { client, service } = any;
  const { userId } = service;
  const shown = { state: sim.observer.line(userId).version, day: sim.today };
  const bodyOf = (planId: number) => ({
    user_id: userId,
    plan_id: planId,
    when: sim.one(['now', 'next_period'] as const),
    version: writtenVersion(shown),
  });
  const [body, other] = [bodyOf(anyPlan(sim, service)), bodyOf(anyPlan(sim, service))];
  const [key, otherKey] = [`sim-${sim.nextId()}`, `sim-${sim.nextId()}`];
  const rival = sim.one(['another', 'another', 'the same', 'the run'] as const);
  const [second, secondKey] = rival === 'another' ? [other, otherKey] : [body, key];
  const send = () => ask(sim, client, second, secondKey);
  return sim.faults.without(async () => {
    const meanwhile = sim.whileItIsCommitted<unknown>(() =>
      rival === 'the run' ? besideCall(() => sim.charge()) : send(),
    );
    const first = await decideUntilAnswered(
      sim,
      client,
      [contract.plan.change, { body }],
      { do: 'plan', userId, planId: body.plan_id, when: body.when, shown },
      key,
    );
    if (first.status >= 400) {
      sim.faults.beforeNextCommit();
      return `user ${userId}: ${String(first.body.code)}`;
    }
    const answer = await meanwhile;
    if (rival === 'another') refuseSecond(userId, answer as { code?: string });
    if (rival === 'the same' && !isDeepStrictEqual(answer, first.body))
      throw new Error(`user ${userId} was answered ${JSON.stringify(first.body)}, then ${JSON.stringify(answer)}`);
    return `user ${userId} and ${rival}: done`;
  });
}

interface Body {
  user_id: number;
  plan_id: number;
  when: 'now' | 'next_period';
  version: string;
}

const ask = async (sim: Simulation, { contractId }: SimClient, body: Body, key: string): Promise<unknown> =>
  (await sim.portal.send(contract.plan.change, { body }, contractId, { 'idempotency-key': key })).body;

function refuseSecond(userId: number, answer: { code?: string }): void {
  if (answer.code !== 'changed_meanwhile')
    throw new Error(`user ${userId} was changed by two: ${JSON.stringify(answer)}`);
}
