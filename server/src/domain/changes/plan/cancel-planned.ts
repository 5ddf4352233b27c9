import type { Tx } from '#server/db/database.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { bumpVersion } from '../service-change/service-change.queries.ts';
import { cancelPlanned, plannedPlan, type PlannedRow } from './plan.queries.ts';

/**
 * Cancels the planned change of plan of a service; undefined if there is none. What the provider has planned only his staff
 * cancel.
 */
export async function cancelPlannedChange(
  tx: Tx,
  userId: number,
  by: 'client' | 'staff',
): Promise<PlannedRow | undefined> {
  await serviceRow(tx, userId, { lock: true });
  const planned = await plannedPlan(tx, userId);
  if (!planned) return undefined;
  if (planned.by === 'operator' && by === 'client') {
    throw new Problem('change_not_allowed', { message: 'Смену назначил провайдер. Отменить поможет поддержка' });
  }
  await bumpVersion(tx, userId);
  await serviceChanged(tx, { userId });
  await cancelPlanned(tx, userId);
  return planned;
}
