import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { settleMatter } from '#server/domain/messaging/notify.ts';
import { followSchedule } from '#server/domain/services/access-schedule/follow.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import {
  cancelSuspension,
  currentSuspension,
  endSuspension,
  insertSuspension,
  pauseService,
} from '#server/domain/services/suspension/suspension.queries.ts';
import type { SuspensionSpan } from '#server/domain/services/suspension/suspension.rules.ts';
import { suspensionTopic } from '#server/domain/services/suspension/topic.ts';
import type { At } from '#server/domain/shared/at.ts';
import { pricelessPause } from './suspend.ts';

// Pauses of which another billing has spoken: it charges, so here they cost nothing, and nobody is reminded of sums.

interface Moment extends At {
  readonly today: Day;
}

type Paused = Pick<ServiceRow, 'user_id' | 'contract_id'>;

/** A pause that another billing has confirmed, or told: from today, or from a later day on which it will be told. */
export async function showPause(
  tx: Tx,
  { user_id: userId }: Paused,
  { from, until }: SuspensionSpan,
  { today, now }: Moment,
): Promise<void> {
  const planned = await currentSuspension(tx, userId);
  if (planned) await cancelSuspension(tx, planned.suspension_id);
  const begins = from <= today;
  const span = { from: begins ? today : from, until };
  await insertSuspension(tx, userId, pricelessPause(span), { state: begins ? 'active' : 'planned', now });
  if (!begins) return;
  await pauseService(tx, userId, until, now);
  await serviceChanged(tx, { userId });
}

/** The end of a pause that is on, or is to come; a schedule of access holds again. */
export async function showReturn(
  tx: Tx,
  { user_id: userId, contract_id: contractId }: Paused,
  moment: Moment,
): Promise<void> {
  const current = await currentSuspension(tx, userId);
  if (!current) return;
  const { suspension_id: id, state } = current;
  if (state === 'planned') return cancelSuspension(tx, id);
  await endSuspension(tx, id, moment.today, moment.now);
  await settleMatter(tx, contractId, suspensionTopic(id), moment.now);
  await serviceChanged(tx, { userId });
  await followSchedule(tx, userId, moment);
}
