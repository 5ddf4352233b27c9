import { contract } from '@kabinet/contract';
import { addDays } from '@kabinet/contract/kernel/day';
import type { Simulation } from '../simulation.ts';
import { anyService } from './decide.ts';

const HOURS = ['00:00', '06:00', '07:00', '09:00', '14:00', '18:00', '22:00', '23:00'] as const;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

/** A client sets the access schedule of a service, sometimes off, sometimes from an outdated page. */
export async function setScheduleHours(sim: Simulation): Promise<string> {
  const asked = await scheduleOf(sim);
  if (!asked) return 'no internet';
  const { userId, contractId, version } = asked;
  const isOld = sim.dice.chance(10);
  const body = { version: isOld ? version + 1 : version, ...anyHours(sim) };
  const { status, body: told } = await sim.ask(
    contract.internetSchedule.set,
    { params: { id: userId }, body },
    contractId,
  );
  if (isOld ? told.code !== 'changed_meanwhile' : status !== 200)
    throw new Error(`schedule of user ${userId}: ${status} ${String(told.code)}`);
  if (status === 200) refuseIdle(sim, userId);
  return `user ${userId} ${body.is_on ? 'has hours' : 'has none'}: ${status}`;
}

function anyHours(sim: Simulation) {
  return {
    is_on: sim.dice.chance(80),
    rules: Array.from({ length: sim.dice.between(1, 2) }, () => ({
      days: WEEK.filter(() => sim.dice.chance(60))
        .concat(sim.dice.between(1, 7))
        .filter((day, at, all) => all.indexOf(day) === at),
      ...span(sim),
    })),
    exceptions: sim.dice.chance(30)
      ? [{ day: addDays(sim.today, sim.dice.between(0, 3)), hours: sim.dice.chance(50) ? [span(sim)] : [] }]
      : [],
  };
}

function span(sim: Simulation) {
  const from = sim.one(HOURS);
  return { from, to: sim.one(HOURS.filter((to) => to !== from)) };
}

/** Pauses the schedule for a while, or ends the pause. */
export async function pauseHours(sim: Simulation): Promise<string> {
  const asked = await scheduleOf(sim);
  if (!asked) return 'no internet';
  const { userId, contractId, isOn } = asked;
  const minutes = sim.one([0, 30, 120, 600]);
  const { status } = await sim.ask(
    contract.internetSchedule.pause,
    { params: { id: userId }, body: { minutes } },
    contractId,
  );
  if ((status === 200) !== isOn) throw new Error(`pause of the schedule of user ${userId}: ${status}`);
  if (status === 200) refuseIdle(sim, userId);
  return `user ${userId} for ${minutes} minutes: ${status}`;
}

async function scheduleOf(sim: Simulation) {
  const any = anyService(
    sim,
    ({ userId, kind }) => kind === 'internet' && sim.observer.line(userId).situation !== 'connecting',
  );
  if (!any) return undefined;
  const { userId } = any.service;
  const { contractId } = any.client;
  const { status, body } = await sim.ask(contract.internetSchedule.get, { params: { id: userId } }, contractId);
  if (status !== 200) throw new Error(`no schedule of user ${userId}: ${status}`);
  return body.has_password ? undefined : { userId, contractId, version: body.version, isOn: body.is_on };
}

/** Fails if a service differs from its access schedule, which is applied at each change and by its jobs. */
export function refuseIdle(sim: Simulation, only?: number): void {
  const users = sim.observer.againstHours.filter((userId) => only === undefined || userId === only);
  if (users.length > 0) throw new Error(`users ${users.join(', ')} do not follow their schedule`);
}
