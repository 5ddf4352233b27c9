import { contract } from '@kabinet/contract';
import { addDays } from '@kabinet/contract/kernel/day';
import type { Simulation } from '../simulation.ts';
import { anyService, decideUntilAnswered, decideWithPreview } from './decide.ts';
import { lookAtReturn, lookAtSuspension } from './pages.ts';
import { decidedOn, sentVersion, shownTo } from './version.ts';

/** A service by cable, because the provider suspends no others. */
const anyInternet = (sim: Simulation) => anyService(sim, ({ kind }) => kind === 'internet');

/** A client suspends a service from today or a later day. */
export async function suspendAnyService(sim: Simulation, any = anyInternet(sim)): Promise<string> {
  if (any?.service.kind !== 'internet') return 'no internet';
  const { userId } = any.service;
  await lookAtSuspension(sim, { ...any.client, userId });
  const shown = shownTo(sim, sim.observer.line(userId).version);
  const from = addDays(sim.today, sim.dice.chance(50) ? 0 : sim.dice.between(1, 12));
  const until = addDays(from, sim.dice.between(1, 20));
  const body = { user_id: userId, from, until };
  const did = await decideWithPreview(
    sim,
    any.client,
    [contract.suspension.preview, { body }],
    [contract.suspension.start, { body: { ...body, ...sentVersion(shown) } }],
    { do: 'suspend', userId, from, until, ...decidedOn(shown) },
  );
  return `user ${userId} from ${from} to ${until}: ${did}`;
}

/** A client returns early, or cancels a suspension that has not begun. */
export async function returnFromSuspension(sim: Simulation): Promise<string> {
  const any = anyInternet(sim);
  if (!any) return 'no internet';
  const { userId } = any.service;
  await lookAtReturn(sim, { ...any.client, userId });
  const shown = shownTo(sim, sim.observer.line(userId).version);
  const body = { user_id: userId };
  const did = await decideWithPreview(
    sim,
    any.client,
    [contract.suspension.returnPreview, { body }],
    [contract.suspension.return, { body: { ...body, ...sentVersion(shown) } }],
    { do: 'return', userId, ...decidedOn(shown) },
  );
  return `user ${userId} comes back: ${did}`;
}

export async function cancelAnySuspension(sim: Simulation): Promise<string> {
  const any = anyInternet(sim);
  if (!any) return 'no internet';
  const { userId } = any.service;
  const isPlanned = sim.observer.line(userId).suspensions.some(({ state }) => state === 'planned');
  const { status, body } = await decideUntilAnswered(
    sim,
    any.client,
    [contract.suspension.cancel, { body: { user_id: userId } }],
    {
      do: 'cancel suspension',
      userId,
    },
  );
  // The call first catches up on late days, so the planned suspension may have begun.
  if (status < 400 && body.cancelled && !isPlanned) throw new Error(`user ${userId} had no suspension to cancel`);
  return `user ${userId}: ${status}`;
}
