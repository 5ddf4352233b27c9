import { stateAt } from '@kabinet/contract/kernel/schedule';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { At } from '#server/domain/shared/at.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { followScheduleJob } from './jobs.ts';
import {
  lockService,
  saveNextChange,
  saveState,
  scheduleOf,
  lockSchedule,
  type ScheduledServiceRow,
} from './schedule.queries.ts';

/**
 * Applies the schedule's current state to the network and the service, and schedules its own next run. It runs after
 * each change of the schedule and at each switch; running late or twice gives the same result. A service that is
 * blocked for another reason is left alone, and checked again when it works. Returns the new state if it changed.
 */
export async function followSchedule(tx: Tx, userId: number, { now, zone }: At): Promise<Turned> {
  if (!(await scheduleOf(tx, userId))) return undefined;
  const service = await lockService(tx, userId);
  const schedule = await lockSchedule(tx, userId);
  const { open, nextChange } = stateAt(schedule, now, zone);
  const turned = open ? opened(service) : closed(service);
  if (turned) {
    await saveState(tx, userId, { ...turned, now });
    await serviceChanged(tx, { userId });
  }
  const hasMoved = await saveNextChange(tx, userId, nextChange);
  // The network itself ends a session at the moment when the schedule closes.
  if (hasMoved && !turned && service.state === 'active') await serviceChanged(tx, { userId });
  if (nextChange !== null) await addJob(tx, followScheduleJob, { userId }, { runAt: new Date(nextChange) });
  return turned;
}

type Turned = Turn | undefined;
type Turn =
  | { readonly state: 'active'; readonly reason: null }
  | { readonly state: 'blocked'; readonly reason: 'debt' | 'schedule' };

const closed = ({ state }: ScheduledServiceRow): Turned =>
  state === 'active' ? { state: 'blocked', reason: 'schedule' } : undefined;

/** If the account fell into debt while the schedule blocked the service, the debt blocks it from now on. */
function opened({ state, reason, in_debt }: ScheduledServiceRow): Turned {
  if (state !== 'blocked' || reason !== 'schedule') return undefined;
  return in_debt ? { state: 'blocked', reason: 'debt' } : { state: 'active', reason: null };
}
