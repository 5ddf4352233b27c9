import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { helpDeskHears } from '#server/domain/help-desk/tell.ts';
import { release } from '#server/domain/services/access/access.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { cancelSuspension, currentSuspension } from '#server/domain/services/suspension/suspension.queries.ts';
import { cancelPlanned } from '../plan/plan.queries.ts';
import type { ChangeTarget } from '../service-change/service-change.queries.ts';
import type { ProgramRow } from './program.rules.ts';
import {
  cancelOrders,
  cancelVisits,
  closeService,
  finishVisit,
  insertTv,
  linkService,
  lockConnecting,
  orderStarterVisit,
  type OrderEventRef,
} from './starter.queries.ts';

/** Tells the provider's help desk of orders that the portal itself has made or changed. */
async function tellOf(tx: Tx, noted: readonly OrderEventRef[]): Promise<void> {
  for (const { order_id, event_id } of noted) await helpDeskHears(tx, order_id, event_id);
}

interface When {
  readonly today: Day;
  readonly now: Date;
}

const NAME = 'ТВ';

/**
 * Creates the service of a starter program: it works at once, or a visit connects it and it costs nothing until then.
 */
export async function createStarterService(
  tx: Tx,
  { contract_id: contractId, account_id: accountId }: ChangeTarget,
  { program_id, plan_id, visit_goal_id: goalId, name: text }: ProgramRow,
  when: When,
): Promise<number> {
  if (plan_id === null) throw new Error(`Program ${program_id} creates no service`);
  const state = goalId === null ? 'active' : 'connecting';
  const userId = await insertTv(tx, { contractId, accountId, planId: plan_id, state, name: NAME, ...when });
  await linkService(tx, contractId, program_id, userId);
  await serviceChanged(tx, { userId });
  if (goalId !== null) {
    const order = { contractId, goalId, userId, text: `Подключить: ${text}`, now: when.now };
    await tellOf(tx, [await orderStarterVisit(tx, order)]);
  }
  return userId;
}

/** Ends a service and what was planned for it; returns its name. */
export async function endService(tx: Tx, userId: number, { today, now }: When): Promise<string[]> {
  await cancelPlanned(tx, userId);
  const suspension = await currentSuspension(tx, userId);
  if (suspension) await cancelSuspension(tx, suspension.suspension_id);
  const closed = await closeService(tx, userId, today, now);
  if (!closed) return [];
  await serviceChanged(tx, { userId });
  await tellOf(tx, await cancelOrders(tx, userId, now));
  return [closed.name];
}

/** Nobody is to come to a contract that has ended; others may have the time of its visits. */
export const endVisits = async (tx: Tx, contractId: number, now: Date): Promise<void> =>
  tellOf(tx, await cancelVisits(tx, contractId, now));

/**
 * After the visit the service works, and the next run charges it; on an account in debt it is blocked like the others. `visitGoesOn`: the
 * master closes its order himself. Undefined if it was not being connected.
 */
export async function connectService(
  tx: Tx,
  userId: number,
  now: Date,
  { visitGoesOn = false }: { readonly visitGoesOn?: boolean } = {},
): Promise<'active' | 'blocked' | undefined> {
  if (!(await lockConnecting(tx, userId))) return undefined;
  const { state } = await release(tx, userId, now);
  if (!visitGoesOn) await tellOf(tx, await finishVisit(tx, userId, now));
  await serviceChanged(tx, { userId });
  return state;
}
